import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { jest } from '../../src/frameworks/jest/jest.ts';
import { runProgram } from '../../src/sys/program.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const GOOD = "it('holds', () => { expect(1).toBe(1); });\n";
const BAD = "it('breaks', () => { expect(1).toBe(2); });\n";
const PLAIN = { 'package.json': '{"name":"tiny"}' };
const ESM = {
  'package.json': JSON.stringify({
    name: 'tiny',
    type: 'module',
    scripts: { test: 'NODE_OPTIONS=--experimental-vm-modules jest' },
  }),
};
const config = (text: string) => `module.exports = { ${text} };\n`;

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}) {
  return jest.run(requestFor(writtenProject({ ...PLAIN, ...files }), more));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

function filesOf(directory: string) {
  return projectFiles(directory)
    .files.filter((file) => file !== 'node_modules')
    .sort();
}

describe('what a project configures does not hide its tests', () => {
  it('other reporters, coverage and a processor of results change nothing', async () => {
    const report = await run({
      'jest.config.js': config(
        "reporters: ['default'], collectCoverage: true, verbose: true, testResultsProcessor: './good.js'",
      ),
      'good.js': 'module.exports = (results) => ({ ...results, numFailedTests: 0, success: true, testResults: [] });\n',
      'a.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::breaks': 'failed assertion' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('assertions that compare nothing are found out by the canary', async () => {
    const report = await run({
      'jest.config.js': config("setupFilesAfterEnv: ['./setup.js']"),
      'setup.js': "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
      'a.test.js': BAD,
    });
    expect([report.canary, report.incomplete]).toEqual([
      'missing',
      "Baton's own failing test was not seen to fail as it must",
    ]);
  });

  it('a runner that reports everything as passed is found out by the canary', async () => {
    const report = await run({
      'jest.config.js': config("testRunner: './runner.js'"),
      'runner.js': `module.exports = async (globalConfig, config, environment, runtime, testPath) => ({
  leaks: false, numFailingTests: 0, numPassingTests: 1, numPendingTests: 0, numTodoTests: 0, openHandles: [],
  perfStats: { start: 0, end: 1, runtime: 1, slow: false, loadTestEnvironmentStart: 0, loadTestEnvironmentEnd: 0, setupFilesStart: 0, setupFilesEnd: 0, setupAfterEnvStart: 0, setupAfterEnvEnd: 0 },
  skipped: false, snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  testFilePath: testPath, testResults: [{ ancestorTitles: [], failureDetails: [], failureMessages: [], fullName: 'fine', numPassingAsserts: 1, status: 'passed', title: 'fine' }],
});\n`,
      'a.test.js': BAD,
    });
    expect(report.canary).toBe('missing');
  });

  it('a filter for tests is told as a restriction', async () => {
    const report = await run(
      { 'a.test.js': GOOD },
      { command: ['npx', 'jest', '--testNamePattern', 'holds|first|second'] },
    );
    expect([report.focused, report.canary]).toEqual([true, 'seen']);
  });

  it('other names for test files are found out, and the canary goes there', async () => {
    const report = await run({
      'jest.config.js': config("testMatch: ['<rootDir>/checks/**/*.check.js']"),
      'checks/deep/a.check.js': GOOD,
      'decoy.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'checks/deep/a.check.js::holds': 'passed' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('names by a pattern, and no globals, are no hindrance', async () => {
    const report = await run({
      'jest.config.js': config("testRegex: ['_unit\\\\.js$'], injectGlobals: false"),
      'lib/a_unit.js': `const { expect, it } = require('@jest/globals');\n${GOOD}`,
    });
    expect(outcomes(report)).toEqual({ 'lib/a_unit.js::holds': 'passed' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('the same file in two projects is two tests', async () => {
    const report = await run({
      'jest.config.js': config("projects: [{ displayName: 'b' }, { displayName: 'a' }]"),
      'a.test.js': GOOD,
    });
    expect(Object.keys(outcomes(report))).toEqual(['a.test.js::holds', 'a.test.js::holds#2']);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });
});

describe('what goes wrong around tests', () => {
  it('is told of hooks: a test they keep from running fails, after it they fail the run', async () => {
    const report = await run({
      'a.test.js': `describe('before', () => { beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it.skip('two', () => {}); });
describe('after', () => { afterAll(() => { throw new Error('still open'); }); it('three', () => {}); });\n`,
    });
    expect(outcomes(report)).toEqual({
      'a.test.js::before > one': 'failed other',
      'a.test.js::before > two': 'skipped',
      'a.test.js::after > three': 'passed',
    });
    expect(report.runErrors).toEqual(['a.test.js: a hook failed: still open']);
  });

  it.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL');"],
    ['ends well', 'process.exit(0);'],
  ])('is told of a process that %s: its file is uncollected and nothing in it passes', async (_, text) => {
    const report = await run({
      'a.test.js': `it('first', () => {});\nit('dies', () => { ${text} });\n`,
      'b.test.js': GOOD,
    });
    expect(outcomes(report)).toEqual({ 'b.test.js::holds': 'passed' });
    expect(report.uncollected).toMatchObject([{ file: 'a.test.js', failure: { kind: 'crash' } }]);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('is told of errors that come when no test runs', async () => {
    const report = await run({
      'a.test.js': `${GOOD}Promise.reject(new Error('nobody listens'));\n`,
      'b.test.js':
        "it('holds', () => { setTimeout(() => { throw new Error('too late'); }, 1); });\nafterAll(() => new Promise((go) => setTimeout(go, 50)));\n",
    });
    expect(outcomes(report)).toMatchObject({ 'a.test.js::holds': 'passed' });
    expect(report.runErrors.join('\n')).toContain('nobody listens');
    expect(JSON.stringify([report.runErrors, report.tests])).toContain('too late');
  });

  it('is told of a global set-up that fails, and the report is not whole', async () => {
    const report = await run({
      'jest.config.js': config("globalSetup: './global.js'"),
      'global.js': "module.exports = () => { throw new Error('no database'); };\n",
      'a.test.js': GOOD,
    });
    expect(report.runErrors.join()).toContain('no database');
    expect([report.tests, report.canary]).toEqual([[], 'missing']);
    expect(report.incomplete).not.toBeNull();
  });

  it('is told of a module that throws while it is loaded, and of a test file without tests', async () => {
    const report = await run({
      'a.test.js': `require('./a.js');\n${GOOD}`,
      'a.js': "throw new RangeError('too small');\n",
      'b.test.js': 'const nothing = 1;\n',
    });
    expect(report.uncollected).toMatchObject([
      { file: 'a.test.js', failure: { kind: 'import', message: 'RangeError: too small', location: { file: 'a.js' } } },
      { file: 'b.test.js', failure: { kind: 'other' } },
    ]);
  });

  it('is told of a snapshot that nobody has written', async () => {
    const directory = writtenProject({
      ...PLAIN,
      'a.test.js': "it('looks', () => { expect({ a: 1 }).toMatchSnapshot(); });\n",
    });
    const report = await jest.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'a.test.js::looks': 'failed other' });
    expect(filesOf(directory)).toEqual(['a.test.js', 'package.json']);
  });

  it('is no assertion that holds where a test is expected to fail', async () => {
    const report = await run({
      'a.test.js':
        "it.failing('known', () => { expect(1).toBe(2); });\nit.failing('mended', () => { expect(1).toBe(1); });\n",
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::known': 'passed', 'a.test.js::mended': 'failed other' });
    expect(report.tests.map(({ expectedToFail }) => expectedToFail)).toEqual([true, true]);
  });
});

describe('ES modules', () => {
  it.each([
    [
      'a module that does not exist',
      "import { multiply } from './nothing.js';",
      { kind: 'missing' },
      { what: 'module', name: './nothing.js', ours: true },
    ],
    [
      'a name that a module does not have',
      "import { multiply } from './math.js';",
      { kind: 'missing' },
      { what: 'export', name: 'multiply', from: './math.js', ours: true },
    ],
    [
      'a package that is not installed',
      "import multiply from 'nobody-has';",
      { kind: 'import' },
      { what: 'module', ours: false },
    ],
  ])('have %s as such', async (_, text, failure, diagnostic) => {
    const report = await run({
      ...ESM,
      'math.js': 'export const add = (a, b) => a + b;\n',
      'a.test.js': `${text}\n${GOOD}`,
    });
    expect(report.uncollected).toMatchObject([
      { file: 'a.test.js', failure: { ...failure, diagnostics: [diagnostic] } },
    ]);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });
});

describe('a run', () => {
  it('of one file leaves the others out, with or without the canary', async () => {
    const files = { 'a.test.js': GOOD, 'aa.test.js': GOOD, 'b.test.js': BAD };
    const selection = { files: ['a.test.js'] };
    const [looked, proved] = [await run(files, { selection, canary: false }), await run(files, { selection })];
    expect([outcomes(looked), outcomes(proved)]).toEqual([
      { 'a.test.js::holds': 'passed' },
      { 'a.test.js::holds': 'passed' },
    ]);
    expect([looked.canary, looked.incomplete, proved.canary]).toEqual(['absent', null, 'seen']);
  });

  it('works in a path with spaces and other letters', async () => {
    const directory = writtenProject({ ...PLAIN, 'tést dir/a b.test.js': BAD }, { name: 'mein Projekt ✓' });
    const report = await jest.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'tést dir/a b.test.js::breaks': 'failed assertion' });
    expect(report.tests[0]?.failure?.location).toEqual({ file: 'tést dir/a b.test.js', line: 1 });
    expect(report.canary).toBe('seen');
  });

  it('that meets its deadline is incomplete, and leaves nothing behind', async () => {
    const directory = writtenProject({ ...PLAIN, 'a.test.js': "it('hangs', () => { for (;;); });\n" });
    const report = await jest.run(requestFor(directory, { timeoutMs: 3_000 }));
    expect(report.incomplete).toBe('timeout');
    expect(filesOf(directory)).toEqual(['a.test.js', 'package.json']);
  });

  it('without the program says how to get it', async () => {
    const directory = writtenProject({ ...PLAIN, 'a.test.js': GOOD, 'yarn.lock': '' }, { installed: false });
    await expect(jest.run(requestFor(directory))).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('yarn install'),
    });
    expect(filesOf(directory)).toEqual(['a.test.js', 'package.json', 'yarn.lock']);
  });

  it.each([
    ['throws', "throw new Error('no configuration');\n", 'no configuration'],
    ['cannot be parsed', 'module.exports = {\n', 'SyntaxError'],
    ['asks for a preset that is not there', config("preset: 'nobody-has'"), 'Preset nobody-has not found'],
  ])('with a configuration that %s tells what is wrong', async (_, text, word) => {
    await expect(run({ 'jest.config.js': text, 'a.test.js': GOOD })).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining(word),
    });
  });

  it('by the project’s own script and by the user’s own command is the same with Baton’s reporter', async () => {
    const files = {
      'package.json': JSON.stringify({
        scripts: { test: 'npm run unit', unit: 'cross-env X=1 jest --runInBand --bail --config own.config.js lib' },
      }),
      'own.config.js': config("testMatch: ['**/*.check.js']"),
      'lib/a.check.js': "it('has its environment', () => { expect(process.env.X).toBe('1'); });\n",
      'other/b.check.js': BAD,
    };
    const seen = { 'lib/a.check.js::has its environment': 'passed' };
    for (const command of [undefined, ['npm', 'test'], ['npm', 'run', 'unit', '--', '--verbose']]) {
      const report = await run(files, { command });
      expect([outcomes(report), report.canary]).toEqual([seen, 'seen']);
    }
    await expect(run(files, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('with dependencies that cannot be written, in the sandbox, is like any other', async ({ skip }) => {
    if ((await findSandbox()).kind === 'none') skip('there is no sandbox');
    const directory = writtenProject({ ...PLAIN, 'a.test.js': GOOD }, { installed: false });
    mkdirSync(join(directory, 'node_modules'));
    const request = requestFor(directory);
    const mounts = [{ from: modules, to: join(directory, 'node_modules') }];
    const rules = { writable: [directory, request.scratch], mounts, network: false, cwd: directory };
    const environment = { PATH: process.env.PATH ?? '', HOME: join(request.scratch, 'home') };
    const report = await jest.run({
      ...request,
      start: (program, more) =>
        runProgram({
          program: sandboxed(program, rules),
          cwd: directory,
          environment: { ...environment, ...more },
          timeoutMs: 60_000,
        }),
    });
    expect([outcomes(report), report.canary, report.incomplete]).toEqual([
      { 'a.test.js::holds': 'passed' },
      'seen',
      null,
    ]);
  });
});
