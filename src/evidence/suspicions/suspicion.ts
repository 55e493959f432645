/**
 * What looks like a way round the tests and cannot be told from honest code with certainty. Recorded and shown; a stricter
 * tier may refuse it.
 */
export const SUSPICION_CODES = {
  looks_at_test_environment: 'Code asks whether it runs under a test.',
  looks_at_callers: 'Code asks who called it.',
  uses_test_framework: 'Code that is no test uses a test framework.',
  patches_globals: 'Code replaces assertions, timers or what every object can do.',
  reads_test_files: 'Code reads tests, snapshots or fixtures while it runs.',
  repeats_test_literal: 'A value of a new test stands in the implementation.',
  mocks_own_code: 'A file stands in for a module in tests.',
  retries: 'A test is retried or has more time than usual.',
  changes_what_tests_use:
    'Data that the new test reads, or a check that is no part of the tests, was changed to make it pass.',
  changed_test_passes: 'A test that the list lets change passes in its new words before anything was implemented.',
  result_unchecked: 'What a function returns may be another value of the same type, and no test notices.',
  result_loosely_checked:
    'Tests notice only a very different result of a function, or only that it does something and not what.',
  function_unchecked: 'A function that tests reach may do nothing, and no test notices.',
  notices_nothing: 'A new test passes with every wrong version of what was written for it.',
  unsabotaged:
    'What tests notice could not be tried: they fail with switches that are off, or no wrong version can be loaded.',
} as const;

export type SuspicionCode = keyof typeof SUSPICION_CODES;

export interface Suspicion {
  readonly code: SuspicionCode;
  readonly message: string;
  readonly path: string;
  readonly line: number;
}
