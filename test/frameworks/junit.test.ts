import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { TestReport } from '../../src/evidence/report.ts';
import type { RunRequest } from '../../src/frameworks/framework.ts';
import { junit, junitAt } from '../../src/frameworks/junit/junit.ts';
import { CASES, differences } from './cases.ts';
import { projectCopy, requestFor } from './request.ts';
import { writtenProject } from './written-project.ts';

/** What JUnit XML, or Vitest when it writes it, does not tell. */
const NOT_TOLD: Readonly<Record<string, string>> = {
  todo: 'the format has no todo; Vitest writes it as skipped',
  focused: 'the format does not say it',
  'nonzero-exit': 'Vitest ends with 0 although its teardown failed; shown below with another command',
};
const projects = fileURLToPath(new URL('../projects/vitest', import.meta.url));
const VITEST = ['node', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=junit', '--outputFile={report}'];

describe('every case is told as it is, by the JUnit XML that Vitest writes', () => {
  const cases = readdirSync(projects).filter((name) => name in CASES && !(name in NOT_TOLD));
  it.each(cases)('%s', async (name) => {
    const directory = projectCopy(`vitest/${name}`);
    const command = [...VITEST, '--passWithNoTests', '--bail=0'];
    const report = await junit.run(requestFor(directory, { command }));
    expect(differences(report, CASES[name] ?? {})).toEqual([]);
    expect([report.canary, report.incomplete, report.strength]).toEqual(['absent', null, 'strong']);
    expect(JSON.stringify([report.tests, report.uncollected])).not.toContain(directory);
  });
});

const PASSING = '<testsuite name="s" tests="1"><testcase classname="c" name="adds"/></testsuite>';
const FAILING =
  '<testsuite name="s" tests="1" failures="1"><testcase classname="c" name="adds"><failure>no</failure></testcase></testsuite>';

function run(shell: string, files: Readonly<Record<string, string>> = {}, more: Partial<RunRequest> = {}) {
  const command = ['sh', '-c', shell];
  return junit.run(requestFor(writtenProject(files, { installed: false }), { command, ...more }));
}

function outcomes({ tests }: TestReport) {
  return Object.fromEntries(
    tests.map(({ id, outcome, failure }) => [id, failure ? `${outcome} ${failure.kind}` : outcome]),
  );
}

describe('reports in the project', () => {
  it('are found at the usual places, or where the project says', async () => {
    const shell = 'mkdir -p out/junit odd && cp given.txt out/junit/a.xml && cp given.txt odd/b.xml';
    const usual = await run(shell, { 'given.txt': PASSING });
    expect([outcomes(usual), usual.incomplete]).toEqual([{ 'c::s > adds': 'passed' }, null]);
    const directory = writtenProject({ 'given.txt': FAILING }, { installed: false });
    const told = await junitAt(['odd/*.xml']).run(requestFor(directory, { command: ['sh', '-c', shell] }));
    expect([outcomes(told), told.incomplete]).toEqual([{ 'c::s > adds': 'failed assertion' }, null]);
  });

  it('from before the run are not believed, whatever date they carry', async () => {
    const directory = writtenProject({}, { installed: false });
    mkdirSync(join(directory, 'test-results'));
    writeFileSync(join(directory, 'test-results/old.xml'), PASSING);
    const future = new Date(Date.now() + 1_000_000);
    utimesSync(join(directory, 'test-results/old.xml'), future, future);
    const report = await junit.run(requestFor(directory, { command: ['true'] }));
    expect([report.tests, report.incomplete]).toEqual([[], expect.stringContaining('no report was written')]);
    const again = await junit.run(requestFor(directory, { command: ['touch', 'test-results/old.xml'] }));
    expect(again.tests).toHaveLength(1);
  });

  it('about other things are passed over', async () => {
    const report = await run('mkdir test-results; cp a.txt test-results/coverage.xml; cp b.txt test-results/t.xml', {
      'a.txt': '<coverage/>',
      'b.txt': PASSING,
    });
    expect([outcomes(report), report.incomplete]).toEqual([{ 'c::s > adds': 'passed' }, null]);
  });

  it.each([
    ['one that ends in the middle', PASSING.slice(0, 40)],
    ['one that is empty', ''],
    ['one with a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${PASSING}`],
  ])('%s makes the whole incomplete', async (_, text) => {
    const report = await run('mkdir test-results; cp a.txt test-results/a.xml; cp b.txt test-results/b.xml', {
      'a.txt': PASSING,
      'b.txt': text,
    });
    expect(report.incomplete).toContain('test-results/b.xml');
  });
});

describe('how the command ended', () => {
  it('a failure though all tests pass is an error of the run', async () => {
    const report = await run('cp given.txt junit.xml; exit 3', { 'given.txt': PASSING });
    expect([report.exitCode, report.runErrors]).toEqual([3, [expect.stringContaining('exit code 3')]]);
    expect((await run('cp given.txt junit.xml; exit 3', { 'given.txt': FAILING })).runErrors).toEqual([]);
  });

  it('a signal and a deadline make it incomplete', async () => {
    const killed = await run('cp given.txt junit.xml; kill -9 $$', { 'given.txt': PASSING });
    expect([killed.signal, killed.incomplete]).toEqual(['SIGKILL', expect.stringContaining('SIGKILL')]);
    const late = await run('cp given.txt junit.xml; sleep 60', { 'given.txt': PASSING }, { timeoutMs: 500 });
    expect(late.incomplete).toBe('timeout');
  });

  it('without a command, or with one that is not there, a person must mend it', async () => {
    await expect(junit.run(requestFor(writtenProject({})))).rejects.toMatchObject({
      code: 'project_misconfigured',
      message: expect.stringContaining('tests: {framework: junit'),
    });
    const request = requestFor(writtenProject({}), { command: ['no-such-program'] });
    await expect(junit.run(request)).rejects.toMatchObject({ code: 'missing_program' });
  });
});

it('the files of a selection are put where the command asks for them, in a path with blanks', async () => {
  const directory = writtenProject(
    { 'a b.txt': PASSING, 'c.txt': FAILING },
    { installed: false, name: 'ein Projekt ✓' },
  );
  const command = ['sh', '-c', 'cat "$1" > "$0"', '{report}', '{files}'];
  const report = await junit.run(requestFor(directory, { command, selection: { files: ['a b.txt'] } }));
  expect([outcomes(report), report.incomplete]).toEqual([{ 'c::s > adds': 'passed' }, null]);
});
