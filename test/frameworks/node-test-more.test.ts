import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { nodeTest } from '../../src/frameworks/node-test/node-test.ts';
import { runProgram } from '../../src/sys/program.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

const USE =
  "import { after, before, beforeEach, describe, it } from 'node:test';\nimport assert from 'node:assert/strict';\n";
const GOOD = `${USE}it('holds', () => { assert.equal(1, 1); });\n`;
const BAD = `${USE}it('breaks', () => { assert.equal(1, 2); });\n`;
const script = (test: string, more = {}) =>
  JSON.stringify({ name: 'tiny', type: 'module', scripts: { test, ...more } });

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}) {
  return nodeTest.run(requestFor(writtenProject(files, { installed: false }), more));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

function whole({ canary, incomplete }: TestReport) {
  return [canary, incomplete];
}

describe('what the project says of its tests', () => {
  it('does not replace the reporter, leave tests out, watch or measure', async () => {
    const report = await run({
      'package.json': script(
        'node --test --watch --test-reporter=dot --test-name-pattern=nothing --experimental-test-coverage --test-shard 1/9',
      ),
      'a.test.js': GOOD,
      'b.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::holds': 'passed', 'b.test.js::breaks': 'failed assertion' });
    expect(whole(report)).toEqual(['seen', null]);
  });

  it('keeps the loaders and conditions of node, and the environment', async () => {
    const loader = [
      "import { register } from 'node:module';",
      "register('data:text/javascript,' + encodeURIComponent(`",
      '  export async function load(url, context, next) {',
      "    if (!url.endsWith('.ts')) return next(url, context);",
      "    const { source } = await next(url, { ...context, format: 'module' });",
      "    return { format: 'module', source: String(source).replaceAll(': number', ''), shortCircuit: true };",
      '  }`));',
    ];
    const report = await run({
      'package.json': script("KIND=ts c8 node --import ./loader.mjs --conditions dev --test 'checks/**/*.check.ts'"),
      'loader.mjs': loader.join('\n'),
      'checks/deep/a.check.ts': `${USE}const one: number = 1;\nit(process.env.KIND, () => { assert.equal(one, 1); });\n`,
      'b.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'checks/deep/a.check.ts::ts': 'passed' });
    expect(report.command).toEqual(expect.arrayContaining(['--import', './loader.mjs', '--conditions', 'dev']));
    expect(whole(report)).toEqual(['seen', null]);
  });

  it('names files, directories and globs, as a shell would have expanded them', async () => {
    const files = {
      'test/a.js': GOOD,
      'test/deep/b.js': BAD,
      'lib/c.test.js': GOOD,
      'lib/c.js': 'export default 1;\n',
    };
    const names = async (test: string) =>
      Object.keys(outcomes(await run({ ...files, 'package.json': script(test) }))).sort();
    expect(await names('node --test test/')).toEqual(['test/a.js::holds', 'test/deep/b.js::breaks']);
    expect(await names('node --test test/*.js ./lib')).toEqual(['lib/c.test.js::holds', 'test/a.js::holds']);
    expect(await names("node --test 'test/**/*.js'")).toEqual(['test/a.js::holds', 'test/deep/b.js::breaks']);
    expect(await names('node --test nowhere/*.js')).toEqual([]);
  });

  it('builds first, and a build that fails proves nothing', async () => {
    const files = {
      'build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('out');\nwriteFileSync('out/a.test.js', ${JSON.stringify(GOOD)});\n`,
      'package.json': script('npm run lint && npm run unit', {
        lint: 'exit 1',
        preunit: 'node build.mjs',
        unit: 'node --test out/',
      }),
    };
    expect(outcomes(await run(files))).toEqual({ 'out/a.test.js::holds': 'passed' });
    const report = await run({ ...files, 'build.mjs': "throw new Error('no compiler');\n" });
    expect(report.incomplete).toContain('node build.mjs');
    expect(report.runErrors.join()).toContain('no compiler');
    expect([report.canary, report.tests]).toEqual(['missing', []]);
  });

  it('and what the user says is followed only if it is plainly node’s own runner', async () => {
    const files = {
      'package.json': script('node --test lib/', { other: 'node --test x/' }),
      'lib/a.test.js': GOOD,
      'x/b.test.js': BAD,
    };
    const other = await run(files, { command: ['npm', 'run', 'other'] });
    expect(outcomes(other)).toEqual({ 'x/b.test.js::breaks': 'failed assertion' });
    const direct = await run(files, { command: ['node', '--test', 'lib/a.test.js'] });
    expect(outcomes(direct)).toEqual({ 'lib/a.test.js::holds': 'passed' });
    await expect(run(files, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('by options that node does not know stops the run with its words', async () => {
    const files = { 'package.json': script('node --no-such-option --test'), 'a.test.js': GOOD };
    await expect(run(files)).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('--no-such-option'),
    });
  });

  it('by a loader that is not installed keeps even the canary from running', async () => {
    const report = await run({ 'package.json': script('node --import nobody-has --test'), 'a.test.js': GOOD });
    expect(report.uncollected).toMatchObject([{ file: 'a.test.js', failure: { kind: 'import' } }]);
    expect(report.canary).toBe('missing');
  });

  it('by assertions that compare nothing is found out by the canary', async () => {
    const report = await run({
      'package.json': script('node --import ./evil.mjs --test'),
      'evil.mjs': "import assert from 'node:assert/strict';\nassert.equal = () => {};\n",
      'a.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::breaks': 'passed' });
    expect(whole(report)).toEqual(['missing', "Baton's own failing test was not seen to fail as it must"]);
  });
});

describe('what goes wrong around tests', () => {
  it('is told of a process that ends with exit code 0 before its tests have', async () => {
    const wait = 'await new Promise((resolve) => setTimeout(resolve, 50));';
    const report = await run({
      'a.test.js': `${USE}it('one', async () => { ${wait} });\nit('two', async () => { ${wait} process.exit(0); });\nit('three', () => {});\n`,
      'b.test.js': GOOD,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::one': 'passed', 'b.test.js::holds': 'passed' });
    expect(report.uncollected).toMatchObject([
      { file: 'a.test.js', failure: { kind: 'crash', location: { file: 'a.test.js', line: 4 } } },
    ]);
    expect(whole(report)).toEqual(['seen', null]);
  });

  it.each([
    ['is killed', "process.kill(process.pid, 'SIGKILL')", /SIGKILL/],
    ['aborts', 'process.abort()', /SIGABRT/],
    ['leaves without a word', 'process.reallyExit(0)', /without a trace/],
  ])('is told of a process that %s', async (_, deed, words) => {
    const report = await run({ 'a.test.js': `${USE}it('one', () => {});\nit('dies', () => { ${deed}; });\n` });
    expect(report.uncollected).toMatchObject([{ failure: { kind: 'crash', message: expect.stringMatching(words) } }]);
  });

  it('is told of hooks: a test they keep from running is errored, after it they fail the run', async () => {
    const report = await run({
      'a.test.js': `${USE}
describe('before', () => { before(() => { throw new Error('no database'); }); it('one', () => {}); describe('in', () => { it('two', () => {}); }); });
describe('each', () => { beforeEach(() => { throw new TypeError('thing.open is not a function'); }); it('three', () => {}); });
describe('after', () => { after(() => { throw new Error('still open'); }); it('four', () => {}); });\n`,
      'b.test.js': `${USE}after(() => { throw new Error('never closed'); });\nit('five', () => {});\n`,
    });
    expect(outcomes(report)).toEqual({
      'a.test.js::before > one': 'errored other',
      'a.test.js::before > in > two': 'errored other',
      'a.test.js::each > three': 'errored missing',
      'a.test.js::after > four': 'passed',
      'b.test.js::five': 'passed',
    });
    expect(report.tests[0]?.failure?.message).toBe('no database');
    expect(report.runErrors).toEqual([
      'a.test.js > after: a hook failed: still open',
      'b.test.js: a hook failed: never closed',
    ]);
  });

  it('is told of a group that cannot be collected, and of a file that throws', async () => {
    const report = await run({
      'a.test.js': `${USE}describe('group', () => { it('one', () => {}); throw new RangeError('too small'); });\n`,
      'b.test.js': `${USE}throw new Error('at once');\n`,
      'c.test.js': `import './c.js';\n${GOOD}`,
      'c.js': "throw new RangeError('while loading');\n",
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::group > one': 'errored other' });
    expect(report.uncollected).toMatchObject([
      { file: 'a.test.js', failure: { message: 'RangeError: too small' } },
      { file: 'b.test.js', failure: { kind: 'other', message: 'at once', location: { line: 3 } } },
      { file: 'c.test.js', failure: { kind: 'import', location: { file: 'c.js', line: 1 } } },
    ]);
  });

  it('is told of a file that throws after its first test: by the file, or as Node 22 does by the run', async () => {
    const { uncollected, runErrors } = await run({ 'a.test.js': `${GOOD}throw new Error('at once');\n` });
    expect(JSON.stringify([uncollected, runErrors])).toContain('at once');
  });

  it('is told once of tests in tests: what fails inside fails outside for the same reason', async () => {
    const report = await run({
      'a.test.js': `${USE}it('outer', async (t) => { await t.test('fine', () => {}); await t.test('inner', () => { assert.equal(1, 2); }); });\n`,
    });
    expect(outcomes(report)).toEqual({
      'a.test.js::outer': 'failed assertion',
      'a.test.js::outer > fine': 'passed',
      'a.test.js::outer > inner': 'failed assertion',
    });
  });

  it('is a todo even if it fails, and does not fail the run', async () => {
    const report = await run({
      'a.test.js': `${USE}it.todo('later', () => { assert.equal(1, 2); });\ndescribe.skip('group', () => { it('x', () => {}); });\n`,
    });
    expect(outcomes(report)).toEqual({ 'a.test.js::later': 'todo' });
    expect([report.exitCode, report.runErrors]).toEqual([0, []]);
  });

  it('is told of tests marked `only` although nothing is left out without --test-only', async () => {
    const report = await run({ 'a.test.js': `${USE}it.only('one', () => {});\nit('two', () => {});\n` });
    expect(outcomes(report)).toEqual({ 'a.test.js::one': 'passed', 'a.test.js::two': 'passed' });
    expect(report.focused).toBe(true);
  });

  it('loses no test to --test-force-exit', async () => {
    const report = await run({
      'package.json': script('node --test --test-force-exit'),
      'a.test.js': `${USE}for (let i = 0; i < 300; i += 1) it('number ' + i, () => {});\nsetInterval(() => {}, 1_000);\n`,
    });
    expect([report.tests.length, report.exitCode, ...whole(report)]).toEqual([300, 0, 'seen', null]);
  });

  it('is not told of the processes and threads that tests start themselves', async () => {
    const child = "import { fork } from 'node:child_process';\nimport { Worker } from 'node:worker_threads';\n";
    const report = await run({
      'a.test.js': `${child}${USE}const ended = (one) => new Promise((resolve) => one.on('exit', resolve));
it('starts others', async () => { await ended(fork('./other.mjs')); await ended(new Worker('./other.mjs')); });\n`,
      'other.mjs': 'process.exit(4);\n',
    });
    expect([outcomes(report), report.uncollected]).toEqual([{ 'a.test.js::starts others': 'passed' }, []]);
  });
});

describe('a run', () => {
  it('of one file leaves the others out, with or without the canary', async () => {
    const files = { 'a.test.js': GOOD, 'b.test.js': BAD };
    const selection = { files: ['a.test.js'] };
    const [looked, proved] = [await run(files, { selection, canary: false }), await run(files, { selection })];
    expect([outcomes(looked), outcomes(proved)]).toEqual([
      { 'a.test.js::holds': 'passed' },
      { 'a.test.js::holds': 'passed' },
    ]);
    expect([looked.canary, looked.incomplete, proved.canary]).toEqual(['absent', null, 'seen']);
  });

  it('works in a path with spaces and other letters', async () => {
    const directory = writtenProject({ 'tést dir/a b.test.js': BAD }, { name: 'mein Projekt ✓', installed: false });
    const report = await nodeTest.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'tést dir/a b.test.js::breaks': 'failed assertion' });
    expect(report.tests[0]?.failure?.location).toEqual({ file: 'tést dir/a b.test.js', line: 3 });
    expect(report.canary).toBe('seen');
  });

  it('that meets its deadline is incomplete, and leaves nothing behind', async () => {
    const directory = writtenProject(
      { 'a.test.js': `${USE}it('hangs', () => { for (;;); });\n` },
      { installed: false },
    );
    const report = await nodeTest.run(requestFor(directory, { timeoutMs: 2_000 }));
    expect([report.incomplete, report.tests]).toEqual(['timeout', []]);
    expect(projectFiles(directory).files.sort()).toEqual(['a.test.js', 'package.json']);
  });

  it('without any test is whole, with or without the canary', async () => {
    const [looked, proved] = [await run({}, { canary: false }), await run({})];
    expect([looked.tests, looked.incomplete, looked.runErrors]).toEqual([[], null, []]);
    expect([proved.tests, ...whole(proved), proved.exitCode]).toEqual([[], 'seen', null, 0]);
  });

  it('with dependencies that cannot be written, in the sandbox, is like any other', async ({ skip }) => {
    if ((await findSandbox()).kind === 'none') skip('there is no sandbox');
    const directory = writtenProject({ 'a.test.js': GOOD }, { installed: false });
    mkdirSync(join(directory, 'node_modules'));
    const request = requestFor(directory);
    const rules = { writable: [directory, request.scratch], network: false, cwd: directory };
    const environment = { PATH: process.env.PATH ?? '', HOME: join(request.scratch, 'home') };
    const report = await nodeTest.run({
      ...request,
      start: (program, more) =>
        runProgram({
          program: sandboxed(program, rules),
          cwd: directory,
          environment: { ...environment, ...more },
          timeoutMs: 60_000,
        }),
    });
    expect([outcomes(report), ...whole(report)]).toEqual([{ 'a.test.js::holds': 'passed' }, 'seen', null]);
  });
});
