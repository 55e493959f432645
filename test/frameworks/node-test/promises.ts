import { expect } from 'vitest';
import type { Promises } from '../contract/promises.ts';
import { importing, jsPromises } from '../js-promises.ts';

export const USE =
  "import { after, before, beforeEach, describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n";
export const GOOD = `${USE}it('holds', () => { assert.equal(1, 1); });\n`;
export const BAD = `${USE}it('breaks', () => { assert.equal(1, 2); });\n`;
/** A manifest with this script for the tests. */
export const script = (test: string, more = {}) =>
  JSON.stringify({ name: 'tiny', type: 'module', scripts: { test, ...more } });

const WAIT = 'await new Promise((resolve) => setTimeout(resolve, 50));';
const dies = (deed: string) => `${USE}it('one', () => {});\nit('dies', () => { ${deed}; });\n`;
const PATTERNS = {
  'test/a.js': GOOD,
  'test/deep/b.js': BAD,
  'lib/c.test.js': GOOD,
  'lib/c.js': 'export default 1;\n',
};

export const nodeTestPromises: Promises = {
  ...jsPromises({ good: GOOD, bad: BAD, use: USE, line: 3, at: (name) => `${name}.test.js`, take: importing }),
  reporter: {
    files: {
      'package.json': script(
        'node --test --watch --test-reporter=dot --test-name-pattern=nothing --experimental-test-coverage --test-shard 1/9',
      ),
      'a.test.js': GOOD,
      'b.test.js': BAD,
    },
    shows: { outcomes: { 'a.test.js::holds': 'passed', 'b.test.js::breaks': 'failed assertion' } },
  },
  forged: {
    'assertions that compare nothing': {
      files: {
        'package.json': script('node --import ./evil.mjs --test'),
        'evil.mjs': "import assert from 'node:assert/strict';\nassert.equal = () => {};\n",
        'a.test.js': BAD,
      },
      incomplete: "Baton's own failing test was not seen to fail as it must",
    },
  },
  missing: { files: { 'a.test.js': GOOD }, without: /^node(js)?$/, message: /Cannot start node .*Is it installed/ },
  broken: {
    'options that node does not know': {
      files: { 'package.json': script('node --no-such-option --test'), 'a.test.js': GOOD },
      message: /--no-such-option/,
    },
  },
  commands: {
    files: {
      'package.json': script('npm run unit', { unit: 'X=1 node --test lib/' }),
      'lib/a.test.js': `${USE}it('has its environment', () => { assert.equal(process.env.X ?? '1', '1'); });\n`,
      'x/b.test.js': BAD,
    },
    all: [undefined, ['npm', 'run', 'unit'], ['node', '--test', 'lib/a.test.js']],
    shows: { outcomes: { 'lib/a.test.js::has its environment': 'passed' } },
  },
  setUp: 'Node 20 and 22 have no set-up of the whole run.',
  names: {
    'a directory': {
      files: { ...PATTERNS, 'package.json': script('node --test test/') },
      shows: { outcomes: { 'test/a.js::holds': 'passed', 'test/deep/b.js::breaks': 'failed assertion' } },
    },
    'a glob that a shell would expand': {
      files: { ...PATTERNS, 'package.json': script('node --test test/*.js ./lib') },
      shows: { outcomes: { 'lib/c.test.js::holds': 'passed', 'test/a.js::holds': 'passed' } },
    },
    'a glob in quotes': {
      files: { ...PATTERNS, 'package.json': script("node --test 'test/**/*.js'") },
      shows: { outcomes: { 'test/a.js::holds': 'passed', 'test/deep/b.js::breaks': 'failed assertion' } },
    },
    'a glob of no file': { files: { ...PATTERNS, 'package.json': script('node --test nowhere/*.js') }, shows: {} },
  },
  restricted: {
    'tests marked `only`, although nothing is left out without --test-only': {
      files: { 'a.test.js': `${USE}it.only('one', () => {});\nit('two', () => {});\n` },
      shows: { outcomes: { 'a.test.js::one': 'passed', 'a.test.js::two': 'passed' }, focused: true },
    },
  },
  troubles: {
    hooks: {
      files: {
        'hooks.test.js': `${USE}
describe('before', () => { before(() => { throw new Error('no database'); }); it('one', () => {}); describe('in', () => { it('two', () => {}); }); });
describe('each', () => { beforeEach(() => { throw new TypeError('thing.open is not a function'); }); it('three', () => {}); });
describe('after', () => { after(() => { throw new Error('still open'); }); it('four', () => {}); });\n`,
        'root.test.js': `${USE}after(() => { throw new Error('never closed'); });\nit('five', () => {});\n`,
      },
      shows: {
        outcomes: {
          'hooks.test.js::before > one': 'errored other',
          'hooks.test.js::before > in > two': 'errored other',
          'hooks.test.js::each > three': 'errored missing',
          'hooks.test.js::after > four': 'passed',
          'root.test.js::five': 'passed',
        },
        failures: { 'hooks.test.js::before > one': { message: 'no database' } },
        runErrors: ['hooks.test.js > after: a hook failed: still open', 'root.test.js: a hook failed: never closed'],
      },
    },
    loading: {
      files: {
        'group.test.js': `${USE}describe('group', () => { it('one', () => {}); throw new RangeError('too small'); });\n`,
        'throws.test.js': `${USE}throw new Error('at once');\n`,
        'loading.test.js': `import './loading.js';\n${GOOD}`,
        'loading.js': "throw new RangeError('while loading');\n",
      },
      shows: {
        outcomes: { 'group.test.js::group > one': 'errored other' },
        uncollected: { 'group.test.js': 'other', 'throws.test.js': 'other', 'loading.test.js': 'import' },
        failures: {
          'group.test.js': { message: 'RangeError: too small' },
          'throws.test.js': { message: 'at once', location: { line: 3 } },
          'loading.test.js': { location: { file: 'loading.js', line: 1 } },
        },
      },
    },
    dying: {
      files: {
        'leaving.test.js': `${USE}it('one', async () => { ${WAIT} });\nit('two', async () => { ${WAIT} process.exit(0); });\nit('three', () => {});\n`,
        'killed.test.js': dies("process.kill(process.pid, 'SIGKILL')"),
        'aborting.test.js': dies('process.abort()'),
        'silent.test.js': dies('process.reallyExit(0)'),
        'living.test.js': GOOD,
      },
      shows: {
        outcomes: expect.objectContaining({ 'leaving.test.js::one': 'passed', 'living.test.js::holds': 'passed' }),
        uncollected: {
          'leaving.test.js': 'crash',
          'killed.test.js': 'crash',
          'aborting.test.js': 'crash',
          'silent.test.js': 'crash',
        },
        failures: {
          'leaving.test.js': { location: { file: 'leaving.test.js', line: 4 } },
          'killed.test.js': { message: expect.stringContaining('SIGKILL') },
          'aborting.test.js': { message: expect.stringContaining('SIGABRT') },
          'silent.test.js': { message: expect.stringContaining('without a trace') },
        },
      },
    },
    expected: 'Node 20 and 22 have no tests that are expected to fail.',
  },
};
