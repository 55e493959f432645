import { isAbsolute, join } from 'node:path';
import { type Failure, type TestCase, type TestReport, type Uncollected, withIds } from '../evidence/report.ts';
import { endOf, lastOf } from './capture.ts';
import type { ProgramResult } from './framework.ts';
import type { ProjectText } from './project-text.ts';
import { type PythonException, pythonFailure } from './pytest-failure.ts';
import type { PytestRecords, PytestTest } from './pytest-records.ts';

/** A run of pytest that came to tests, and what is needed to read it. */
export interface PytestRun {
  readonly directory: string;
  readonly command: readonly string[];
  readonly result: ProgramResult;
  readonly records: PytestRecords;
  /** What the failing canary says; none was asked for if there is nothing. */
  readonly nonce: string | undefined;
  readonly text: ProjectText;
  isRequired(module: string): boolean;
}

type Test = Omit<TestCase, 'id'>;

/** The report of a run. */
export function pytestReport(run: PytestRun): TestReport {
  const { records, result } = run;
  const { exitCode, signal } = endOf(result);
  const all = [
    ...records.of('test').map((test) => testOf(run, test)),
    ...deselectedTests(run),
    ...unfinishedTests(run),
  ];
  const isCanary = canaryFiles(run);
  const tests = all.filter(({ file }) => !isCanary(file));
  const uncollected = uncollectedFiles(run).filter(({ file }) => !isCanary(file));
  const canary = canaryOf(run);
  const report: Omit<TestReport, 'runErrors' | 'incomplete'> = {
    framework: 'pytest',
    strength: 'strong',
    command: [...run.command],
    exitCode,
    signal,
    wallMs: result.wallMs,
    tests: withIds(tests),
    uncollected,
    focused: records.of('session').some(({ restricted }) => restricted),
    canary,
    output: lastOf(result.output),
  };
  return { ...report, runErrors: runErrors(run, report), incomplete: incomplete(run, report) };
}

function testOf(run: PytestRun, test: PytestTest): Test {
  const exception = test.failure ?? test.teardown;
  return {
    ...placeOf(run, test.id),
    outcome: test.teardown !== undefined && test.outcome !== 'failed' ? 'errored' : test.outcome,
    ...(exception === undefined ? {} : { failure: failureOf(run, exception) }),
    durationMs: Math.round(test.seconds * 1000),
    ...(test.expected === true ? { expectedToFail: true } : {}),
  };
}

/** The project's configuration leaves these out (`-m "not slow"`): they exist and did not run. */
function deselectedTests(run: PytestRun): Test[] {
  const ids = new Set(run.records.of('deselected').flatMap((record) => record.ids));
  return [...ids].map((id) => ({ ...placeOf(run, id), outcome: 'skipped' }));
}

/** Tests during which the process ended. */
function unfinishedTests(run: PytestRun): Test[] {
  const { exitCode, signal, timedOut } = run.result;
  const failure: Failure = timedOut
    ? { kind: 'timeout', message: 'The run took too long and was ended inside this test.' }
    : { kind: 'crash', message: `The process ended inside this test (${signal ?? `exit code ${exitCode}`}).` };
  return run.records.unfinished.map((id) => ({ ...placeOf(run, id), outcome: 'errored', failure }));
}

function uncollectedFiles(run: PytestRun): Uncollected[] {
  const { records, text } = run;
  const broken = [
    ...records.of('conftest').map(({ failure }) => ({ id: '', failure })),
    ...records.of('uncollected'),
  ].map(({ id, failure }) => ({
    file: failure.conftest === undefined ? placeOf(run, id).file : text.file(failure.conftest),
    failure: failureOf(run, failure, true),
  }));
  const died: Failure = { kind: 'crash', message: 'The process ended while this file was being imported.' };
  const importing =
    records.importing === undefined ? [] : [{ file: placeOf(run, records.importing).file, failure: died }];
  const files = [...broken, ...importing];
  return files.filter(({ file }, index) => files.findIndex((other) => other.file === file) === index);
}

function failureOf(run: PytestRun, exception: PythonException, collecting = false): Failure {
  return pythonFailure(exception, { text: run.text, collecting, isRequired: run.isRequired });
}

