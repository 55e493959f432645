import { expect } from 'vitest';
import type { Promises } from '../contract/promises.ts';
import { jsPromises, loadingTrouble, requiring } from '../js-promises.ts';

export const GOOD = "it('holds', () => { expect(1).toBe(1); });\n";
export const BAD = "it('breaks', () => { expect(1).toBe(2); });\n";
export const config = (text: string) => `module.exports = { ${text} };\n`;

/** A runner in place of Jest's own that has one passing test for every file. */
const LYING_RUNNER = `module.exports = async (globalConfig, config, environment, runtime, testPath) => ({
  leaks: false, numFailingTests: 0, numPassingTests: 1, numPendingTests: 0, numTodoTests: 0, openHandles: [],
  perfStats: { start: 0, end: 1, runtime: 1, slow: false, loadTestEnvironmentStart: 0, loadTestEnvironmentEnd: 0, setupFilesStart: 0, setupFilesEnd: 0, setupAfterEnvStart: 0, setupAfterEnvEnd: 0 },
  skipped: false, snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  testFilePath: testPath, testResults: [{ ancestorTitles: [], failureDetails: [], failureMessages: [], fullName: 'fine', numPassingAsserts: 1, status: 'passed', title: 'fine' }],
});\n`;

export const jestPromises: Promises = {
  ...jsPromises({ good: GOOD, bad: BAD, use: '', line: 1, at: (name) => `${name}.test.js`, take: requiring }),
  reporter: {
    files: {
      'jest.config.js': config(
        "reporters: ['default'], collectCoverage: true, verbose: true, testResultsProcessor: './good.js'",
      ),
      'good.js': 'module.exports = (results) => ({ ...results, numFailedTests: 0, success: true, testResults: [] });\n',
      'a.test.js': BAD,
    },
    shows: { outcomes: { 'a.test.js::breaks': 'failed assertion' } },
  },
  forged: {
    'assertions that compare nothing': {
      files: {
        'jest.config.js': config("setupFilesAfterEnv: ['./setup.js']"),
        'setup.js': "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
        'a.test.js': BAD,
      },
      incomplete: "Baton's own failing test was not seen to fail as it must",
    },
    'a runner that reports everything as passed': {
      files: { 'jest.config.js': config("testRunner: './runner.js'"), 'runner.js': LYING_RUNNER, 'a.test.js': BAD },
    },
  },
  missing: { files: { 'a.test.js': GOOD, 'yarn.lock': '' }, without: 'packages', message: /yarn install/ },
  broken: {
    'a configuration that throws': {
      files: { 'jest.config.js': "throw new Error('no configuration');\n", 'a.test.js': GOOD },
      message: /no configuration/,
    },
    'a configuration that cannot be parsed': {
      files: { 'jest.config.js': 'module.exports = {\n', 'a.test.js': GOOD },
      message: /SyntaxError/,
    },
    'a configuration that asks for a preset that is not there': {
      files: { 'jest.config.js': config("preset: 'nobody-has'"), 'a.test.js': GOOD },
      message: /Preset nobody-has not found/,
    },
  },
  commands: {
    files: {
      'package.json': JSON.stringify({
        scripts: { test: 'npm run unit', unit: 'cross-env X=1 jest --runInBand --bail --config own.config.js lib' },
      }),
      'own.config.js': config("testMatch: ['**/*.check.js']"),
      'lib/a.check.js': "it('has its environment', () => { expect(process.env.X).toBe('1'); });\n",
      'other/b.check.js': BAD,
    },
    all: [undefined, ['npm', 'test'], ['npm', 'run', 'unit', '--', '--verbose']],
    shows: { outcomes: { 'lib/a.check.js::has its environment': 'passed' } },
  },
  setUp: {
    files: {
      'jest.config.js': config("globalSetup: './global.js'"),
      'global.js': "module.exports = () => { throw new Error('no database'); };\n",
      'a.test.js': GOOD,
    },
    shows: { runErrors: [expect.stringContaining('no database')], canary: 'missing', incomplete: expect.any(String) },
  },
  names: {
    'other names than usual, and the canary goes there': {
      files: {
        'jest.config.js': config("testMatch: ['<rootDir>/checks/**/*.check.js']"),
        'checks/deep/a.check.js': GOOD,
        'decoy.test.js': BAD,
      },
      shows: { outcomes: { 'checks/deep/a.check.js::holds': 'passed' } },
    },
    'names by a pattern, and no globals': {
      files: {
        'jest.config.js': config("testRegex: ['_unit\\\\.js$'], injectGlobals: false"),
        'lib/a_unit.js': `const { expect, it } = require('@jest/globals');\n${GOOD}`,
      },
      shows: { outcomes: { 'lib/a_unit.js::holds': 'passed' } },
    },
  },
  restricted: {
    'a pattern for names on the command line': {
      files: { 'a.test.js': GOOD },
      request: { command: ['npx', 'jest', '--testNamePattern', '.'] },
      shows: { outcomes: { 'a.test.js::holds': 'passed' }, focused: true },
    },
  },
  troubles: {
    hooks: {
      files: {
        'hooks.test.js': `describe('before', () => { beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it.skip('two', () => {}); });
describe('after', () => { afterAll(() => { throw new Error('still open'); }); it('three', () => {}); });\n`,
      },
      shows: {
        outcomes: {
          'hooks.test.js::before > one': 'failed other',
          'hooks.test.js::before > two': 'skipped',
          'hooks.test.js::after > three': 'passed',
        },
        runErrors: ['hooks.test.js: a hook failed: still open'],
      },
    },
    loading: loadingTrouble("require('./loading.js');", GOOD),
    dying: {
      files: {
        'killed.test.js': "it('first', () => {});\nit('dies', () => { process.kill(process.pid, 'SIGKILL'); });\n",
        'leaving.test.js': "it('first', () => {});\nit('leaves', () => { process.exit(0); });\n",
        'living.test.js': GOOD,
      },
      shows: {
        outcomes: { 'living.test.js::holds': 'passed' },
        uncollected: { 'killed.test.js': 'crash', 'leaving.test.js': 'crash' },
      },
    },
    expected: {
      files: {
        'failing.test.js':
          "it.failing('known', () => { expect(1).toBe(2); });\nit.failing('mended', () => { expect(1).toBe(1); });\n",
      },
      shows: {
        outcomes: {
          'failing.test.js::known': 'passed, expected to fail',
          'failing.test.js::mended': 'failed other, expected to fail',
        },
      },
    },
  },
};
