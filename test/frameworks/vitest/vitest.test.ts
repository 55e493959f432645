import { frameworkContract } from '../contract/contract.ts';
import { stories, storiesInOneRun } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { config, GOOD, USE, vitestPromises } from './promises.ts';

const driver = useDriver('vitest');
const subject = { driver, base: {}, installed: true };
tableColumn(driver);
frameworkContract(subject, vitestPromises);

const missing = (file: string, diagnostic: object) => ({
  [file]: { kind: 'missing', diagnostics: [{ ...diagnostic, file: file.replace(/::.*/, '') }] },
});

stories(subject, {
  'a run that fails without a failing test is told': {
    files: { 'vitest.config.js': `process.exitCode = 3;\n${config('')}`, 'a.test.js': GOOD },
    shows: {
      outcomes: { 'a.test.js::holds': 'passed' },
      runErrors: ['vitest ended with exit code 3 although no test failed'],
    },
  },
  'a type error in a test that is run is the failure of that test, and leaves nothing among the dependencies': {
    files: {
      'vitest.config.js': config('typecheck: { enabled: true }'),
      'tsconfig.json':
        '{ "compilerOptions": { "strict": true, "skipLibCheck": true, "noEmit": true, "module": "esnext", "moduleResolution": "bundler", "types": [] }, "include": ["*.ts"] }',
      'area.test-d.ts': `import { expectTypeOf, it } from 'vitest';
import { area } from './area';
it('is a number', () => { expectTypeOf(area(1)).toEqualTypeOf<number>(); });
`,
      'area.ts': 'export const area = (width: number): number => width * width;\n',
      'area.test.ts': `${USE}import { area } from './area';
it('squares', () => { expect(area(2)).toBe(4); });
it('rectangles', () => { expect(area(2, 3)).toBe(6); });
it('whatever is added', () => { expect(area(3, 'b')).toBe(9); });
`,
    },
    shows: {
      outcomes: {
        'area.test-d.ts::is a number': 'passed',
        'area.test.ts::squares': 'passed',
        'area.test.ts::rectangles': 'failed assertion',
        'area.test.ts::whatever is added': 'failed missing',
      },
      runErrors: [],
    },
  },
  'what the settings map to a folder of the project is a module of the project': {
    files: {
      'vitest.config.js':
        "import { fileURLToPath } from 'node:url';\nexport default { resolve: { alias: { '@shop': fileURLToPath(new URL('./src', import.meta.url)) } } };\n",
      'name.test.js': `${USE}import { name } from '@shop/people/name.js';\nit('names', () => { expect(name()).toBe('Ada'); });\n`,
    },
    shows: {
      uncollected: { 'name.test.js': 'missing' },
      failures: missing('name.test.js', { what: 'module', name: '@shop/people/name.js', ours: true }),
    },
  },
  'the same file in two projects is two tests': {
    files: {
      'vitest.config.js': config("projects: [{ test: { name: 'b' } }, { test: { name: 'a' } }]"),
      'a.test.js': GOOD,
    },
    shows: { outcomes: { 'a.test.js::holds': 'passed', 'a.test.js::holds#2': 'passed' } },
  },
});

storiesInOneRun(subject, 'in Vitest', {
  'a snapshot that nobody has written fails and stays unwritten': {
    files: { 'snapshot.test.js': `${USE}it('looks', () => { expect({ a: 1 }).toMatchSnapshot(); });\n` },
    shows: { outcomes: { 'snapshot.test.js::looks': 'failed other' } },
  },
  'TypeScript has a module that does not exist as missing': {
    files: { 'module.test.ts': `${USE}import { Stack } from './stack';\nit('is', () => { new Stack(); });\n` },
    shows: {
      uncollected: { 'module.test.ts': 'missing' },
      failures: missing('module.test.ts', { what: 'module', name: './stack', ours: true }),
    },
  },
  'TypeScript has a class that does not exist as missing': {
    files: { 'class.test.ts': `${USE}import { Stack } from './thing';\nit('is', () => { new Stack<number>(); });\n` },
    shows: {
      outcomes: { 'class.test.ts::is': 'failed missing' },
      failures: missing('class.test.ts::is', { what: 'member', name: 'Stack' }),
    },
  },
  'TypeScript has a method that does not exist as missing': {
    files: {
      'method.test.ts': `${USE}import { thing } from './thing';\nit('is', () => { (thing as any).peek(); });\n`,
      'thing.ts': 'export const thing: { a?: number } = {};\n',
    },
    shows: {
      outcomes: { 'method.test.ts::is': 'failed missing' },
      failures: missing('method.test.ts::is', { what: 'member' }),
    },
  },
  'TypeScript has a syntax error by its place': {
    files: { 'syntax.test.ts': `${USE}interface A { x: string;\nit('is', () => {});\n` },
    shows: {
      uncollected: { 'syntax.test.ts': 'syntax' },
      failures: { 'syntax.test.ts': { location: { file: 'syntax.test.ts' } } },
    },
  },
});
