import type { Span, Syntax } from './syntax.ts';
import type { FoundTests } from './tests.ts';

/** What is known about a file of source code. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly root: Syntax;
  /** What the parser could not make sense of. */
  readonly unreadable: readonly Span[];
  readonly functions: readonly FunctionFact[];
  readonly exports: readonly ExportFact[];
  /** Tests, the groups they are in, and imports. */
  readonly found: FoundTests;
}

/** A name that a file offers to others. */
export interface ExportFact {
  readonly name: string;
  /** Whether it is made here, and not only handed on. */
  readonly isOwn: boolean;
}

/** A function with a name, a method or a constructor, at whatever depth. */
export interface FunctionFact {
  /** As people say it: `add`, `Stack.push`. */
  readonly name: string;
  readonly node: Syntax;
  /** What is done when it is called: the statements with the brackets round them, or one expression. */
  readonly body: Syntax;
  /** Whether the body is one expression, whose value is the result. */
  readonly isExpression: boolean;
  /** The expressions whose values it returns or yields; none in a function that gives nothing back. */
  readonly results: readonly Syntax[];
  /** The names of what it is given, as far as they are names. */
  readonly parameters: readonly string[];
}

/** Words put round a piece of a text. */
export interface Wrap extends Span {
  readonly before: string;
  readonly after: string;
}

/** The text with words put round pieces of it, one of which may be inside another. */
export function wrapPieces(text: string, wraps: readonly Wrap[]): string {
  const marks = wraps.flatMap(({ start, end, before, after }) => [
    { at: start, put: before, rank: start - end },
    { at: end, put: after, rank: end === start ? 0 : -Number.MAX_SAFE_INTEGER + (end - start) },
  ]);
  let done = 0;
  let written = '';
  for (const { at, put } of marks.toSorted((one, other) => one.at - other.at || one.rank - other.rank)) {
    written += text.slice(done, at) + put;
    done = at;
  }
  return written + text.slice(done);
}
