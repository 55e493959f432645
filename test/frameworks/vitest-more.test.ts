import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { vitest } from '../../src/frameworks/vitest/vitest.ts';
import { runProgram } from '../../src/sys/program.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const USE = "import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';\n";
const GOOD = `${USE}it('holds', () => { expect(1).toBe(1); });\n`;
const BAD = `${USE}it('breaks', () => { expect(1).toBe(2); });\n`;
const config = (test: string) => `export default { test: { ${test} } };\n`;

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}) {
  return vitest.run(requestFor(writtenProject(files), more));
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
  it('other reporters, a name for the output and retries change nothing', async () => {
    const report = await run({
      'vitest.config.js': config(
        "reporters: ['json'], outputFile: 'out.json', retry: 3, update: true, coverage: { enabled: true }",
      ),
      'a.test.js': `${USE}let times = 0;\nit('flickers', () => { times += 1; expect(times).toBe(2); });\n`,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::flickers': 'failed assertion' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('a plugin that takes the reporters away is refused', async () => {
    const plugin = "{ name: 'x', configureVitest({ vitest }) { vitest.config.reporters.length = 0; } }";
    await expect(
      run({ 'vitest.config.js': `export default { plugins: [${plugin}] };\n`, 'a.test.js': GOOD }),
    ).rejects.toMatchObject({ code: 'project_misconfigured', message: expect.stringContaining('takes the place') });
  });

  it('a set-up that takes the reporters away is found out', async () => {
    const report = await run({
      'vitest.config.js': config("globalSetup: './global.js'"),
      'global.js': 'export function setup(project) { project.vitest.reporters.length = 0; }\n',
      'a.test.js': BAD,
    });
    expect([report.canary, report.incomplete]).toEqual(['missing', 'the run ended before its report did']);
  });

  it('assertions that compare nothing are found out by the canary', async () => {
    const report = await run({
      'vitest.config.js': config("setupFiles: './setup.js'"),
      'setup.js': `${USE}expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n`,
      'a.test.js': BAD,
    });
    expect([report.canary, report.incomplete]).toEqual([
      'missing',
      "Baton's own failing test was not seen to fail as it must",
    ]);
  });

  it('a runner that reports everything as passed is found out by the canary', async () => {
    const report = await run({
      'vitest.config.js': config("runner: './runner.js'"),
      'runner.js': `import { VitestTestRunner } from 'vitest/runners';\nexport default class extends VitestTestRunner { async runTask() {} }\n`,
      'a.test.js': BAD,
    });
    expect(report.canary).toBe('missing');
  });

  it('a pattern for names is told as a restriction', async () => {
    const report = await run({
      'vitest.config.js': config('testNamePattern: /holds|first|second/'),
      'a.test.js': GOOD,
    });
    expect([report.focused, report.canary]).toEqual([true, 'seen']);
  });

  it('other names for test files are found out, and the canary goes there', async () => {
    const report = await run({
      'vitest.config.js': config("include: ['checks/**/*.check.ts']"),
      'checks/deep/a.check.ts': GOOD,
      'decoy.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'checks/deep/a.check.ts::holds': 'passed' });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('other names for test files with no test yet are read from the configuration', async () => {
    const report = await run({ 'vitest.config.js': config("include: ['checks/**/*.check.{ts,js}']") });
    expect([report.tests, report.canary, report.incomplete]).toEqual([[], 'seen', null]);
  });

  it('the same file in two projects is two tests', async () => {
    const report = await run({
      'vitest.config.js': config("projects: [{ test: { name: 'b' } }, { test: { name: 'a' } }]"),
      'a.test.js': GOOD,
    });
    expect(Object.keys(outcomes(report))).toEqual(['a.test.js::holds', 'a.test.js::holds#2']);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });
});

describe('what goes wrong around tests', () => {
  it('is told of hooks: a test they keep from running is errored, after it they fail the run', async () => {
    const report = await run({
      'a.test.js': `${USE}
describe('before', () => { beforeAll(() => { throw new Error('no database'); }); it('one', () => {}); it.skip('two', () => {}); });
describe('after', () => { afterAll(() => { throw new Error('still open'); }); it('three', () => {}); });\n`,
    });
    expect(outcomes(report)).toEqual({
      'a.test.js::before > one': 'errored other',
      'a.test.js::before > two': 'skipped',
      'a.test.js::after > three': 'passed',
    });
    expect(report.runErrors).toEqual(['a.test.js > after: a hook failed: still open']);
  });

  it('is told of a process that is killed: its file is uncollected and nothing in it passes', async () => {
    const report = await run({
      'a.test.js': `${USE}it('first', () => {});\nit('dies', () => { process.kill(process.pid, 'SIGKILL'); });\n`,
      'b.test.js': GOOD,
    });
    expect(outcomes(report)).toEqual({ 'b.test.js::holds': 'passed' });
    expect(report.uncollected).toMatchObject([{ file: 'a.test.js', failure: { kind: 'crash' } }]);
    expect(report.runErrors).not.toEqual([]);
  });

  it('is told of a run that fails without a failing test', async () => {
    const report = await run({ 'vitest.config.js': `process.exitCode = 3;\n${config('')}`, 'a.test.js': GOOD });
    expect([report.exitCode, report.runErrors]).toEqual([3, ['vitest ended with exit code 3 although no test failed']]);
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('is told of a global set-up that fails, and the report is not whole', async () => {
    const report = await run({
      'vitest.config.js': config("globalSetup: './global.js'"),
      'global.js': "export function setup() { throw new Error('no database'); }\n",
      'a.test.js': GOOD,
    });
    expect(report.runErrors.join()).toContain('no database');
    expect([report.tests, report.canary]).toEqual([[], 'missing']);
    expect(report.incomplete).not.toBeNull();
  });

  it('is told of a module that throws while it is loaded, and of a test file without tests', async () => {
    const report = await run({
      'a.test.js': `import './a.js';\n${GOOD}`,
      'a.js': "throw new RangeError('too small');\n",
      'b.test.js': 'const nothing = 1;\n',
    });
    expect(report.uncollected).toMatchObject([
      { file: 'a.test.js', failure: { kind: 'import', message: 'RangeError: too small', location: { file: 'a.js' } } },
      { file: 'b.test.js', failure: { kind: 'other' } },
    ]);
  });

  it('is told of a snapshot that nobody has written', async () => {
    const files = { 'a.test.js': `${USE}it('looks', () => { expect({ a: 1 }).toMatchSnapshot(); });\n` };
    const directory = writtenProject(files);
    const report = await vitest.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'a.test.js::looks': 'failed other' });
    expect(projectFiles(directory).files.filter((file) => file.endsWith('.snap'))).toEqual([]);
  });

  it('is no assertion that holds where a test is expected to fail', async () => {
    const report = await run({
      'a.test.js': `${USE}it.fails('known', () => { expect(1).toBe(2); });\nit.fails('mended', () => { expect(1).toBe(1); });\n`,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::known': 'passed', 'a.test.js::mended': 'failed other' });
    expect(report.tests.map(({ expectedToFail }) => expectedToFail)).toEqual([true, true]);
  });
});

describe('TypeScript', () => {
  it.each([
    [
      'a module that does not exist',
      "import { Stack } from './stack';\nit('is', () => { new Stack(); });\n",
      { what: 'module', name: './stack', ours: true },
    ],
    [
      'a class that does not exist',
      "import { Stack } from './thing';\nit('is', () => { new Stack<number>(); });\n",
      { what: 'member', name: 'Stack' },
    ],
    [
      'a method that does not exist',
      "import { thing } from './thing';\nit('is', () => { (thing as any).peek(); });\n",
      { what: 'member' },
    ],
  ])('has %s as missing', async (_, text, diagnostic) => {
    const report = await run({
      'a.test.ts': `${USE}${text}`,
      'thing.ts': 'export const thing: { a?: number } = {};\n',
    });
    const failure = report.tests[0]?.failure ?? report.uncollected[0]?.failure;
    expect(failure).toMatchObject({ kind: 'missing', diagnostics: [{ ...diagnostic, file: 'a.test.ts' }] });
    expect([report.canary, report.incomplete]).toEqual(['seen', null]);
  });

  it('has a syntax error by its place', async () => {
    const report = await run({ 'a.test.ts': `${USE}interface A { x: string;\nit('is', () => {});\n` });
    expect(report.uncollected).toMatchObject([{ failure: { kind: 'syntax', location: { file: 'a.test.ts' } } }]);
  });
});

describe('a run', () => {
  it('of one file leaves the others out, with or without the canary', async () => {
    const files = { 'a.test.js': GOOD, 'a.test.jsx': GOOD, 'b.test.js': BAD };
    const selection = { files: ['a.test.js'] };
    const [looked, proved] = [await run(files, { selection, canary: false }), await run(files, { selection })];
    expect([outcomes(looked), outcomes(proved)]).toEqual([
      { 'a.test.js::holds': 'passed' },
      { 'a.test.js::holds': 'passed' },
    ]);
    expect([looked.canary, looked.incomplete, proved.canary]).toEqual(['absent', null, 'seen']);
  });

  it('works in a path with spaces and other letters', async () => {
    const directory = writtenProject({ 'tést dir/a b.test.js': BAD }, { name: 'mein Projekt ✓' });
    const report = await vitest.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'tést dir/a b.test.js::breaks': 'failed assertion' });
    expect(report.tests[0]?.failure?.location).toEqual({ file: 'tést dir/a b.test.js', line: 2 });
    expect(report.canary).toBe('seen');
  });

  it('that meets its deadline is incomplete, and leaves nothing behind', async () => {
    const directory = writtenProject({ 'a.test.js': `${USE}it('hangs', () => { for (;;); });\n` });
    const report = await vitest.run(requestFor(directory, { timeoutMs: 3_000 }));
    expect(report.incomplete).toBe('timeout');
    expect(filesOf(directory)).toEqual(['a.test.js', 'package.json']);
  });

  it('without the program says how to get it', async () => {
    const directory = writtenProject({ 'a.test.js': GOOD, 'pnpm-lock.yaml': '' }, { installed: false });
    await expect(vitest.run(requestFor(directory))).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('pnpm install'),
    });
    expect(filesOf(directory)).toEqual(['a.test.js', 'package.json', 'pnpm-lock.yaml']);
  });

  it.each([
    ['throws', "throw new Error('no configuration');\n", 'no configuration'],
    ['cannot be parsed', 'export default {\n', 'PARSE_ERROR'],
    ['asks for a package that is not there', "import 'nobody-has';\nexport default {};\n", 'nobody-has'],
  ])('with a configuration that %s names it', async (_, text, word) => {
    await expect(run({ 'vitest.config.js': text, 'a.test.js': GOOD })).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(new RegExp(`vitest\\.config\\.js[\\s\\S]*${word}`)),
    });
  });

  it('by the project’s own script and by the user’s own command is the same with Baton’s reporter', async () => {
    const files = {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'npm run unit', unit: 'X=1 vitest run --config own.config.js --bail 1 lib' },
      }),
      'own.config.js': config("include: ['lib/*.check.js', 'other/*.check.js']"),
      'lib/a.check.js': `${USE}it('has its environment', () => { expect(process.env.X).toBe('1'); });\n`,
      'other/b.check.js': BAD,
    };
    const seen = { 'lib/a.check.js::has its environment': 'passed' };
    for (const command of [undefined, ['npm', 'test'], ['npm', 'run', 'unit', '--', '--no-file-parallelism']]) {
      const report = await run(files, { command });
      expect([outcomes(report), report.canary]).toEqual([seen, 'seen']);
    }
    await expect(run(files, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('with dependencies that cannot be written, in the sandbox, is like any other', async ({ skip }) => {
    if ((await findSandbox()).kind === 'none') skip('there is no sandbox');
    const directory = writtenProject({ 'vitest.config.js': config(''), 'a.test.js': GOOD }, { installed: false });
    mkdirSync(join(directory, 'node_modules'));
    const request = requestFor(directory);
    const mounts = [{ from: modules, to: join(directory, 'node_modules') }];
    const rules = { writable: [directory, request.scratch], mounts, network: false, cwd: directory };
    const environment = { PATH: process.env.PATH ?? '', HOME: join(request.scratch, 'home') };
    const report = await vitest.run({
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
