import { textsOf, type Word } from './word.ts';

type Pairs = ReadonlyMap<number, number>;

/** Whether an assertion holds whatever the thing under test does, by the way it is written. `at` is its first word. */
export function isAlwaysTrue(words: readonly Word[], at: number, pairs: Pairs): boolean {
  const name = words[at]?.text ?? '';
  const open = callAt(words, at);
  const close = open === undefined ? undefined : pairs.get(open);
  if (open === undefined || close === undefined)
    return name === 'assert' && hasWayOut(words, at, statementEnd(words, at));
  if (hasWayOut(words, open, close) || (name === 'assert' && isTuple(words, at, pairs))) return true;
  const isTruth = ['assert', 'ok'].includes(words[open - 1]?.text ?? '');
  return (isTruth && isFunction(words, open + 1, pairs)) || (name === 'expect' && isBare(words, at, close, pairs));
}

/** The bracket that a call opens: `assert(`, `assert.ok(`. */
function callAt(words: readonly Word[], at: number): number | undefined {
  let open = at + 1;
  while (words[open]?.text === '.') open += 2;
  return words[open]?.text === '(' ? open : undefined;
}

/** `... || true`. */
function hasWayOut(words: readonly Word[], from: number, to: number): boolean {
  const said = textsOf(words.slice(from, to + 1));
  return said.some((text, index) => OR.has(text) && TRUE.has(said[index + 1] ?? ''));
}

const OR: ReadonlySet<string> = new Set(['||', 'or']);
const TRUE: ReadonlySet<string> = new Set(['true', 'True', '1']);

function statementEnd(words: readonly Word[], at: number): number {
  const end = words.findIndex(({ kind, text }, index) => index > at && (kind === 'layout' || text === ';'));
  return (end < 0 ? words.length : end) - 1;
}

/** Python's `assert (a == b, 'why')`: a tuple, which is never false. */
function isTuple(words: readonly Word[], at: number, pairs: Pairs): boolean {
  const close = pairs.get(at + 1);
  const isWhole = close !== undefined && (words[close + 1] === undefined || words[close + 1]?.kind === 'layout');
  return isWhole && words.some(({ kind }) => kind === 'layout') && hasComma(words, at + 1, close, pairs);
}

function hasComma(words: readonly Word[], open: number, close: number, pairs: Pairs): boolean {
  for (let at = open + 1; at < close; at++) {
    if (words[at]?.text === ',') return true;
    at = Math.max(at, pairs.get(at) ?? at);
  }
  return false;
}

/** A function that is given and not called: it is never false. */
function isFunction(words: readonly Word[], at: number, pairs: Pairs): boolean {
  const start = words[at]?.text === 'async' ? at + 1 : at;
  if (words[start]?.text === 'function') return true;
  return words[start]?.text === '(' && words[(pairs.get(start) ?? start) + 1]?.text === '=>';
}

/** `expect(a === 0)` that nothing follows: it says nothing about what it was given. */
function isBare(words: readonly Word[], at: number, end: number, pairs: Pairs): boolean {
  const isAlone = words[at - 1]?.text !== '.' && !['.', '?.', '['].includes(words[end + 1]?.text ?? '');
  return isAlone && !hasComma(words, at + 1, end, pairs);
}