/** A test's file and names from pytest's id: `tests/test_a.py::TestX::test_y[a::b]`. */
function placeOf(run: PytestRun, id: string): Pick<Test, 'file' | 'path'> {
  const [path = '', ...rest] = id.split('::');
  const root = run.records.of('begin')[0]?.root ?? run.directory;
  const file = run.text.file(isAbsolute(path) ? path : join(root, path));
  const names = /^([^[]*)(.*)$/su.exec(rest.join('::'));
  const groups = (names?.[1] ?? '').split('::');
  const name = `${groups.pop() ?? ''}${names?.[2] ?? ''}`;
  return { file, path: [...groups, name] };
}

function canaryFiles({ records, text }: PytestRun): (file: string) => boolean {
  const files = new Set(records.of('canary').flatMap(({ passes, fails }) => [text.file(passes), text.file(fails)]));
  return (file) => files.has(file);
}

/** Both must be there exactly as Baton wrote them. */
function canaryOf(run: PytestRun): TestReport['canary'] {
  const { records, nonce, text } = run;
  if (nonce === undefined) return 'absent';
  const [files] = records.of('canary');
  if (files === undefined) return 'missing';
  const inFile = (path: string) => records.of('test').filter(({ id }) => placeOf(run, id).file === text.file(path));
  const [passed, ...more] = inFile(files.passes);
  const [failed, ...others] = inFile(files.fails);
  const passes = passed?.outcome === 'passed' && passed.expected !== true && more.length === 0;
  const fails = failed?.outcome === 'failed' && failed.failure?.type === 'AssertionError' && others.length === 0;
  return passes && fails && failed.failure?.message.includes(nonce) ? 'seen' : 'missing';
}

type Facts = Pick<TestReport, 'tests' | 'uncollected' | 'canary' | 'exitCode' | 'signal'>;

function runErrors(run: PytestRun, { tests, uncollected, exitCode }: Facts): string[] {
  const { records, text } = run;
  const isCanary = canaryFiles(run);
  const told = [...records.of('error'), ...records.of('internal')].map(({ message }) => text.message(message));
  // What is torn down after the last test is torn down after the canary's, if that is the last.
  const teardowns = records
    .of('test')
    .flatMap(({ id, teardown }) =>
      teardown !== undefined && isCanary(placeOf(run, id).file) ? [teardown.message] : [],
    );
  const failed = uncollected.length > 0 || tests.some(({ failure }) => failure !== undefined);
  const harmless = exitCode === 0 || exitCode === null || (exitCode === NO_TESTS && tests.length === 0);
  const known = [...told, ...teardowns.map(text.message)];
  if (harmless || failed || known.length > 0) return known;
  return [`pytest ended with exit code ${exitCode} although no test failed.`];
}

/** pytest's exit codes: interrupted, an internal error, used wrongly; and: it found nothing to run. */
const INTERRUPTED = [2, 3, 4];
const NO_TESTS = 5;

function incomplete(run: PytestRun, { canary, exitCode, signal }: Facts): string | null {
  const { records, result } = run;
  // Older versions of pytest fail as a whole where any conftest.py cannot be loaded.
  const [conftest] = [
    ...records.of('conftest'),
    ...records.of('uncollected').filter(({ id }) => id === '' || id === '.'),
  ];
  const [end] = records.of('end');
  const [internal] = records.of('internal');
  const [collected] = records.of('collected');
  if (result.timedOut) return `timeout: the run was ended after ${Math.round(result.wallMs / 1000)} s`;
  if (records.damaged) return 'what pytest told Baton is damaged';
  if (conftest !== undefined)
    return `${run.text.file(conftest.failure.conftest ?? '.')} cannot be loaded, so no test ran`;
  if (internal !== undefined) return 'pytest failed internally';
  if (end === undefined) return `the run ended in the middle (${signal ?? `exit code ${exitCode}`})`;
  if (INTERRUPTED.includes(end.status)) return `pytest was interrupted (exit code ${end.status})`;
  if (collected !== undefined && records.of('test').length < collected.count)
    return `not all of the ${collected.count} tests that were collected ran`;
  if (canary !== 'missing') return null;
  const [why] = records.of('no-canary');
  return why === undefined
    ? 'the canary tests were not seen as they must be: something filters tests or changes their outcome'
    : `the canary tests could not be added: ${why.message}`;
}
