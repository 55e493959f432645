import { matchBrackets } from './brackets.ts';
import type { Word } from './word.ts';

type IsAssertion = (word: Word) => boolean;

/** Places in a test from which no failure gets out: after it has returned, under `if (false)`, inside a `try` that catches all. */
export function deadWords(words: readonly Word[], isAssertion: IsAssertion): ReadonlySet<number> {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  const dead = new Set<number>();
  const bury = (from: number, to: number) => {
    for (let at = from; at < to; at++) dead.add(at);
  };
  for (const [from, to] of [...swallowed(words, pairs, isAssertion), ...neverSpans(words, pairs)]) bury(from, to);
  const end = returnPlace(words, pairs);
  if (end !== undefined) bury(end, words.length);
  return dead;
}

/** Whether an assertion stands where its failure is caught by who neither throws nor asserts. */
export function swallowsFailures(words: readonly Word[], isAssertion: IsAssertion): boolean {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  return swallowed(words, pairs, isAssertion).some(([from, to]) => words.slice(from, to).some(isAssertion));
}

type Pairs = ReadonlyMap<number, number>;
type Between = readonly [from: number, to: number];

/** What a `try` catches, what a promise does, and what Python suppresses. */
function swallowed(words: readonly Word[], pairs: Pairs, isAssertion: IsAssertion): readonly Between[] {
  return [
    ...caughtSpans(words, pairs, isAssertion),
    ...promiseSpans(words, pairs, isAssertion),
    ...suppressedSpans(words, pairs),
  ];
}

function caughtSpans(words: readonly Word[], pairs: Pairs, isAssertion: IsAssertion): readonly Between[] {
  return [...words.entries()].flatMap(([at, { kind, text }]): readonly Between[] => {
    const isHandler = text === 'except' || (text === 'catch' && words[at - 1]?.text === '}');
    if (kind !== 'word' || !isHandler) return [];
    const handler = text === 'except' ? indented(words, headEnd(words, at)) : braced(words, at, pairs);
    if (handler.some((word) => RETHROWS.test(word.text) || isAssertion(word))) return [];
    const start = words.slice(0, at).findLastIndex((word) => word.text === 'try');
    return [[Math.max(0, start), at]];
  });
}

/** The statement up to `.catch(...)`, where what is given there does nothing about a failure. */
function promiseSpans(words: readonly Word[], pairs: Pairs, isAssertion: IsAssertion): readonly Between[] {
  return [...words.entries()].flatMap(([at, { text }]): readonly Between[] => {
    const isCall = text === 'catch' && words[at - 1]?.text === '.' && words[at + 1]?.text === '(';
    const handler = isCall ? words.slice(at + 2, pairs.get(at + 1)) : [];
    const doesNothing = handler.some((word) => word.text === '=>' || word.text === 'function');
    if (!doesNothing || handler.some((word) => RETHROWS.test(word.text) || isAssertion(word))) return [];
    return [[statementStart(words, at - 1, pairs), at]];
  });
}

function statementStart(words: readonly Word[], end: number, pairs: Pairs): number {
  let at = end - 1;
  while (at >= 0 && !STARTS.has(words[at]?.text ?? '') && words[at]?.kind !== 'layout') {
    const other = pairs.get(at);
    if (other !== undefined && other > at) break;
    at = (other ?? at) - 1;
  }
  return at + 1;
}

const STARTS: ReadonlySet<string> = new Set([';', '=>', 'return', 'await', 'void', ',', '=']);

/** Python: the block under `with suppress(AssertionError):`. */
function suppressedSpans(words: readonly Word[], pairs: Pairs): readonly Between[] {
  return [...words.entries()].flatMap(([at, { text }]): readonly Between[] => {
    const close = text === 'suppress' && words[at + 1]?.text === '(' ? pairs.get(at + 1) : undefined;
    if (close === undefined || !words.slice(at, close).some((word) => FAILURES.has(word.text))) return [];
    const colon = headEnd(words, close);
    return [[at, colon + indented(words, colon).length + 1]];
  });
}

