import { trimMiddle } from '../base/trim.ts';
import type { Diagnostic, Failure, FailureKind } from '../evidence/report.ts';
import { classifyJsError } from './js/failure.ts';
import { isInTest, javaFailure } from './jvm/java-failure.ts';
import { relativeTo } from './source-files.ts';
import type { SourceIndex } from './source-index.ts';

/** What a report in a common format (JUnit XML, TAP) tells of a failure; which language it comes from it does not say. */
export interface PlainFailure {
  /** The error's class, where the report names one. */
  readonly type: string;
  readonly message: string;
  /** Everything else: a stack, what was printed. */
  readonly text: string;
  readonly code?: string | undefined;
  /** The report itself calls it an expectation that did not hold. */
  readonly expectation?: boolean | undefined;
  /** It came while a file was loaded. */
  readonly collecting?: boolean | undefined;
  readonly file?: string | undefined;
}

/** Tells why a test failed from whatever text there is: by the words of Java, of Python, else of JavaScript. */
export function plainFailure(told: PlainFailure, sources: SourceIndex): Failure {
  const failure = failureOf(told, sources);
  const more = withoutStack(told.text, sources.directory);
  const isTold = more === '' || failure.message.includes(more) || more.split('\n').length === 1;
  return isTold ? failure : { ...failure, message: `${failure.message}\n\n${trimMiddle(more, LONGEST_TEXT)}` };
}

const LONGEST_TEXT = 4_000;

/** The text of a report without the frames of stacks: the values that were compared are often only there. */
function withoutStack(text: string, directory: string): string {
  const lines = text.split('\n').filter((line) => !/^\s+at .*[:(]\S+|^\s*at <anonymous>/.test(line));
  return lines.join('\n').replaceAll(`${directory}/`, '').trim();
}

function failureOf(told: PlainFailure, sources: SourceIndex): Failure {
  const { directory } = sources;
  if (/^[a-z]\w*(\.\w+)*\.[A-Z][\w$]*$/.test(told.type)) return javaFailure(told, sources);
  const python = pythonFailure(told, directory);
  if (python !== undefined) return python;
  const error = innerError(told);
  const failure = outOfTest(
    classifyJsError(error, { directory }, { collecting: told.collecting, file: told.file }),
    sources,
  );
  if (failure.kind !== 'other') return failure;
  if (/^test timed out|timed? ?out after \d/i.test(told.message)) return { kind: 'timeout', message: failure.message };
  if (!told.expectation || !/^$|assert|expect|mismatch/i.test(told.type)) return failure;
  const { diagnostics: _, ...rest } = failure;
  return { ...rest, kind: 'assertion' };
}

/** Such formats do not tell a hook from a test: where an error was raised counts only if it came out of a test as written. */
function outOfTest(failure: Failure, sources: SourceIndex): Failure {
  const outermost = failure.frames?.at(-1);
  if (outermost?.file !== undefined && isInTest(outermost.file, outermost.line ?? 0, sources)) return failure;
  const { frames: _, ...rest } = failure;
  return rest;
}

/** An error that wraps the one that matters: node's test runner writes it as `cause: AssertionError [ERR_ASSERTION]: ...`. */
function innerError({ type, message, text, code }: PlainFailure) {
  const [, name, inner] = /^\s*cause: (\w+)(?: \[(\w+)\])?(?:: |\s|$)/m.exec(text) ?? [];
  const head = /^(?:Uncaught )?(\w*(?:Error|Exception))(?: \[(\w+)\])?: (.*)$/m.exec(text);
  const isName = /^[A-Z]\w*(Error|Exception|Failure)$|^Error$/.test(type);
  return {
    name: name ?? (isName ? type : head?.[1]),
    message: message === '' || /^test failed$/.test(message) ? (head?.[3] ?? message) : message,
    code: inner ?? code ?? head?.[2],
    stack: text,
  };
}

const PYTHON_ERROR = /^(?:E\s+)?((?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt))(?::[ \t]*(.*))?$/m;

/** Python's errors by their last line; nothing if the text does not look like Python's. */
function pythonFailure({ message, text, collecting }: PlainFailure, directory: string): Failure | undefined {
  const isPython = /Traceback \(most recent call last\)|^E {3}|^[^\s:]+\.py:\d+/m.test(`${message}\n${text}`);
  if (!isPython) return undefined;
  const [line = '', name = '', detail = ''] = PYTHON_ERROR.exec(text) ?? PYTHON_ERROR.exec(message) ?? [];
  const place = pythonPlace(text, directory);
  const told = line.replace(/^E\s+/, '') || message;
  const failure = (kind: FailureKind, diagnostic?: Diagnostic): Failure => ({
    kind,
    message: told,
    ...(place === undefined ? {} : { location: place }),
    ...(diagnostic === undefined ? {} : { diagnostics: [{ ...diagnostic, ...place }] }),
  });
  const [, wanted, from] =
    /^cannot import name '([^']+)' from (?:partially initialized module )?'([^']+)'/.exec(detail) ?? [];
  if (wanted !== undefined) return failure('missing', { what: 'export', name: wanted, from: from ?? '' });
  const absent = /^No module named '([^']+)'/.exec(detail)?.[1];
  if (absent !== undefined) return failure('import', { what: 'module', name: absent });
  const [, owner, member] =
    /^(?:module |type object )?'([^']+)'(?: object)? has no attribute '([^']+)'/.exec(detail) ?? [];
  if (member !== undefined) return failure('missing', { what: 'member', name: `${owner}.${member}` });
  if (/^(SyntaxError|IndentationError|TabError)$/.test(name)) return failure('syntax');
  if (/Timeout/.test(name)) return failure('timeout');
  if (name === 'AssertionError' || /^assert /.test(message)) return failure('assertion');
  return failure(collecting ? 'import' : 'other', { what: 'other', name: told.slice(0, 200) });
}

function pythonPlace(text: string, directory: string): { file: string; line: number } | undefined {
  const [, file, line] = /^ {2}File "([^"\n]+)", line (\d+)/m.exec(text) ?? /^([^\s:]+\.py):(\d+): /m.exec(text) ?? [];
  return file === undefined ? undefined : { file: relativeTo(directory, file), line: Number(line) };
}
