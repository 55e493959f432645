import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { go } from '../../src/frameworks/go/go.ts';
import { temporaryDirectory } from '../repository.ts';
import { CASES, differences } from './cases.ts';
import { needsProgram } from './needs.ts';
import { projectCopy, requestFor } from './request.ts';

needsProgram(['go', 'version'], 'apt install golang-go');

const shown = readdirSync(fileURLToPath(new URL('../projects/go', import.meta.url)));
/** One cache for all: what the compiler made is the same. */
const cache = mkdtempSync(join(tmpdir(), 'baton-go-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Go has no configuration file for these: they are set on the command line. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  timeout: ['go', 'test', '-timeout', '1s', './...'],
  bail: ['go', 'test', '-failfast', './...'],
};
/** The tests after one that ends the process did not run. */
const CUT_OFF = ['exit', 'timeout'];

describe('a tiny project run with go test', () => {
  it.each(shown)('shows the case %s, twice the same', async (name) => {
    const directory = projectCopy(`go/${name}`);
    const report = await runIn(directory, { command: COMMANDS[name] });
    expect(differences(inWords(report), CASES[name] ?? {})).toEqual([]);
    const incomplete = CUT_OFF.includes(name) ? expect.stringContaining('ended in the middle') : null;
    expect(report).toMatchObject({ canary: 'seen', incomplete });
    expect(facts(await runIn(directory, { command: COMMANDS[name] }))).toEqual(facts(report));
    expect(readdirSync(directory).filter((file) => file.includes('baton'))).toEqual([]);
  });

  it('names the whole path of a test', async () => {
    const { tests } = await runIn(projectCopy('go/deep'));
    expect(tests.map(({ id }) => id)).toEqual(['deep_test.go::TestOuter > middle > inner > works']);
  });

  it('runs in a path with spaces and other letters', async () => {
    const directory = join(temporaryDirectory(), 'mein Projekt ü');
    cpSync(projectCopy('go/passing'), directory, { recursive: true });
    expect(await runIn(directory)).toMatchObject({ canary: 'seen', incomplete: null, tests: [{}, {}] });
  });

  it('runs the tests of the selected files only', async () => {
    const files = ['a/a_test.go'];
    const report = await run(
      { 'a/a_test.go': one('a', 'A'), 'a/b_test.go': one('a', 'B'), 'c/c_test.go': one('c', 'C') },
      { selection: { files } },
    );
    expect(report.tests.map(({ id }) => id)).toEqual(['a/a_test.go::TestA']);
    expect(report).toMatchObject({ canary: 'seen', incomplete: null, focused: false });
  });
});

describe('a package that cannot be built', () => {
  it('is missing something when a test calls a function that does not exist yet, and masks its files alone', async () => {
    const report = await run({
      'stack/stack.go': 'package stack\n\ntype Stack struct{}\n',
      'stack/old_test.go': one('stack', 'Old'),
      'stack/new_test.go': test('stack', 'New', 's := NewStack()\n\ts.Push(1)\n\tvar q Stack\n\tq.peek()'),
      'other/other_test.go': one('other', 'Other'),
    });
    expect(report.uncollected.map(({ file, failure }) => [file, failure.kind])).toEqual([
      ['stack/new_test.go', 'missing'],
      ['stack/old_test.go', 'missing'],
    ]);
    expect(report.uncollected[0]?.failure.diagnostics).toEqual([
      { what: 'undefined', name: 'NewStack', file: 'stack/new_test.go', line: 6, ours: true },
      { what: 'member', name: 'Stack.peek', file: 'stack/new_test.go', line: 9, ours: true },
    ]);
    expect(report.tests.map(({ id }) => id)).toEqual(['other/other_test.go::TestOther']);
    expect(report).toMatchObject({ canary: 'seen', incomplete: null, runErrors: [] });
  });

  it('is not missing anything when a test has a typo', async () => {
    const body = 'got := Add(1, 2)\n\tif gto != 3 {\n\t\tt.Error(got)\n\t}';
    const report = await run({
      'calc.go': 'package calc\n\nfunc Add(a, b int) int { return a + b }\n',
      'calc_test.go': test('calc', 'Adds', body),
    });
    expect(report.uncollected).toMatchObject([
      {
        failure: {
          kind: 'other',
          diagnostics: [{ what: 'other', name: 'undefined: gto', file: 'calc_test.go', line: 7 }],
        },
      },
    ]);
  });

  it('is not only missing something when a test has a typo too', async () => {
    const report = await run({
      'calc_test.go': test('calc', 'Adds', 'got := Add(1, 2)\n\tif gto != 3 {\n\t\tt.Error(got)\n\t}'),
    });
    expect(report.uncollected).toMatchObject([
      { failure: { kind: 'other', diagnostics: [{ what: 'undefined', name: 'Add' }, { what: 'other' }] } },
    ]);
  });

  it('is missing the package that only has tests so far', async () => {
    const report = await run({
      'stack/stack_test.go':
        'package stack_test\n\nimport (\n\t"testing"\n\n\t"example.com/tiny/stack"\n)\n\nfunc TestNew(t *testing.T) { stack.New() }\n',
    });
    expect(report.uncollected).toMatchObject([
      {
        failure: {
          kind: 'missing',
          diagnostics: [
            { what: 'module', name: 'example.com/tiny/stack', file: 'stack/stack_test.go', line: 6, ours: true },
          ],
        },
      },
    ]);
  });

  it('is broken as the package is that it needs', async () => {
    const report = await run({
      'calc/calc.go': 'package calc\n\nfunc Add(a, b int) int { return a + }\n',
      'app/app_test.go':
        'package app\n\nimport (\n\t"testing"\n\n\t"example.com/tiny/calc"\n)\n\nfunc TestAdds(t *testing.T) { calc.Add(1, 2) }\n',
    });
    expect(report.uncollected.find(({ file }) => file === 'app/app_test.go')).toMatchObject({
      failure: { kind: 'syntax', location: { file: 'calc/calc.go', line: 3 } },
    });
  });
});

describe('what go test lets a project do', () => {
  it('tells a panic as a crash and believes nothing of the tests after it', async () => {
    const report = await run({
      'x_test.go': `${test('x', 'A', 'var m map[int]int\n\tm[1] = 1')}\nfunc TestZ(t *testing.T) {}\n`,
    });
    expect(report.tests).toMatchObject([
      {
        outcome: 'failed',
        failure: {
          kind: 'crash',
          message: expect.stringContaining('nil map'),
          location: { file: 'x_test.go', line: 7 },
        },
      },
    ]);
    expect(report.incomplete).toContain('ended in the middle');
  });

  it('sees how a test ended that printed no line break', async () => {
    const report = await run({ 'x_test.go': test('x', 'A', 'print("no break")') });
    expect(report).toMatchObject({ incomplete: null, tests: [{ path: ['TestA'], outcome: 'passed' }] });
  });

  it('tells a parent test that fails by itself', async () => {
    const body = 't.Run("sub", func(t *testing.T) {})\n\tt.Error("by itself")';
    const { tests } = await run({ 'x_test.go': test('x', 'A', body) });
    expect(tests.map(({ path, outcome }) => [path.join(' > '), outcome])).toEqual([
      ['TestA', 'failed'],
      ['TestA > sub', 'passed'],
    ]);
  });

  it.each([
    ['that runs no tests', 'func TestMain(m *testing.M) {}'],
    [
      'that turns failures around',
      'func TestMain(m *testing.M) {\n\tif m.Run() != 0 {\n\t\tprintln("PASS")\n\t}\n\tos.Exit(0)\n}',
    ],
  ])('sees no failing test through a TestMain %s', async (_, main) => {
    const report = await run({
      'x_test.go': `package x\n\nimport (\n\t"os"\n\t"testing"\n)\n\nvar _ = os.Exit\n\n${main}\n\nfunc TestA(t *testing.T) { t.Error("no") }\n`,
    });
    const told = report.tests.map(({ outcome }) => outcome);
    expect(report.canary === 'missing' || told.includes('failed')).toBe(true);
  });

  it('is told as restricted when the command names tests', async () => {
    const report = await run({ 'x_test.go': one('x', 'A') }, { command: ['go', 'test', '-run', 'TestA', './...'] });
    expect(report).toMatchObject({ focused: true, canary: 'missing', incomplete: expect.stringContaining('canary') });
  });

  it('is ended at the deadline', async () => {
    const body = 'select {}';
    const report = await run(
      { 'x_test.go': `${test('x', 'A', body)}\nfunc init() { go func() { for {} }() }\n` },
      { timeoutMs: 6_000, command: ['go', 'test', './...', '-timeout=1h'] },
    );
    expect(report).toMatchObject({
      incomplete: expect.stringContaining('timeout'),
      tests: [{ outcome: 'failed', failure: { kind: 'timeout' } }],
    });
  });
});

describe('a project for a person to mend', () => {
  it('is told as misconfigured without a module', async () => {
    const refused = runIn(write({ 'x_test.go': one('x', 'A') }, ''));
    await expect(refused).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('go.mod'),
    });
  });

  it('is told as misconfigured when its command is not visibly go test', async () => {
    await expect(run({}, { command: ['make', 'test'] })).rejects.toMatchObject({ code: 'project_misconfigured' });
    const exec = ['go', 'test', '-exec', 'wrapper', './...'];
    await expect(run({}, { command: exec })).rejects.toMatchObject({ code: 'project_misconfigured' });
  });

  it('is told how to get Go, and is left as it was', async () => {
    const directory = write({ 'x_test.go': one('x', 'A') });
    vi.stubEnv('PATH', emptyPath());
    await expect(runIn(directory)).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('go.dev'),
    });
    vi.unstubAllEnvs();
    expect(readdirSync(directory).sort()).toEqual(['go.mod', 'x_test.go']);
  });
});

