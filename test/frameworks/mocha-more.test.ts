import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { mocha } from '../../src/frameworks/mocha/mocha.ts';
import { runProgram } from '../../src/sys/program.ts';
import { projectFiles } from '../../src/sys/project-files.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const USE = "import assert from 'node:assert/strict';\n";
const GOOD = `${USE}it('holds', () => { assert.equal(1, 1); });\n`;
const BAD = `${USE}it('breaks', () => { assert.equal(1, 2); });\n`;
const script = (test: string, more = {}) =>
  JSON.stringify({ name: 'tiny', type: 'module', scripts: { test, ...more } });
const config = (values: object) => JSON.stringify(values);

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}) {
  return mocha.run(requestFor(writtenProject(files), more));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

function whole({ canary, incomplete }: TestReport) {
  return [canary, incomplete];
}

describe('what a project configures does not hide its tests', () => {
  it('another reporter, retries, bail, name patterns, dry runs and the like change nothing', async () => {
    const report = await run({
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
    });
    expect(outcomes(report)).toEqual({ 'test/a.js::flickers': 'failed assertion', 'test/b.js::holds': 'passed' });
    expect([report.exitCode, ...whole(report)]).toEqual([1, 'seen', null]);
  });

  it('retries, bail and skips in the tests themselves are told as what they are', async () => {
    const report = await run({
      'test/a.js': `${USE}let times = 0;
describe('again', function () { this.retries(2); it('flickers', () => { times += 1; assert.equal(times, 2); }); });
describe('stops', function () { this.bail(true); it('breaks', () => { assert.equal(1, 2); }); it('next', () => {}); });
describe('group', () => { it('on the way', function () { this.skip(); }); xit('crossed out', () => {}); it('not yet'); });
describe.skip('none', () => { it('inside', () => {}); });\n`,
    });
    expect(outcomes(report)).toEqual({
      'test/a.js::again > flickers': 'failed assertion',
      'test/a.js::stops > breaks': 'failed assertion',
      'test/a.js::stops > next': 'errored other',
      'test/a.js::group > on the way': 'skipped',
      'test/a.js::group > crossed out': 'skipped',
      'test/a.js::group > not yet': 'todo',
      'test/a.js::none > inside': 'skipped',
    });
    expect(whole(report)).toEqual(['seen', null]);
  });

  it('assertions that compare nothing are found out by the canary', async () => {
    const report = await run({
      '.mocharc.json': config({ require: './evil.mjs' }),
      'evil.mjs': "import assert from 'node:assert';\nassert.strictEqual = assert.strict.equal = () => {};\n",
      'test/a.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'test/a.js::breaks': 'passed' });
    expect(whole(report)).toEqual(['missing', "Baton's own failing test was not seen to fail as it must"]);
  });

  it('a run from which the reporter is taken away proves nothing', async () => {
    const report = await run({
      '.mocharc.json': config({ require: './evil.cjs' }),
      'evil.cjs':
        "const Mocha = require('mocha');\nconst { run } = Mocha.prototype;\nMocha.prototype.run = function (fn) { this._reporter = Mocha.reporters.Dot; return run.call(this, fn); };\n",
      'test/a.js': GOOD,
    });
    expect(report.canary).toBe('missing');
    expect(report.incomplete).not.toBeNull();
  });

  it('other names for test files are found out, and the canary goes there', async () => {
    const report = await run({
      '.mocharc.json': config({ spec: ['checks/**/*.check.cjs'] }),
      'checks/deep/a.check.cjs':
        "const assert = require('node:assert');\nit('holds', () => { assert.equal(1, 1); });\n",
      'decoy.test.js': BAD,
    });
    expect(outcomes(report)).toEqual({ 'checks/deep/a.check.cjs::holds': 'passed' });
    expect(whole(report)).toEqual(['seen', null]);
  });

  it('other names for test files with no test yet are read from the configuration', async () => {
    const report = await run({ '.mocharc.cjs': "module.exports = { spec: 'checks/**/*.check.{js,cjs}' };\n" });
    expect([report.tests, ...whole(report)]).toEqual([[], 'seen', null]);
  });

  it('options of node in the configuration are followed, with or without tests', async () => {
    const files = {
      '.mocharc.json': config({ 'node-option': ['import=./first.mjs'], spec: 'checks/*.check.js' }),
      'first.mjs': 'globalThis.first = 1;\n',
    };
    const empty = await run(files);
    expect([empty.tests, ...whole(empty)]).toEqual([[], 'seen', null]);
    const text = `${USE}it('has it', () => { assert.equal(globalThis.first, 1); });\n`;
    const report = await run({ ...files, 'checks/a.check.js': text });
    expect([outcomes(report), ...whole(report)]).toEqual([{ 'checks/a.check.js::has it': 'passed' }, 'seen', null]);
  });

  it('a script with a build, options of node and a glob is followed', async () => {
    const files = {
      'package.json': script(
        'npm run build && KIND=unit node --import ./first.mjs node_modules/.bin/mocha -R dot lib/**/*.check.js',
        {
          build: 'node build.mjs',
        },
      ),
      'build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('lib/x', { recursive: true });\nwriteFileSync('lib/x/a.check.js', ${JSON.stringify(`${USE}it(process.env.KIND, () => { assert.equal(globalThis.first, 1); });\n`)});\n`,
      'first.mjs': 'globalThis.first = 1;\n',
      'test/b.js': BAD,
    };
    for (const command of [undefined, ['npm', 'test'], ['npm', 'run', 'test', '--', '--exit']]) {
      const report = await run(files, { command });
      expect([outcomes(report), ...whole(report)]).toEqual([{ 'lib/x/a.check.js::unit': 'passed' }, 'seen', null]);
    }
    await expect(run(files, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('the other interfaces and --delay are seen as well', async () => {
    const delayed = await run({
      '.mocharc.json': config({ delay: true, ui: 'tdd' }),
      'test/a.js': `${USE}setTimeout(() => { suite('group', () => { test('late', () => {}); test.skip('never', () => {}); test('some day'); }); run(); }, 50);\n`,
    });
    expect(outcomes(delayed)).toEqual({
      'test/a.js::group > late': 'passed',
      'test/a.js::group > never': 'skipped',
      'test/a.js::group > some day': 'todo',
    });
    expect(whole(delayed)).toEqual(['seen', null]);
  });
});

describe('what goes wrong around tests', () => {
  it('is told of hooks: a test they keep from running is errored, after it they fail the run', async () => {
    const report = await run({
      'test/a.js': `${USE}
describe('before', () => { before(() => { throw new Error('no database'); }); it('one', () => {}); describe('in', () => { it('two', () => {}); }); });
describe('each', () => { beforeEach(() => { thing.open(); }); const thing = {}; it('three', () => {}); it('four', () => {}); });
describe('after', () => { after(() => { throw new Error('still open'); }); it('five', () => {}); });\n`,
      'test/b.js': `${USE}after(() => { throw new Error('never closed'); });\nit('six', () => {});\n`,
    });
    expect(outcomes(report)).toEqual({
      'test/a.js::before > one': 'errored other',
      'test/a.js::before > in > two': 'errored other',
      'test/a.js::each > three': 'errored missing',
      'test/a.js::each > four': 'errored missing',
      'test/a.js::after > five': 'passed',
      'test/b.js::six': 'passed',
    });
    expect(report.runErrors).toEqual([
      'test/a.js > after: a hook failed: still open',
      '"after all" hook for "six": never closed',
    ]);
    expect(whole(report)).toEqual(['seen', null]);
  });

  it('is told of an error after a test has passed, and of the tests that it keeps from running', async () => {
    const report = await run({
      'test/a.js': `${USE}it('one', (done) => { setImmediate(() => { throw new Error('too late'); }); done(); });\nit('two', (done) => { setTimeout(done, 50); });\n`,
    });
    expect([report.runErrors.join() + JSON.stringify(report.tests), report.canary]).toEqual([
      expect.stringContaining('too late'),
      'seen',
    ]);
    expect(report.tests.every(({ outcome }) => outcome === 'passed')).toBe(false);
  });

  it('is told of a process that is killed or leaves: what had not ended is a crash', async () => {
    const files = (deed: string) => ({
      'test/a.js': `${USE}it('one', () => {});\n`,
      'test/b.js': `${USE}it('dies', () => { ${deed}; });\nit('next', () => {});\n`,
      'test/c.js': `${USE}it('last', () => {});\n`,
    });
    const left = await run(files('process.exit(0)'));
    expect(outcomes(left)).toEqual({
      'test/a.js::one': 'passed',
      'test/b.js::dies': 'errored crash',
      'test/b.js::next': 'errored crash',
      'test/c.js::last': 'errored crash',
    });
    expect(whole(left)).toEqual(['seen', 'the run ended before its report did']);
    const killed = await run(files("process.kill(process.pid, 'SIGKILL')"));
    expect(outcomes(killed)).toEqual({ 'test/a.js::one': 'passed' });
    expect(killed.uncollected.map(({ file, failure }) => `${file} ${failure.kind}`)).toEqual([
      'test/b.js crash',
      'test/c.js crash',
    ]);
    expect([killed.signal, killed.incomplete]).toEqual(['SIGKILL', 'the run was ended by SIGKILL']);
  });

  it('is told of files that cannot be loaded, each by its own reason, beside the good ones', async () => {
    const report = await run({
      'test/a.js': "import { gone } from '../src/deeper.js';\nit('one', () => { gone(); });\n",
      'src/deeper.js': "export { gone } from './math.js';\n",
      'src/math.js': 'export const add = 1;\n',
      'test/b.cjs': "it('half', () => {});\ndescribe('half', () => {});\nrequire('./nowhere.js');\n",
      'test/c.cjs': "require('../src/c.cjs');\n",
      'src/c.cjs': "throw new RangeError('while loading');\n",
      'test/d.js': GOOD,
    });
    expect(outcomes(report)).toEqual({ 'test/d.js::holds': 'passed' });
    expect(report.uncollected).toMatchObject([
      {
        file: 'test/a.js',
        failure: { kind: 'missing', diagnostics: [{ what: 'export', name: 'gone', file: 'src/deeper.js', line: 1 }] },
      },
      { file: 'test/b.cjs', failure: { kind: 'missing', diagnostics: [{ what: 'module', name: './nowhere.js' }] } },
      { file: 'test/c.cjs', failure: { kind: 'import', location: { file: 'src/c.cjs', line: 1 } } },
    ]);
    expect([report.exitCode, ...whole(report)]).toEqual([3, 'seen', null]);
  });

  it('is told of global fixtures that fail', async () => {
    const report = await run({
      '.mocharc.json': config({ require: './global.mjs' }),
      'global.mjs': "export function mochaGlobalSetup() { throw new Error('no database'); }\n",
      'test/a.js': GOOD,
    });
    expect(report.runErrors.join()).toContain('no database');
    expect(report.incomplete).not.toBeNull();
  });

  it('is told of tests marked `only`, in a group too, without losing the canary', async () => {
    const report = await run({
      'test/a.js': `${USE}describe.only('group', () => { it('one', () => {}); });\nit('two', () => {});\n`,
      'test/b.js': BAD,
    });
    expect(outcomes(report)).toEqual({
      'test/a.js::group > one': 'passed',
      'test/a.js::two': 'skipped',
      'test/b.js::breaks': 'skipped',
    });
    expect([report.focused, ...whole(report)]).toEqual([true, 'seen', null]);
  });
});

describe('a run', () => {
  it('of one file leaves the others out, with or without the canary', async () => {
    const files = {
      '.mocharc.json': config({ spec: 'test/*.js' }),
      'test/a.js': GOOD,
      'test/b.js': BAD,
      'x/c.js': GOOD,
    };
    const selection = { files: ['test/a.js', 'x/c.js'] };
    const [looked, proved] = [await run(files, { selection, canary: false }), await run(files, { selection })];
    const seen = { 'test/a.js::holds': 'passed', 'x/c.js::holds': 'passed' };
    expect([outcomes(looked), outcomes(proved)]).toEqual([seen, seen]);
    expect([looked.output.includes('breaks'), proved.output.includes('breaks')]).toEqual([false, false]);
    expect([looked.canary, looked.incomplete, proved.canary]).toEqual(['absent', null, 'seen']);
  });

  it('works in a path with spaces and other letters', async () => {
    const directory = writtenProject({ 'test/a b ü.js': BAD }, { name: 'mein Projekt ✓' });
    const report = await mocha.run(requestFor(directory));
    expect(outcomes(report)).toEqual({ 'test/a b ü.js::breaks': 'failed assertion' });
    expect(report.tests[0]?.failure?.location).toEqual({ file: 'test/a b ü.js', line: 2 });
    expect(report.canary).toBe('seen');
  });

  it('that meets its deadline is incomplete, and leaves nothing behind', async () => {
    const directory = writtenProject({ 'test/a.js': `${USE}it('hangs', () => { for (;;); });\n` });
    const report = await mocha.run(requestFor(directory, { timeoutMs: 2_000 }));
    expect(report.incomplete).toBe('timeout');
    expect(projectFiles(directory).files.filter((file) => !file.startsWith('node_modules'))).toEqual([
      'package.json',
      'test/a.js',
    ]);
  });

  it('without any test is whole, with or without the canary', async () => {
    const [looked, proved] = [await run({}, { canary: false }), await run({})];
    expect([looked.tests, looked.incomplete, looked.runErrors]).toEqual([[], null, []]);
    expect([proved.tests, ...whole(proved), proved.exitCode]).toEqual([[], 'seen', null, 0]);
  });

  it('without the program says how to get it', async () => {
    const directory = writtenProject({ 'test/a.js': GOOD, 'yarn.lock': '' }, { installed: false });
    await expect(mocha.run(requestFor(directory))).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('yarn install'),
    });
  });

  it.each([
    ['cannot be parsed', '.mocharc.json', '{', /mocharc\.json/],
    ['throws', '.mocharc.cjs', "throw new Error('no configuration');\n", /no configuration/],
    ['asks for a package that is not there', '.mocharc.json', '{"require":"nobody-has"}', /nobody-has/],
  ])('with a configuration that %s names it', async (_, file, text, words) => {
    await expect(run({ [file]: text, 'test/a.js': GOOD })).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringMatching(words),
    });
  });

  it('with dependencies that cannot be written, in the sandbox, is like any other', async ({ skip }) => {
    if ((await findSandbox()).kind === 'none') skip('there is no sandbox');
    const directory = writtenProject({ 'test/a.js': GOOD }, { installed: false });
    mkdirSync(join(directory, 'node_modules'));
    const request = requestFor(directory);
    const mounts = [{ from: modules, to: join(directory, 'node_modules') }];
    const rules = { writable: [directory, request.scratch], mounts, network: false, cwd: directory };
    const environment = { PATH: process.env.PATH ?? '', HOME: join(request.scratch, 'home') };
    const report = await mocha.run({
      ...request,
      start: (program, more) =>
        runProgram({
          program: sandboxed(program, rules),
          cwd: directory,
          environment: { ...environment, ...more },
          timeoutMs: 60_000,
        }),
    });
    expect([outcomes(report), ...whole(report)]).toEqual([{ 'test/a.js::holds': 'passed' }, 'seen', null]);
  });
});
