import { expect } from 'vitest';
import { NOT_SELECTED, type Promises } from '../contract/promises.ts';
import { importing, jsPromises } from '../js-promises.ts';

export const USE = "import assert from 'node:assert/strict';\n";
export const GOOD = `${USE}it('holds', () => { assert.equal(1, 1); });\n`;
export const BAD = `${USE}it('breaks', () => { assert.equal(1, 2); });\n`;
export const config = (values: object) => JSON.stringify(values);

const NOT_THIS = `import { writeFileSync } from 'node:fs';\nwriteFileSync(process.env.TMPDIR + '/${NOT_SELECTED}', '');\n${BAD}`;
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('lib/x', { recursive: true });
writeFileSync('lib/x/a.check.js', ${JSON.stringify(`${USE}it(process.env.KIND, () => { assert.equal(globalThis.first, 1); });\n`)});\n`;

export const mochaPromises: Promises = {
  ...jsPromises({ good: GOOD, bad: BAD, use: '', line: 2, at: (name) => `test/${name}.js`, take: importing }),
  look: {
    files: { '.mocharc.json': config({ spec: 'test/*.js' }), 'test/a.js': GOOD, 'test/b.js': NOT_THIS, 'x/c.js': GOOD },
    request: { selection: { files: ['test/a.js', 'x/c.js'] }, canary: false },
    shows: { outcomes: { 'test/a.js::holds': 'passed', 'x/c.js::holds': 'passed' }, canary: 'absent' },
  },
  reporter: {
    files: {
      '.mocharc.json': config({
        reporter: 'dot',
        retries: 3,
        bail: true,
        grep: 'nothing',
        'dry-run': true,
        parallel: true,
        'forbid-only': true,
        'pass-on-failing-test-suite': true,
        'allow-uncaught': true,
      }),
      'test/a.js': `${USE}let times = 0;\nit('flickers', () => { times += 1; assert.equal(times, 2); });\n`,
      'test/b.js': GOOD,
    },
    shows: {
      outcomes: { 'test/a.js::flickers': 'failed assertion', 'test/b.js::holds': 'passed' },
      exitCode: 1,
    },
  },
  forged: {
    'assertions that compare nothing': {
      files: {
        '.mocharc.json': config({ require: './evil.mjs' }),
        'evil.mjs': "import assert from 'node:assert';\nassert.strictEqual = assert.strict.equal = () => {};\n",
        'test/a.js': BAD,
      },
      incomplete: "Baton's own failing test was not seen to fail as it must",
    },
    'a run from which the reporter is taken away': {
      files: {
        '.mocharc.json': config({ require: './evil.cjs' }),
        'evil.cjs':
          "const Mocha = require('mocha');\nconst { run } = Mocha.prototype;\nMocha.prototype.run = function (fn) { this._reporter = Mocha.reporters.Dot; return run.call(this, fn); };\n",
        'test/a.js': GOOD,
      },
    },
  },
  missing: { files: { 'test/a.js': GOOD, 'yarn.lock': '' }, without: 'packages', message: /yarn install/ },
  broken: {
    'a configuration that cannot be parsed': {
      files: { '.mocharc.json': '{', 'test/a.js': GOOD },
      message: /mocharc\.json/,
    },
    'a configuration that throws': {
      files: { '.mocharc.cjs': "throw new Error('no configuration');\n", 'test/a.js': GOOD },
      message: /no configuration/,
    },
    'a configuration that asks for a package that is not there': {
      files: { '.mocharc.json': '{"require":"nobody-has"}', 'test/a.js': GOOD },
      message: /nobody-has/,
    },
  },
  commands: {
    files: {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: {
          test: 'npm run build && KIND=unit node --import ./first.mjs node_modules/.bin/mocha -R dot lib/**/*.check.js',
          build: 'node build.mjs',
        },
      }),
      'build.mjs': BUILD,
      'first.mjs': 'globalThis.first = 1;\n',
      'test/b.js': BAD,
    },
    all: [undefined, ['npm', 'test'], ['npm', 'run', 'test', '--', '--exit']],
    shows: { outcomes: { 'lib/x/a.check.js::unit': 'passed' } },
  },
  setUp: {
    files: {
      '.mocharc.json': config({ require: './global.mjs' }),
      'global.mjs': "export function mochaGlobalSetup() { throw new Error('no database'); }\n",
      'test/a.js': GOOD,
    },
    shows: {
      runErrors: [expect.stringContaining('no database')],
      uncollected: expect.anything(),
      outcomes: expect.anything(),
      canary: expect.anything(),
      incomplete: expect.any(String),
    },
  },
  names: {
    'other names than usual, and the canary goes there': {
      files: {
        '.mocharc.json': config({ spec: ['checks/**/*.check.cjs'] }),
        'checks/deep/a.check.cjs':
          "const assert = require('node:assert');\nit('holds', () => { assert.equal(1, 1); });\n",
        'decoy.test.js': BAD,
      },
      shows: { outcomes: { 'checks/deep/a.check.cjs::holds': 'passed' } },
    },
    'other names than usual, before there is one': {
      files: { '.mocharc.cjs': "module.exports = { spec: 'checks/**/*.check.{js,cjs}' };\n" },
      shows: {},
    },
  },
  restricted: 'A filter for names is set aside, on the command line and in the configuration.',
  troubles: {
    hooks: {
      files: {
        'test/hooks.js': `${USE}
