import type { Failure, FailureKind } from '../../evidence/report.ts';

/** Gives a line of a source file, by its path as a panic names it; nothing if it is not the project's. */
export type SourceLine = (file: string, line: number) => { readonly file: string; readonly text: string } | undefined;

/** Tells why a Rust test failed from what it printed: the panic, or that there should have been one. */
export function libtestFailure(name: string, printed: string, sourceLine: SourceLine): Failure {
  const expected = /^note: (test did not panic as expected|panic did not contain expected string)[^\n]*/m.exec(printed);
  const panic = panicOf(name, printed);
  if (expected !== null) {
    const rest = printed.slice(expected.index + 'note: '.length);
    return located('assertion', rest.trim(), panic, sourceLine);
  }
  if (panic === undefined) return { kind: 'other', message: cut(printed) || 'The test failed and printed nothing.' };
  return located(kindOf(panic, sourceLine), panic.message, panic, sourceLine);
}

interface Panic {
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The last panic of the test's own thread, else of any. */
function panicOf(name: string, printed: string): Panic | undefined {
  const panics = [...printed.matchAll(PANIC)].map((found) => {
    const { thread = '', file = '', line, column, old } = found.groups ?? {};
    const after = printed.slice(found.index + found[0].length);
    const message = old ?? after.replace(/^\n/, '').split(END_OF_MESSAGE, 1)[0] ?? '';
    return { thread, message: message.trim(), file, line: Number(line), column: Number(column) };
  });
  return panics.findLast(({ thread }) => thread === name || thread === 'main') ?? panics.at(-1);
}

/** `thread 'x' (123) panicked at src/lib.rs:1:2:` and, until 1.72, `thread 'x' panicked at 'message', src/lib.rs:1:2`. */
const PANIC =
  /^thread '(?<thread>[^'\n]*)'(?: \(\d+\))? panicked at (?:'(?<old>[^\n]*)', )?(?<file>[^\n]+?):(?<line>\d+):(?<column>\d+):?$/gm;
const END_OF_MESSAGE = /^(?:note: |stack backtrace:|thread ')/m;

/** An assertion by its message, or by the macro that stands where the panic came from if the message is the author's. */
function kindOf({ message, file, line, column }: Panic, sourceLine: SourceLine): FailureKind {
  if (/^assertion( `[^`]*`)? failed|^assertion failed/.test(message)) return 'assertion';
  const macro = sourceLine(file, line)?.text.slice(column - 1) ?? '';
  return /^(\w+::)*\w*assert\w*!/.test(macro) ? 'assertion' : 'other';
}

function located(kind: FailureKind, message: string, panic: Panic | undefined, sourceLine: SourceLine): Failure {
  const own = panic === undefined ? undefined : sourceLine(panic.file, panic.line);
  return {
    kind,
    message: cut(message),
    ...(own === undefined || panic === undefined ? {} : { location: { file: own.file, line: panic.line } }),
    // A panic tells the line that raised it, and no other: what is unwrapped and indexed there, the language looks at.
    ...(own === undefined || panic === undefined || kind !== 'other'
      ? {}
      : { frames: [{ file: own.file, line: panic.line }], runtime: true }),
  };
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} ...` : text;
}

const LONGEST = 8_000;
