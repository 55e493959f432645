import type { Failure, FailureKind } from '../../evidence/report.ts';
import type { SourceIndex } from '../source-index.ts';

/** Tells why a Java test failed from the class of what was thrown. */
export function javaFailure(
  thrown: { readonly type: string; readonly message: string; readonly text: string },
  sources: SourceIndex,
): Failure {
  const { type, message, text } = thrown;
  const kind = kindOf(type, `${message}\n${text.slice(0, 500)}`);
  const location = placeOf(text, sources);
  const name = type.slice(type.lastIndexOf('.') + 1);
  const told = message === '' ? (text.split('\n', 1)[0] ?? name) : `${name}: ${message}`;
  return {
    kind,
    message: told.replaceAll(`${sources.directory}/`, ''),
    ...(location === undefined ? {} : { location }),
    ...(kind === 'import' ? { diagnostics: [{ what: 'module', name: message.replaceAll('/', '.') }] } : {}),
  };
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

const FRAME = /^\s*at (?:[\w.@-]+\/+)*([\w$.<>]+)\([\w$]+\.(?:java|kt|groovy|scala):(\d+)\)/gm;
const FOREIGN = /^(java|javax|jdk|sun|org\.(junit|opentest4j|apache|assertj|hamcrest|mockito|gradle|testng))\./;
