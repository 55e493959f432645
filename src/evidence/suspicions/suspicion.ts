/**
 * What looks like a way round the tests and cannot be told from honest code with certainty. Recorded and shown; a stricter
 * tier may refuse it.
 */
export const SUSPICION_CODES = {
  /** Code asks whether it runs under a test. */
  looks_at_test_environment: 'looks_at_test_environment',
  /** Code asks who called it. */
  looks_at_callers: 'looks_at_callers',
  /** Code that is no test uses a test framework. */
  uses_test_framework: 'uses_test_framework',
  /** Code replaces assertions, timers or what every object can do. */
  patches_globals: 'patches_globals',
  /** Code reads tests, snapshots or fixtures while it runs. */
  reads_test_files: 'reads_test_files',
  /** A value of a new test stands in the implementation. */
  repeats_test_literal: 'repeats_test_literal',
  /** A file stands in for a module in tests. */
  mocks_own_code: 'mocks_own_code',
  /** A test is retried or has more time than usual. */
  retries: 'retries',
  /** An assertion on a promise is neither awaited nor returned. */
  awaits_nothing: 'awaits_nothing',
  /** Data that the new test reads, or a check that is no part of the tests, was changed to make it pass. */
  changes_what_tests_use: 'changes_what_tests_use',
  /** A test that the list lets change passes in its new words before anything was implemented. */
  changed_test_passes: 'changed_test_passes',
  /** What a function returns may be another value of the same type, and no test notices. */
  result_unchecked: 'result_unchecked',
  /** Tests notice only a very different result of a function, or only that it does something and not what. */
  result_loosely_checked: 'result_loosely_checked',
  /** A function that tests reach may do nothing, and no test notices. */
  function_unchecked: 'function_unchecked',
  /** A new test passes with every wrong version of what was written for it. */
  notices_nothing: 'notices_nothing',
  /** Tests fail with switches in the code, though none is on: what they notice could not be tried. */
  unsabotaged: 'unsabotaged',
} as const;

export type SuspicionCode = keyof typeof SUSPICION_CODES;

export interface Suspicion {
  readonly code: SuspicionCode;
  readonly message: string;
  readonly path: string;
  readonly line: number;
}
