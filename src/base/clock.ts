/** The present, read through the global `Date` at call time so that a test's fake clock is seen. */
export function now(): Date {
  return new Date();
}