/** A path on which there is a shell and nothing else. */
function emptyPath(): string {
  const directory = temporaryDirectory();
  cpSync(existsSync('/bin/dash') ? '/bin/dash' : '/bin/sh', join(directory, 'sh'), { dereference: true });
  return directory;
}

function test(name: string, of: string, body: string): string {
  return `package ${name}\n\nimport "testing"\n\nfunc Test${of}(t *testing.T) {\n\t${body}\n}\n`;
}

function one(name: string, of: string): string {
  return test(name, of, 't.Log("fine")');
}

function run(files: Readonly<Record<string, string>>, more: Partial<RunRequest> = {}): Promise<TestReport> {
  return runIn(write(files), more);
}

function runIn(directory: string, more: Partial<RunRequest> = {}): Promise<TestReport> {
  const request = requestFor(directory, more);
  return go.run({
    ...request,
    start: (program, environment) => request.start(program, { ...environment, GOCACHE: cache }),
  });
}

function write(files: Readonly<Record<string, string>>, module = 'module example.com/tiny\n\ngo 1.19\n'): string {
  const directory = temporaryDirectory();
  if (module !== '') writeFileSync(join(directory, 'go.mod'), module);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** Names as the table has them: Go's own have a prefix and capitals, and spaces become underscores. */
function inWords(report: TestReport): TestReport {
  const words = (name: string) =>
    name
      .replace(/^Test(?=\p{Lu})/u, '')
      .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
      .replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)
      .replaceAll('_', ' ');
  return { ...report, tests: report.tests.map((test) => ({ ...test, path: test.path.map(words) })) };
}

/** What of a report does not differ from run to run; Go's maps are in another order each time. */
function facts({ command: _, wallMs: __, output: ___, runErrors, tests, ...rest }: TestReport) {
  const sorted = tests.map(({ durationMs: ____, ...test }) => test).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, failedRun: runErrors.length, tests: sorted };
}
