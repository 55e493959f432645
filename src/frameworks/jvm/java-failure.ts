import { join } from 'node:path';
import type { Failure, FailureKind, Frame } from '../../evidence/report.ts';
import { textOf } from '../source-files.ts';
import type { SourceIndex } from '../source-index.ts';
import { bodyEnd, tokenize } from '../tokens.ts';

/** Tells why a Java test failed from the class of what was thrown. */
export function javaFailure(
  thrown: { readonly type: string; readonly message: string; readonly text: string },
  sources: SourceIndex,
): Failure {
  const { type, message, text } = thrown;
  const absent = /^java\.(?:nio\.file\.NoSuchFile|io\.FileNotFound)Exception$/.test(type);
  const kind = absent ? 'missing' : kindOf(type, `${message}\n${text.slice(0, 500)}`);
  const location = placeOf(text, sources);
  const name = type.slice(type.lastIndexOf('.') + 1);
  const told = message === '' ? (text.split('\n', 1)[0] ?? name) : `${name}: ${message}`;
  return {
    kind,
    message: told.replaceAll(`${sources.directory}/`, ''),
    ...(location === undefined ? {} : { location }),
    ...(kind === 'other' || absent ? raised(type, text, sources) : {}),
    ...(absent ? { diagnostics: [{ what: 'file', name: pathIn(message, sources), ...location }] } : {}),
    ...(kind === 'import' ? { diagnostics: [{ what: 'module', name: message.replaceAll('/', '.') }] } : {}),
  };
}

/** The path of a file that is not there: the whole message, or what comes before the reason. */
function pathIn(message: string, { directory }: SourceIndex): string {
  return message.replace(/ \([^()]*\)$/, '').replace(`${directory}/`, '');
}

function kindOf(type: string, told: string): FailureKind {
  if (TIMEOUTS.test(type)) return /timed out after|did not (complete|finish)/.test(told) ? 'timeout' : 'other';
  if (ASSERTIONS.test(type)) return 'assertion';
  if (/\.(NoClassDefFoundError|ClassNotFoundException)$/.test(type)) return 'import';
  if (/\.OutOfMemoryError$/.test(type)) return 'crash';
  return 'other';
}

const TIMEOUTS = /\.(TimeoutException|TestTimedOutException|ThreadTimeoutException)$/;
const ASSERTIONS =
  /(^|\.)(\w*Assertion\w*Error\w*|AssertionFailed\w*|ComparisonFailure|MultipleFailuresError|MultipleFailureException|SpockComparisonFailure|ConditionNotSatisfiedError)$|^org\.mockito\.exceptions\.verification\./;

/** The first line of a stack that is in a source file of the project. */
function placeOf(stack: string, sources: SourceIndex): { file: string; line: number } | undefined {
  for (const [, frame = '', line] of stack.matchAll(FRAME)) {
    if (FOREIGN.test(frame)) continue;
    const found = sources.fileOf(frame.slice(0, frame.lastIndexOf('.')));
    if (found !== undefined) return { file: found.file, line: Number(line) };
  }
  return undefined;
}

/**
 * The way of an exception through the program. Of one that came out of a method that is no test, one of set-up, only what that
 * called is told: the code under test may be used there for the first time.
 */
function raised(type: string, stack: string, sources: SourceIndex): Pick<Failure, 'frames' | 'runtime'> {
  // What caused it is told below it, with a stack of its own.
  const [own = ''] = stack.split(/^Caused by: /m, 1);
  const frames = [...own.matchAll(FRAME)].slice(0, MOST_FRAMES).map(([, called = '', line]): Frame => {
    const at = called.lastIndexOf('.');
    const name = { function: called.slice(at + 1).replace(/^lambda\$(\w+)\$\d+$/, '$1') };
    const found = FOREIGN.test(called) ? undefined : sources.fileOf(called.slice(0, at));
    if (found !== undefined) return { ...name, file: found.file, line: Number(line) };
    return { ...name, package: called.slice(0, at).replace(/\.[^.]+$/, '') };
  });
  const way = frames.slice(0, frames.findLastIndex(({ file }) => file !== undefined) + 1);
  const outermost = way.at(-1);
  if (outermost?.file === undefined) return {};
  if (!isInTest(outermost.file, outermost.line ?? 0, sources)) {
    const called = way.slice(0, way.findLastIndex(({ file }) => file !== outermost.file) + 1);
    return called.some(({ file }) => file !== undefined) ? { frames: called } : {};
  }
  return { frames: way, ...(PLAIN.test(type) || !/^javax?\./.test(type) ? {} : { runtime: true }) };
}

const MOST_FRAMES = 60;
/** Exceptions that Java itself does not throw. */
const PLAIN = /^java\.lang\.(?:Error|Exception|RuntimeException|IllegalStateException)$/;

/** Whether a line of a file is in a test as it is written there: a method under `@Test` or its like. */
export function isInTest(file: string, line: number, { directory }: SourceIndex): boolean {
  if (!file.endsWith('.java')) return false;
  const tokens = tokenize(textOf(join(directory, file)));
  return tokens.some((token, at) => {
    if (token.text !== '@' || !TEST_ANNOTATION.test(tokens[at + 1]?.text ?? '') || token.line > line) return false;
    return line <= (tokens[bodyEnd(tokens, at)]?.line ?? 0);
  });
}

const TEST_ANNOTATION = /^(?:\w*Test|TestFactory|TestTemplate|Property)$/;
const FRAME = /^\s*at (?:[\w.@-]+\/+)*([\w$.<>]+)\([\w$]+\.(?:java|kt|groovy|scala):(\d+)\)/gm;
const FOREIGN = /^(java|javax|jdk|sun|org\.(junit|opentest4j|apache|assertj|hamcrest|mockito|gradle|testng))\./;
