import { expect } from 'vitest';
import type { Promises } from '../contract/promises.ts';
import { importing, jsPromises, loadingTrouble } from '../js-promises.ts';

export const USE = "import { afterAll, beforeAll, describe, expect, it } from 'vitest';\n";
export const GOOD = `${USE}it('holds', () => { expect(1).toBe(1); });\n`;
export const BAD = `${USE}it('breaks', () => { expect(1).toBe(2); });\n`;
export const config = (test: string) => `export default { test: { ${test} } };\n`;

export const vitestPromises: Promises = {
  ...jsPromises(
    { good: GOOD, bad: BAD, use: USE, line: 2, at: (name) => `${name}.test.js`, take: importing },
    // Vitest runs along what has the path of a selected file in its own.
    { 'a.test.jsx': GOOD, 'aa.test.js': GOOD },
  ),
  reporter: {
    files: {
      'vitest.config.js': config(
        "reporters: ['json'], outputFile: 'out.json', retry: 3, update: true, coverage: { enabled: true }",
      ),
      'a.test.js': `${USE}let times = 0;\nit('flickers', () => { times += 1; expect(times).toBe(2); });\n`,
    },
    shows: { outcomes: { 'a.test.js::flickers': 'failed assertion' } },
  },
  forged: {
    'a set-up that takes the reporters away': {
      files: {
        'vitest.config.js': config("globalSetup: './global.js'"),
        'global.js': 'export function setup(project) { project.vitest.reporters.length = 0; }\n',
        'a.test.js': BAD,
      },
      incomplete: 'the run ended before its report did',
    },
    'assertions that compare nothing': {
      files: {
        'vitest.config.js': config("setupFiles: './setup.js'"),
        'setup.js': `${USE}expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n`,
        'a.test.js': BAD,
      },
      incomplete: "Baton's own failing test was not seen to fail as it must",
    },
    'a runner that runs nothing': {
      files: {
        'vitest.config.js': config("runner: './runner.js'"),
        'runner.js':
          "import { VitestTestRunner } from 'vitest/runners';\nexport default class extends VitestTestRunner { async runTask() {} }\n",
        'a.test.js': BAD,
      },
    },
  },
  missing: { files: { 'a.test.js': GOOD, 'pnpm-lock.yaml': '' }, without: 'packages', message: /pnpm install/ },
  broken: {
    'a configuration that throws': {
      files: { 'vitest.config.js': "throw new Error('no configuration');\n", 'a.test.js': GOOD },
      message: /vitest\.config\.js[\s\S]*no configuration/,
    },
    'a configuration that cannot be parsed': {
      files: { 'vitest.config.js': 'export default {\n', 'a.test.js': GOOD },
      message: /vitest\.config\.js[\s\S]*PARSE_ERROR/,
    },
    'a configuration that asks for a package that is not there': {
      files: { 'vitest.config.js': "import 'nobody-has';\nexport default {};\n", 'a.test.js': GOOD },
      message: /vitest\.config\.js[\s\S]*nobody-has/,
    },
    'a plugin that takes the reporters away': {
      files: {
        'vitest.config.js':
          "export default { plugins: [{ name: 'x', configureVitest({ vitest }) { vitest.config.reporters.length = 0; } }] };\n",
        'a.test.js': GOOD,
      },
      message: /takes the place/,
    },
  },
  commands: {
    files: {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'npm run unit', unit: 'X=1 vitest run --config own.config.js --bail 1 lib' },
      }),
      'own.config.js': config("include: ['lib/*.check.js', 'other/*.check.js']"),
      'lib/a.check.js': `${USE}it('has its environment', () => { expect(process.env.X).toBe('1'); });\n`,
      'other/b.check.js': BAD,
    },
    all: [undefined, ['npm', 'test'], ['npm', 'run', 'unit', '--', '--no-file-parallelism']],
    shows: { outcomes: { 'lib/a.check.js::has its environment': 'passed' } },
  },
  setUp: {
    files: {
      'vitest.config.js': config("globalSetup: './global.js'"),
      'global.js': "export function setup() { throw new Error('no database'); }\n",
      'a.test.js': GOOD,
    },
    shows: {
      runErrors: [expect.stringContaining('no database')],
      canary: 'missing',
      incomplete: expect.any(String),
    },
  },
  names: {
    'other names than usual, and the canary goes there': {
      files: {
        'vitest.config.js': config("include: ['checks/**/*.check.ts']"),
        'checks/deep/a.check.ts': GOOD,
        'decoy.test.js': BAD,
      },
      shows: { outcomes: { 'checks/deep/a.check.ts::holds': 'passed' } },
    },
    'other names than usual, before there is one': {
      files: { 'vitest.config.js': config("include: ['checks/**/*.check.{ts,js}']") },
      shows: {},
    },
  },
  restricted: {
    'a pattern for names in the configuration': {
      files: { 'vitest.config.js': config('testNamePattern: /./'), 'a.test.js': GOOD },
      shows: { outcomes: { 'a.test.js::holds': 'passed' }, focused: true },
    },
  },
  troubles: {
    hooks: {
      files: {
        'hooks.test.js': `${USE}
describe('before', () => { beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it.skip('two', () => {}); });
describe('after', () => { afterAll(() => { throw new Error('still open'); }); it('three', () => {}); });\n`,
      },
      shows: {
        outcomes: {
          'hooks.test.js::before > one': 'errored other',
          'hooks.test.js::before > two': 'skipped',
          'hooks.test.js::after > three': 'passed',
        },
        runErrors: ['hooks.test.js > after: a hook failed: still open'],
      },
    },
    loading: loadingTrouble("import './loading.js';", GOOD),
    dying: {
      files: {
        'dying.test.js': `${USE}it('first', () => {});\nit('dies', () => { process.kill(process.pid, 'SIGKILL'); });\n`,
        'living.test.js': GOOD,
      },
      shows: {
        outcomes: { 'living.test.js::holds': 'passed' },
        uncollected: { 'dying.test.js': 'crash' },
        runErrors: [/./],
      },
    },
    expected: {
      files: {
        'fails.test.js': `${USE}it.fails('known', () => { expect(1).toBe(2); });\nit.fails('mended', () => { expect(1).toBe(1); });\n`,
      },
      shows: {
        outcomes: {
          'fails.test.js::known': 'passed, expected to fail',
          'fails.test.js::mended': 'failed other, expected to fail',
        },
      },
    },
  },
};
