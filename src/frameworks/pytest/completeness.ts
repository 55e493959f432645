import type { TestReport } from '../../evidence/report.ts';
import type { PythonException } from './failure.ts';
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
  if (conftest !== undefined) return `${cannotLoad(run, conftest.failure)}, so no test ran`;
  if (internal !== undefined) return 'pytest failed internally';
  if (end === undefined) return `the run ended in the middle (${signal ?? `exit code ${exitCode}`})`;
  if (INTERRUPTED.includes(end.status)) return `pytest was interrupted (exit code ${end.status})`;
  if (collected !== undefined && records.of('test').length < collected.count)
    return `not all of the ${collected.count} tests that were collected ran`;
  const [module] = records.of('foreign').flatMap(({ modules }) => modules);
  if (module !== undefined) return fromCheckout(module);
  if (canary !== 'missing') return null;
  const folder = unloaded(run);
  if (folder !== undefined) return `${folder}, so tests beside it cannot be collected`;
  const [why] = records.of('no-canary');
  return why === undefined
    ? 'the canary tests were not seen as they must be: something filters tests or changes their outcome'
    : `the canary tests could not be added: ${why.message}`;
}

function fromCheckout([module, file]: readonly [string, string]): string {
  return (
    `tests import \`${module}\` from ${file}, not from the files that are proved: it is installed in a way that leads ` +
    'there. Set `pythonpath` in the settings of pytest (`pythonpath = ["src"]`), or have `tests.setup` in baton.yaml ' +
    'install what tests need'
  );
}

/** What keeps the folder of the canary from being loaded, if something does: it is no filter then. */
function unloaded(run: PytestRun): string | undefined {
  const { records, text } = run;
  const canaries = records.of('canary').map(({ passes }) => text.file(passes));
  const found = records.of('uncollected').find(({ id }) => {
    const { file } = placeOf(run, id);
    return canaries.some((canary) => canary === file || canary.startsWith(`${file}/`));
  });
  return found && cannotLoad(run, found.failure);
}

function cannotLoad({ text }: PytestRun, { conftest, asker, message }: PythonException): string {
  const [first] = text.message(message).split('\n', 1);
  return `${text.file(conftest ?? asker?.[0] ?? '.')} cannot be loaded (${first})`;
}
