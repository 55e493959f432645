import type { Diagnostic, Failure, FailureKind } from '../evidence/report.ts';
import { missingThing } from './js-missing.ts';
import { cleanMessage, type Frame, framesOf, isOwn, type JsProject, relativeFile, stripAnsi } from './js-stack.ts';
import { typeScriptFailure } from './ts-failure.ts';

export type { JsProject } from './js-stack.ts';

/** What a JavaScript test framework tells of an error. The name is read from the stack where it is not given. */
export interface JsError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  /** The file a compiler stopped in, where it is told apart from the message. */
  readonly file?: string | undefined;
}

/** When an error came: while a file was being loaded, and which test file that was, relative to the project. */
export interface JsMoment {
  readonly collecting?: boolean | undefined;
  readonly file?: string | undefined;
}

/** Tells why a test or a test file failed from the error alone; what the error does not say stays unsaid. */
export function classifyJsError(error: JsError, project: JsProject, moment: JsMoment = {}): Failure {
  const name = nameOf(error);
  const message = cleanMessage(error.message, project);
  const frames = framesOf(error.stack ?? '', project);
  const failure = (kind: FailureKind, diagnostics?: readonly Diagnostic[], where?: Place): Failure => {
    const location = where ?? placeOf(frames.find(isOwn));
    return {
      kind,
      message: titled(name, message),
      ...(location === undefined ? {} : { location }),
      ...(diagnostics === undefined ? {} : { diagnostics: [...diagnostics] }),
    };
  };

  if (TIMEOUTS.some((pattern) => pattern.test(message))) return failure('timeout');
  if (CRASHES.some((pattern) => pattern.test(message)) || error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return failure('crash');
  }
  if (UNWRITTEN_SNAPSHOT.test(message)) return failure('other', [other(message, frames)]);
  if (isAssertion(name, message, error.code)) return failure('assertion');

  const typed = typeScriptFailure(message, project);
  if (typed !== undefined) return failure(typed.kind, typed.diagnostics, placeOf(typed.diagnostics[0]));

  // Loaders name modules by absolute paths, which a cleaned message no longer tells from packages.
  const missing = missingThing({ name, message: stripAnsi(error.message.slice(0, LONGEST_READ)), frames }, project);
  if (missing !== undefined && !thrownElsewhere(missing, moment)) {
    return failure(missing.ours === false ? 'import' : 'missing', [missing], placeOf(missing));
  }
  if (isSyntaxError(name, message, error)) {
    const place = syntaxPlace(message, error, project, moment);
    return failure('syntax', [{ what: 'other', name: firstLine(message), ...place }], place);
  }
  const undefinedName = name === 'ReferenceError' ? /^(\S+) is not defined/.exec(message)?.[1] : undefined;
  const own = frames.find(isOwn);
  const complaint: Diagnostic =
    undefinedName === undefined ? other(message, frames) : { what: 'undefined', name: undefinedName, ...placeOf(own) };
  const elsewhere = moment.collecting === true && thrownElsewhere(complaint, moment);
  return failure(elsewhere || LOADING.test(message) ? 'import' : 'other', [complaint]);
}

const LONGEST_READ = 20_000;

interface Place {
  readonly file: string;
  readonly line?: number;
}

/** The error's own name; many reporters pass only a stack that begins with it. */
function nameOf({ name, stack, message }: JsError): string {
  const told = name ?? '';
  if (told !== '' && told !== 'Error') return told.replace(/ \[\w+\]$/, '');
  const head =
    /^(?:Uncaught )?([A-Z]\w*)(?: \[\w+\])?(?:: |\n|$)/.exec(stack ?? '') ?? /^([A-Z]\w*Error): /.exec(message);
  return head?.[1] ?? told;
}

function titled(name: string, message: string): string {
  return name === '' || name === 'Error' || message.startsWith(name) ? message : `${name}: ${message}`;
}

/** The limits of the frameworks themselves; a program's own "timed out" is an error like any other. */
const TIMEOUTS = [
  /^(Test|Hook) timed out in \d+ ?ms/,
  /^(thrown: ")?Exceeded timeout of \d+ ?ms for a (test|hook)/,
  /^Timeout of \d+ms exceeded\. For async tests and hooks/,
  /^(test|suite) timed out after \d+ ?ms/,
];

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
const UNWRITTEN_SNAPSHOT = /New snapshot was not written|^Snapshot `[^\n]*` does not exist and is not written/;

function isAssertion(name: string, message: string, code: string | undefined): boolean {
  return (
    ASSERTION_NAMES.has(name) ||
    code === 'ERR_ASSERTION' ||
    ((name === 'Error' || name === '') && ASSERTION_MESSAGES.some((pattern) => pattern.test(message)))
  );
}

const ASSERTION_NAMES = new Set(['AssertionError', 'JestAssertionError', 'TestingLibraryElementError']);
const ASSERTION_MESSAGES = [
  /^expect(\.\w+)?\(/,
  /^assert(\.\w+)*\(received/,
  /^expected (any )?number of assertions?\b/,
  /^Snapshot `[^\n]*` mismatched/,
  /^plan expected \d+ assertions?/,
];

/** While a file is loaded, only what the test file itself asks for is missing; deeper down a module just dies. */
function thrownElsewhere({ what, file }: Diagnostic, { collecting, file: testFile }: JsMoment): boolean {
  if (what === 'module' || what === 'export' || collecting !== true) return false;
  return testFile !== undefined && file !== undefined && file !== testFile;
}

function isSyntaxError(name: string, message: string, { code, stack = '' }: JsError): boolean {
  if (code === 'BABEL_PARSE_ERROR' || SYNTAX_MESSAGES.some((pattern) => pattern.test(message))) return true;
  // Text parsed by the program under test is its data, not a source file.
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

/** Where a parser stopped: it tells in the message or above the stack, not by a frame. */
function syntaxPlace(message: string, error: JsError, project: JsProject, moment: JsMoment): Place | undefined {
  const told =
    /^(?:SyntaxError: )?([^\n:]+\.[cm]?[jt]sx?): [^\n]*\((\d+):\d+\)/m.exec(message) ??
    /\[ ?([^\n[\]]+?):(\d+):\d+ ?\]/.exec(message) ??
    /^(\/[^\n]+?):(\d+)$/m.exec(error.stack ?? '');
  const [, at, line] = told ?? [];
  if (at !== undefined && line !== undefined) return { file: relativeFile(at, project), line: Number(line) };
  const file = error.file ?? moment.file;
  return file === undefined ? undefined : { file: relativeFile(file, project) };
}

/** Loaders that refuse a file for its kind. */
const LOADING = /^Must use import to load ES Module|^require\(\) of ES Module|^Failed to resolve entry for package/;

function other(message: string, frames: readonly Frame[]): Diagnostic {
  return { what: 'other', name: firstLine(message), ...placeOf(frames.find(isOwn)) };
}

function placeOf(at: { readonly file?: string | undefined; readonly line?: number | undefined } | undefined) {
  if (at?.file === undefined) return undefined;
  return at.line === undefined ? { file: at.file } : { file: at.file, line: at.line };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
