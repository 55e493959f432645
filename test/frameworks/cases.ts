import type { FailureKind, Outcome, TestReport } from '../../src/evidence/report.ts';

/** What a tiny project shows, whatever its framework: the last name of each test, its outcome, and why it failed. */
interface Expected {
  readonly tests?: readonly (readonly [name: string, outcome: Outcome, kind?: FailureKind])[];
  readonly uncollected?: readonly FailureKind[];
  readonly focused?: boolean;
  readonly runErrors?: boolean;
  /** Any of these is the same fact told in another way; a framework may show either. */
  readonly or?: readonly Expected[];
}

/** The cases, one directory each under `test/projects/<framework>/`. A framework that has no such thing leaves it out. */
export const CASES: Readonly<Record<string, Expected>> = {
  passing: {
    tests: [
      ['adds', 'passed'],
      ['subtracts', 'passed'],
    ],
  },
  failing: {
    tests: [
      ['adds', 'passed'],
      ['subtracts', 'failed', 'assertion'],
    ],
  },
  // A project module exists but lacks the function that the test calls.
  'missing-symbol': { tests: [['multiplies', 'failed', 'missing']], or: [{ uncollected: ['missing'] }] },
  // The test imports a module of the project that does not exist yet.
  'missing-module': { uncollected: ['missing'] },
  'syntax-error': { uncollected: ['syntax'] },
  // A module of the project, imported by the test, asks for a package that is not installed.
  'import-error': { uncollected: ['import'] },
  skipped: {
    tests: [
      ['adds', 'passed'],
      ['later', 'skipped'],
    ],
  },
  todo: {
    tests: [
      ['adds', 'passed'],
      ['some day', 'todo'],
    ],
  },
  focused: {
    tests: [
      ['only this', 'passed'],
      ['not this', 'skipped'],
    ],
    focused: true,
  },
  // The test outlives the framework's own limit for a test.
  timeout: { tests: [['hangs', 'failed', 'timeout']], or: [{ uncollected: ['timeout'] }] },
  // A test ends the process.
  exit: {
    tests: [['leaves', 'errored', 'crash']],
    or: [{ tests: [['leaves', 'failed', 'crash']] }, { uncollected: ['crash'] }],
  },
  'no-tests': { tests: [] },
  'same-name': {
    tests: [
      ['twin', 'passed'],
      ['twin', 'failed', 'assertion'],
    ],
  },
  parametrised: {
    tests: [
      ['doubles 1', 'passed'],
      ['doubles 2', 'failed', 'assertion'],
      ['doubles 3', 'passed'],
    ],
  },
  unicode: { tests: [['zählt bis drei ✓ 数える', 'passed']] },
  // Three groups around one test; the whole path is in the id.
  deep: { tests: [['works', 'passed']] },
  // Five megabytes of output beside a passing test.
  noisy: { tests: [['talks', 'passed']] },
  // Every test passes and the run still fails (a failing global teardown, process.exitCode).
  'nonzero-exit': { tests: [['adds', 'passed']], runErrors: true },
  // The configuration says to stop at the first failure; every file is seen all the same.
  bail: {
    tests: [
      ['breaks', 'failed', 'assertion'],
      ['breaks too', 'failed', 'assertion'],
      ['holds', 'passed'],
    ],
  },
  // A rejection nobody handles, beside passing tests.
  unhandled: { tests: [['adds', 'passed']], runErrors: true },
  // One file cannot be collected; the good one beside it is seen.
  'broken-beside-good': { tests: [['adds', 'passed']], uncollected: ['syntax'] },
};

/** How a report differs from what its case must show; nothing if it does not. */
export function differences(report: TestReport, expected: Expected): string[] {
  const first = differencesFrom(report, expected);
  const others = (expected.or ?? []).map((other) => differencesFrom(report, other));
  return [first, ...others].find((list) => list.length === 0) ?? first;
}

function differencesFrom(report: TestReport, expected: Expected): string[] {
  const seen = report.tests.map((test) =>
    [test.path.at(-1), test.outcome, test.failure?.kind].filter(Boolean).join(' / '),
  );
  const wanted = (expected.tests ?? []).map((test) => test.filter(Boolean).join(' / '));
  const files = report.uncollected.map(({ failure }) => failure.kind);
  const found: string[] = [];
  const compare = (what: string, is: unknown, must: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(must))
      found.push(`${what}: ${JSON.stringify(is)}, not ${JSON.stringify(must)}`);
  };
  compare('tests', [...seen].sort(), [...wanted].sort());
  compare('uncollected', files, expected.uncollected ?? []);
  compare('focused', report.focused, expected.focused ?? false);
  compare('run errors', report.runErrors.length > 0, expected.runErrors ?? false);
  const ids = report.tests.map(({ id }) => id);
  compare('distinct ids', new Set(ids).size, ids.length);
  return found;
}
