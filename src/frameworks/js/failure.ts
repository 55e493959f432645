import type { Diagnostic, Failure, FailureKind, Frame as ReportFrame } from '../../evidence/report.ts';
import { isAssertion, isCrash, isRefusedByLoader, isSyntaxError, isTimeout, isUnwrittenSnapshot } from './kinds.ts';
import { missingThing } from './missing.ts';
import {
  cleanMessage,
  type Frame,
  framesOf,
  isOwn,
  type JsProject,
  packageOf,
  relativeFile,
  stripAnsi,
} from './stack.ts';
import { typeCheckFailure, typeScriptFailure } from './ts-failure.ts';

export type { JsProject } from './stack.ts';

/** What a JavaScript test framework tells of an error. The name is read from the stack where it is not given. */
export interface JsError {
  readonly name?: string | undefined;
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  /** The file a compiler stopped in, where it is told apart from the message. */
  readonly file?: string | undefined;
  /** Where a type checker beside the tests found it. */
  readonly typed?: { readonly file: string; readonly line: number; readonly column: number } | undefined;
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
      ...(NOT_RAISED.has(kind) ? {} : raised(name, error.code, frames)),
    };
  };

  if (isTimeout(message)) return failure('timeout');
  if (isCrash(message, error.code)) return failure('crash');
  if (isUnwrittenSnapshot(message)) return failure('other', [other(message, frames)]);
  if (isAssertion(name, message, error.code)) return failure('assertion');

  if (error.typed !== undefined) {
    const { kind, diagnostic } = typeCheckFailure(firstLine(message), error.typed, project);
    return failure(kind, [diagnostic], placeOf(diagnostic));
  }
  const typed = typeScriptFailure(message, project);
  if (typed !== undefined) return failure(typed.kind, typed.diagnostics, placeOf(typed.diagnostics[0]));

  // Loaders name modules by absolute paths, which a cleaned message no longer tells from packages.
  const missing = missingThing({ name, message: stripAnsi(error.message.slice(0, LONGEST_READ)), frames }, project);
  if (missing !== undefined && !thrownElsewhere(missing, moment)) {
    return failure(missing.ours === false ? 'import' : 'missing', [missing], placeOf(missing));
  }
  if (isSyntaxError(name, message, error.code, error.stack ?? '')) {
    const place = syntaxPlace(message, error, project, moment);
    return failure('syntax', [{ what: 'other', name: firstLine(message), ...place }], place);
  }
  const undefinedName = name === 'ReferenceError' ? /^(\S+) is not defined/.exec(message)?.[1] : undefined;
  const own = frames.find(isOwn);
  const complaint: Diagnostic =
    undefinedName === undefined ? other(message, frames) : { what: 'undefined', name: undefinedName, ...placeOf(own) };
  const elsewhere = moment.collecting === true && thrownElsewhere(complaint, moment);
  return failure(elsewhere || isRefusedByLoader(message) ? 'import' : 'other', [complaint]);
}

const LONGEST_READ = 20_000;

/** Kinds that no line of the program raised, or that are judged whatever raised them. */
const NOT_RAISED: ReadonlySet<FailureKind> = new Set(['assertion', 'timeout', 'crash', 'syntax']);
const MOST_FRAMES = 20;

/** The way of an error through the program, as far as the outermost line of the project. */
function raised(name: string, code: string | undefined, frames: readonly Frame[]): Pick<Failure, 'frames' | 'runtime'> {
  const outermost = frames.findLastIndex(isOwn);
  if (outermost < 0) return {};
  const way = frames.slice(0, outermost + 1).filter(({ file }) => !file.startsWith('node:internal/'));
  const told = way.map(({ file, line, name: called }): ReportFrame => {
    const place = isOwn({ file }) ? { file, line } : { package: packageOf(file) };
    return called === undefined || called === '' ? place : { ...place, function: called.slice(0, 200) };
  });
  const runtime = RUNTIME_ERRORS.has(name) || (code !== undefined && name !== '');
  return { frames: told.slice(-MOST_FRAMES), ...(runtime ? { runtime } : {}) };
}

const RUNTIME_ERRORS: ReadonlySet<string> = new Set(
  'TypeError ReferenceError RangeError SyntaxError EvalError URIError AggregateError SystemError DOMException'.split(
    ' ',
  ),
);

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

/** While a file is loaded, only what the test file itself asks for is missing; deeper down a module just dies. */
function thrownElsewhere({ what, file }: Diagnostic, { collecting, file: testFile }: JsMoment): boolean {
  if (what === 'module' || what === 'export' || collecting !== true) return false;
  return testFile !== undefined && file !== undefined && file !== testFile;
}

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
