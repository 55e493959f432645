import type { TestReport } from '../../evidence/report.ts';
import { canaryFiles, type PytestRun, placeOf } from './run.ts';

type Facts = Pick<TestReport, 'tests' | 'uncollected' | 'canary' | 'exitCode' | 'signal'>;

/** What went wrong in the run as a whole. */
export function runErrors(run: PytestRun, { tests, uncollected, exitCode }: Facts): string[] {
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

/** Why the report proves nothing, if it does not. */
export function incomplete(run: PytestRun, { canary, exitCode, signal }: Facts): string | null {
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
