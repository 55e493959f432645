/** The present, read through the global `Date` at call time so that a test's fake clock is seen. */
export function now(): Date {
  return new Date();
}

/** The longest time a timer can be set to. One for longer would go off at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
