import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import { exitCode } from '../../src/frameworks/exit-code.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { tap } from '../../src/frameworks/tap/tap.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

/** What TAP, or Node when it writes it, does not tell. */
const NOT_TOLD: Readonly<Record<string, string>> = {
  focused: 'the format does not say it',
  exit: 'Node says that a file which left with 0 passed; shown below with another exit code',
  'nonzero-exit': 'Node tells it as a failing file, not as a failing run; shown below with another command',
  unhandled: 'Node tells it as a failing file, not as a failing run',
};
const projects = fileURLToPath(new URL('../projects/node-test', import.meta.url));

describe('every case is told as it is, by the TAP that Node writes', () => {
  const cases = readdirSync(projects).filter((name) => name in CASES && !(name in NOT_TOLD));
  it.each(cases)('%s', async (name) => {
    const directory = projectCopy(`node-test/${name}`);
    const command = ['node', '--test', '--test-reporter=tap'];
    const report = await tap.run(requestFor(directory, { command }));
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete, report.strength]).toEqual(['absent', null, 'strong']);
    expect(JSON.stringify([report.tests, report.uncollected])).not.toContain(directory);
  });
});

function run(shell: string, files: Readonly<Record<string, string>> = {}, more: Partial<RunRequest> = {}) {
  const command = ['sh', '-c', shell];
  return tap.run(requestFor(writtenProject(files, { installed: false }), { command, ...more }));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

it('Perl tests are seen, under the file that the command names', async () => {
  const text =
    "use Test::More tests => 3;\nok(1, 'adds');\nis(1, 2, 'subtracts');\nTODO: { local $TODO = 'x'; ok(0, 'some day'); }\n";
  const directory = writtenProject({ 't/calc.t': text }, { installed: false });
  const report = await tap.run(requestFor(directory, { command: ['perl', 't/calc.t'] }));
  expect([outcomes(report), report.incomplete, report.exitCode]).toEqual([
    { 't/calc.t::adds': 'passed', 't/calc.t::subtracts': 'failed assertion', 't/calc.t::some day': 'todo' },
    null,
    1,
  ]);
});

it('a test that leaves takes its file along', async () => {
  const text = "import test from 'node:test';\ntest('leaves', () => process.exit(3));\n";
  const directory = writtenProject({ 'a.test.js': text }, { installed: false });
  const report = await tap.run(requestFor(directory, { command: ['node', '--test', '--test-reporter=tap'] }));
  expect(differences(report, CASES.exit ?? {})).toEqual([]);
});

it('what goes to the other stream, and 100 MB of noise, do not matter', async () => {
  const noise = `head -c 50000000 /dev/zero | tr '\\0' 'x'; echo; head -c 50000000 /dev/zero | tr '\\0' '\\n'`;
  const report = await run(`printf 'ok 1 - a'; echo not ok 2 >&2; echo; ${noise}; printf 'ok 2 - b\\n1..2\\n'`);
  expect([outcomes(report), report.incomplete]).toEqual([{ 'tap::a': 'passed', 'tap::b': 'passed' }, null]);
});

describe('how the command ended', () => {
  it('a failure though all tests pass is an error of the run', async () => {
    const report = await run("printf '1..1\\nok 1 - a\\n'; exit 3");
    expect([report.exitCode, report.runErrors]).toEqual([3, [expect.stringContaining('exit code 3')]]);
  });

  it('a signal, a deadline and a missing plan make it incomplete', async () => {
    const killed = await run("printf '1..1\\nok 1 - a\\n'; kill -9 $$");
    expect([killed.signal, killed.incomplete]).toEqual(['SIGKILL', expect.stringContaining('SIGKILL')]);
    expect((await run("printf '1..1\\nok 1 - a\\n'; sleep 60", {}, { timeoutMs: 500 })).incomplete).toBe('timeout');
    expect((await run('echo ok 1 - a')).incomplete).toContain('no plan');
  });

  it('a command that is not there, or none, is a person’s to mend', async () => {
    const request = requestFor(writtenProject({}), { command: ['no-such-program'] });
    await expect(tap.run(request)).rejects.toMatchObject({ code: 'missing_program' });
    await expect(tap.run(requestFor(writtenProject({})))).rejects.toMatchObject({ code: 'project_misconfigured' });
  });
});

describe('an exit code alone', () => {
  const ran = (shell: string, more: Partial<RunRequest> = {}) =>
    exitCode.run(requestFor(writtenProject({}, { installed: false }), { command: ['sh', '-c', shell], ...more }));

  it('is weak evidence and names no test', async () => {
    expect(await ran('echo fine')).toMatchObject({
      strength: 'weak',
      exitCode: 0,
      tests: [],
      runErrors: [],
      canary: 'absent',
      incomplete: null,
      output: 'fine\n',
    });
    expect(await ran('exit 2')).toMatchObject({ exitCode: 2, runErrors: [expect.stringContaining('exit code 2')] });
  });

  it('is none after a signal or a deadline', async () => {
    expect((await ran('kill -9 $$')).incomplete).toContain('SIGKILL');
    expect((await ran('sleep 60', { timeoutMs: 300 })).incomplete).toBe('timeout');
  });
});
