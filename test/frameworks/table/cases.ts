import type { FailureKind, Outcome, TestReport } from '../../../src/evidence/report.ts';

/** What a tiny project shows, whatever its framework. What is not said is nothing, whole and seen. */
export interface Shown {
  /** The last name of each test, its outcome, and why it failed. */
  readonly tests?: readonly (readonly [name: string, outcome: Outcome, kind?: FailureKind])[];
  /** Why files could not be collected. */
  readonly uncollected?: readonly FailureKind[];
  readonly focused?: boolean;
  readonly runErrors?: boolean;
  readonly canary?: TestReport['canary'];
  /** Part of the reason why the report is not whole. */
  readonly incomplete?: string;
  /** Any will do if it is not said. */
  readonly exitCode?: number;
}

/** The rows of the table: a directory each under `test/projects/<framework>/`. */
export const CASES = {
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
  'missing-symbol': { tests: [['multiplies', 'failed', 'missing']] },
  // The test imports a module of the project that does not exist yet.
  'missing-module': { uncollected: ['missing'] },
  // The test uses a name that it has spelt otherwise itself: nothing of the project is missing.
  typo: { tests: [['adds', 'failed', 'other']] },
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
  timeout: { tests: [['hangs', 'failed', 'timeout']] },
  // A test ends the process.
  exit: { tests: [['leaves', 'errored', 'crash']] },
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
  // An error outside every test that nobody handles, beside passing tests.
  unhandled: { tests: [['adds', 'passed']], runErrors: true },
  // One file cannot be collected; the good one beside it is seen.
  'broken-beside-good': { tests: [['adds', 'passed']], uncollected: ['syntax'] },
} as const satisfies Readonly<Record<string, Shown>>;

export type CaseName = keyof typeof CASES;

export const CASE_NAMES = Object.keys(CASES) as readonly CaseName[];
