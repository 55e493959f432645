/** How the words of JavaScript's frameworks and loaders tell the kinds of errors apart. Messages have no colours here. */

/** The limits of the frameworks themselves; a program's own "timed out" is an error like any other. */
export function isTimeout(message: string): boolean {
  return TIMEOUTS.some((pattern) => pattern.test(message));
}

const TIMEOUTS = [
  /^(Test|Hook) timed out in \d+ ?ms/,
  /^(thrown: ")?Exceeded timeout of \d+ ?ms for a (test|hook)/,
  /^Timeout of \d+ms exceeded\. For async tests and hooks/,
  /^(test|suite) timed out after \d+ ?ms/,
];

/** The process of a test ended under it. */
export function isCrash(message: string, code: string | undefined): boolean {
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || CRASHES.some((pattern) => pattern.test(message));
}

const CRASHES = [
  /^process\.exit unexpectedly called/,
  /^The process of this file was ended /,
  /^(\[vitest-pool\][^\n]*)?Worker [^\n]*(exited unexpectedly|emitted error)/,
  /^\[vitest-pool\]: Worker/,
  /^A jest worker process [^\n]*(was terminated|crashed)/,
  /^Jest worker encountered \d+ child process exceptions/,
  /^Call retries were exceeded/,
  /^Jest worker ran out of memory|JavaScript heap out of memory/,
];

/** A snapshot that does not exist yet is written by nobody here: that is no expectation that did not hold. */
export function isUnwrittenSnapshot(message: string): boolean {
  return /New snapshot was not written|^Snapshot `[^\n]*` does not exist and is not written/.test(message);
}

export function isAssertion(name: string, message: string, code: string | undefined): boolean {
  if (ASSERTION_NAMES.has(name) || code === 'ERR_ASSERTION') return true;
  return (name === 'Error' || name === '') && ASSERTION_MESSAGES.some((pattern) => pattern.test(message));
}

const ASSERTION_NAMES: ReadonlySet<string> = new Set([
  'AssertionError',
  'JestAssertionError',
  'TestingLibraryElementError',
]);
const ASSERTION_MESSAGES = [
  /^expect(\.\w+)?\(/,
  /^assert(\.\w+)*\(received/,
  /^expected (any )?number of assertions?\b/,
  /^Snapshot `[^\n]*` mismatched/,
  /^plan expected \d+ assertions?/,
];

/** A source file cannot be parsed. Text that the program under test parses is its data, not a source file. */
export function isSyntaxError(name: string, message: string, code: string | undefined, stack: string): boolean {
  if (code === 'BABEL_PARSE_ERROR' || SYNTAX_MESSAGES.some((pattern) => pattern.test(message))) return true;
  return name === 'SyntaxError' && !/ in JSON at |\bJSON input\b/.test(message) && !PARSED_DATA.test(stack);
}

const SYNTAX_MESSAGES = [
  /^Failed to parse source for import analysis/,
  /^Transform failed with \d+ error/,
  /\[PARSE_ERROR\]/,
  /^Parse failure: /,
  /^Jest encountered an unexpected token/,
];
const PARSED_DATA = /^ +at (JSON\.parse|new RegExp|RegExp|new Function|Function|eval) /m;

/** Loaders that refuse a file for its kind. */
export function isRefusedByLoader(message: string): boolean {
  return /^Must use import to load ES Module|^require\(\) of ES Module|^Failed to resolve entry for package/.test(
    message,
  );
}