const FAILURES: ReadonlySet<string> = new Set(['AssertionError', 'Exception', 'BaseException']);

const RETHROWS = /^(?:throw|raise|reject|done|next|panic|fail|Fatal|Error)$/;

function braced(words: readonly Word[], at: number, pairs: Pairs): readonly Word[] {
  const open = words.findIndex(({ text }, index) => index > at && text === '{');
  return words.slice(open, pairs.get(open) ?? words.length);
}

/** The colon after which a Python handler says what it does. */
function headEnd(words: readonly Word[], at: number): number {
  const end = words.findIndex(({ text, kind }, index) => index > at && (text === ':' || kind === 'layout'));
  return end < 0 ? at : end;
}

/** What a Python handler does: the rest of its line, or the lines indented below it. */
function indented(words: readonly Word[], at: number): readonly Word[] {
  let end = at;
  let depth = 0;
  do {
    end++;
    if (words[end]?.text === 'indent') depth++;
    if (words[end]?.text === 'dedent') depth--;
  } while (end < words.length && (depth > 0 || words[end]?.kind !== 'layout' || words[end + 1]?.text === 'indent'));
  return words.slice(at + 1, end);
}

/** What stands under `if (false)`, `if False:`, `while (0)`. */
function neverSpans(words: readonly Word[], pairs: Pairs): readonly Between[] {
  return [...words.entries()].flatMap(([at, { kind, text }]): readonly Between[] => {
    if (kind !== 'word' || (text !== 'if' && text !== 'while')) return [];
    const value = words[at + 1]?.text === '(' ? at + 2 : at + 1;
    const after = words[at + 1]?.text === '(' ? value + 2 : value + 1;
    if (!NEVER.has(words[value]?.text ?? '')) return [];
    if (words[after]?.text === ':') return [[after, after + indented(words, after).length + 1]];
    return words[after]?.text === '{' ? [[after, pairs.get(after) ?? words.length]] : [];
  });
}

const NEVER: ReadonlySet<string> = new Set(['false', 'False', '0', 'null', 'None']);

/** Where the body of the test returns for good: a bare `return` that no condition stands before. */
function returnPlace(words: readonly Word[], pairs: Pairs): number | undefined {
  const body = bodyPlace(words);
  if (body === undefined) return undefined;
  for (let at = body + 1; at < words.length; at++) {
    const { kind, text } = words[at] as Word;
    const close = pairs.get(at);
    if (kind === 'layout' && text === 'indent') at = dedentAfter(words, at);
    else if (close !== undefined && close > at) at = close;
    else if (kind === 'word' && text === 'return' && isBare(words, at, pairs)) return at;
  }
  return undefined;
}

/** The brace or indentation with which the body of the function of a test begins. */
function bodyPlace(words: readonly Word[]): number | undefined {
  const at = words.findIndex(({ kind, text }, index) => {
    if (kind === 'layout') return text === 'indent';
    const last = words[index - 1]?.text ?? '';
    return text === '{' && (last === '=>' || last === ')' || /^\w+$/.test(last)) && !/^(?:struct|each)$/.test(last);
  });
  return at < 0 ? undefined : at;
}

function dedentAfter(words: readonly Word[], indent: number): number {
  let depth = 1;
  let at = indent;
  while (depth > 0 && at < words.length - 1) {
    at++;
    if (words[at]?.kind === 'layout' && words[at]?.text === 'indent') depth++;
    if (words[at]?.kind === 'layout' && words[at]?.text === 'dedent') depth--;
  }
  return at;
}

function isBare(words: readonly Word[], at: number, pairs: Pairs): boolean {
  const next = words[at + 1];
  const last = words[at - 1]?.text ?? '';
  const isAlone = next === undefined || next.kind === 'layout' || next.text === ';' || next.text === '}';
  const isConditional = last === ')' && CONDITIONS.has(words[(pairs.get(at - 1) ?? 0) - 1]?.text ?? '');
  return isAlone && !isConditional && last !== 'else' && last !== ':';
}

const CONDITIONS: ReadonlySet<string> = new Set(['if', 'while', 'for', 'catch']);