describe('before', () => { before(() => { throw new Error('no database'); }); it('one', () => {}); describe('in', () => { it('two', () => {}); }); });
describe('each', () => { beforeEach(() => { thing.open(); }); const thing = {}; it('three', () => {}); it('four', () => {}); });
describe('after', () => { after(() => { throw new Error('still open'); }); it('five', () => {}); });\n`,
        'test/root.js': `${USE}after(() => { throw new Error('never closed'); });\nit('six', () => {});\n`,
      },
      shows: {
        outcomes: {
          'test/hooks.js::before > one': 'errored other',
          'test/hooks.js::before > in > two': 'errored other',
          'test/hooks.js::each > three': 'errored missing',
          'test/hooks.js::each > four': 'errored missing',
          'test/hooks.js::after > five': 'passed',
          'test/root.js::six': 'passed',
        },
        runErrors: ['test/hooks.js > after: a hook failed: still open', '"after all" hook for "six": never closed'],
      },
    },
    loading: {
      files: {
        'test/deeper.js': "import { gone } from '../src/deeper.js';\nit('one', () => { gone(); });\n",
        'src/deeper.js': "export { gone } from './math.js';\n",
        'src/math.js': 'export const add = 1;\n',
        'test/half.cjs': "it('half', () => {});\ndescribe('half', () => {});\nrequire('./nowhere.js');\n",
        'test/throws.cjs': "require('../src/throws.cjs');\n",
        'src/throws.cjs': "throw new RangeError('while loading');\n",
      },
      shows: {
        uncollected: { 'test/deeper.js': 'missing', 'test/half.cjs': 'missing', 'test/throws.cjs': 'import' },
        failures: {
          'test/deeper.js': { diagnostics: [{ what: 'export', name: 'gone', file: 'src/deeper.js', line: 1 }] },
          'test/half.cjs': { diagnostics: [{ what: 'module', name: './nowhere.js' }] },
          'test/throws.cjs': { location: { file: 'src/throws.cjs', line: 1 } },
        },
      },
    },
    dying: {
      apart: true,
      files: {
        'test/a.js': "it('one', () => {});\n",
        'test/b.js': "it('dies', () => { process.kill(process.pid, 'SIGKILL'); });\nit('next', () => {});\n",
        'test/c.js': "it('last', () => {});\n",
      },
      shows: {
        outcomes: { 'test/a.js::one': 'passed' },
        uncollected: { 'test/b.js': 'crash', 'test/c.js': 'crash' },
        canary: expect.anything(),
        incomplete: 'the run was ended by SIGKILL',
      },
    },
    expected: 'Mocha has no tests that are expected to fail.',
  },
};
