import { basename } from 'node:path';
import { type Failure, type TestCase, type TestReport, type Uncollected, withIds } from '../../evidence/report.ts';
import { endOf, lastOf } from '../capture.ts';
import { incomplete, runErrors } from './completeness.ts';
import { type PythonException, pythonFailure } from './failure.ts';
import type { PytestTest } from './records.ts';
import { canaryFiles, type PytestRun, placeOf } from './run.ts';

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
    output: lastOf(run.text.message(result.output)),
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
  const files = new Map<string, Failure>();
  const note = (file: string, failure: Failure) => {
    if (!files.has(file)) files.set(file, failure);
  };
  for (const { failure } of records.of('conftest'))
    note(text.file(failure.conftest ?? '.'), failureOf(run, failure, true));
  for (const { id, failure } of records.of('uncollected'))
    note(
      failure.conftest === undefined ? placeOf(run, id).file : text.file(failure.conftest),
      failureOf(run, failure, true),
    );
  if (records.importing !== undefined)
    note(placeOf(run, records.importing).file, {
      kind: run.result.timedOut ? 'timeout' : 'crash',
      message: 'The process ended while this file was being imported.',
    });
  return [...files].map(([file, failure]) => ({ file, failure }));
}

function failureOf(run: PytestRun, exception: PythonException, collecting = false): Failure {
  return pythonFailure(exception, { text: run.text, collecting, isRequired: run.isRequired });
}

/** Both must be there exactly as Baton wrote them. */
function canaryOf(run: PytestRun): TestReport['canary'] {
  const { records, nonce } = run;
  if (nonce === undefined) return 'absent';
  const [files] = records.of('canary');
  if (files === undefined) return 'missing';
  const inFile = (path: string) => records.of('test').filter(({ id }) => id.includes(basename(path)));
  const [passed, ...more] = inFile(files.passes);
  const [failed, ...others] = inFile(files.fails);
  const passes = passed?.outcome === 'passed' && passed.expected !== true && more.length === 0;
  const fails = failed?.outcome === 'failed' && failed.failure?.type === 'AssertionError' && others.length === 0;
  return passes && fails && failed.failure?.message.includes(nonce) ? 'seen' : 'missing';
}
