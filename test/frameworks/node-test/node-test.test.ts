import { expect, it } from 'vitest';
import { frameworkContract } from '../contract/contract.ts';
import { runFiles, stories, storiesInOneRun } from '../contract/story.ts';
import { useDriver } from '../programs.ts';
import { tableColumn } from '../table/column.ts';
import { BAD, GOOD, nodeTestPromises, script, USE } from './promises.ts';

const driver = useDriver('node-test');
const subject = { driver, base: {}, installed: false };
tableColumn(driver);
frameworkContract(subject, nodeTestPromises);

/** Takes the types out of TypeScript, one of them at least. */
const LOADER = [
  "import { register } from 'node:module';",
  "register('data:text/javascript,' + encodeURIComponent(`",
  '  export async function load(url, context, next) {',
  "    if (!url.endsWith('.ts')) return next(url, context);",
  "    const { source } = await next(url, { ...context, format: 'module' });",
  "    return { format: 'module', source: String(source).replaceAll(': number', ''), shortCircuit: true };",
  '  }`));',
].join('\n');

const BUILT = {
  'package.json': script('npm run lint && npm run unit', {
    lint: 'exit 1',
    preunit: 'node build.mjs',
    unit: 'node --test out/',
  }),
  'build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('out');\nwriteFileSync('out/a.test.js', ${JSON.stringify(GOOD)});\n`,
};

stories(subject, {
  'the loaders and conditions of node, and the environment, are kept': {
    files: {
      'package.json': JSON.stringify({
        ...JSON.parse(script("KIND=ts c8 node --import ./loader.mjs --conditions dev --test 'checks/**/*.check.ts'")),
        imports: { '#one': { dev: './one.js' } },
      }),
      'loader.mjs': LOADER,
      'one.js': 'export default 1;\n',
      'checks/deep/a.check.ts': `${USE}import one from '#one';\nconst also: number = 1;\nit(process.env.KIND, () => { assert.equal(one, also); });\n`,
      'b.test.js': BAD,
    },
    shows: { outcomes: { 'checks/deep/a.check.ts::ts': 'passed' } },
  },
  'a script that builds first is followed': {
    files: BUILT,
    shows: { outcomes: { 'out/a.test.js::holds': 'passed' } },
  },
  'a build that fails proves nothing': {
    files: { ...BUILT, 'build.mjs': "throw new Error('no compiler');\n" },
    shows: {
      runErrors: [expect.stringContaining('no compiler')],
      canary: 'missing',
      incomplete: expect.stringContaining('node build.mjs'),
    },
  },
  'a loader that is not installed keeps even the canary from running': {
    files: { 'package.json': script('node --import nobody-has --test'), 'a.test.js': GOOD },
    shows: { uncollected: { 'a.test.js': 'import' }, canary: 'missing', incomplete: expect.any(String) },
  },
  'a todo that fails does not fail the run, nor does a group that is skipped': {
    files: {
      'a.test.js': `${USE}it.todo('later', () => { assert.equal(1, 2); });\ndescribe.skip('group', () => { it('x', () => {}); });\n`,
    },
    shows: { outcomes: { 'a.test.js::later': 'todo' }, exitCode: 0 },
  },
  'no test is lost to --test-force-exit': {
    files: {
      'package.json': script('node --test --test-force-exit'),
      'a.test.js': `${USE}for (let i = 0; i < 300; i += 1) it('number ' + i, () => {});\nsetInterval(() => {}, 1_000);\n`,
    },
    shows: {
      outcomes: Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`a.test.js::number ${at}`, 'passed'])),
      exitCode: 0,
    },
  },
});

storiesInOneRun(subject, 'in node --test', {
  'tests in tests are told once: what fails inside fails outside for the same reason': {
    files: {
      'inner.test.js': `${USE}it('outer', async (t) => { await t.test('fine', () => {}); await t.test('inner', () => { assert.equal(1, 2); }); });\n`,
    },
    shows: {
      outcomes: {
        'inner.test.js::outer': 'failed assertion',
        'inner.test.js::outer > fine': 'passed',
        'inner.test.js::outer > inner': 'failed assertion',
      },
    },
  },
  'processes and threads that tests start themselves are not told': {
    files: {
      'fork.test.js': `import { fork } from 'node:child_process';\nimport { Worker } from 'node:worker_threads';\n${USE}const ended = (one) => new Promise((resolve) => one.on('exit', resolve));
it('starts others', async () => { await ended(fork('./other.mjs')); await ended(new Worker('./other.mjs')); });\n`,
      'other.mjs': 'process.exit(4);\n',
    },
    shows: { outcomes: { 'fork.test.js::starts others': 'passed' } },
  },
});

it('a file that throws after its first test is told: by the file, or as Node 22 does by the run', async () => {
  const { uncollected, runErrors } = await runFiles(subject, { 'a.test.js': `${GOOD}throw new Error('at once');\n` });
  expect(JSON.stringify([uncollected, runErrors])).toContain('at once');
});

it('a script other than `test` is followed where the user names it', async () => {
  const files = { 'package.json': script('node --test lib/', { other: 'node --test x/' }), 'x/b.test.js': BAD };
  const { tests } = await runFiles(subject, files, { command: ['npm', 'run', 'other'] });
  expect(tests.map(({ id }) => id)).toEqual(['x/b.test.js::breaks']);
});
