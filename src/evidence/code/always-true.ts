import { textsOf, type Word } from './word.ts';

type Pairs = ReadonlyMap<number, number>;

/** Whether an assertion holds whatever the thing under test does, by the way it is written. `at` is its first word. */
export function isAlwaysTrue(words: readonly Word[], at: number, pairs: Pairs): boolean {
  const name = words[at]?.text ?? '';
  const open = callAt(words, at);
  const close = open === undefined ? undefined : pairs.get(open);
  if (open === undefined || close === undefined) {
    if (name !== 'assert') return false;
    const end = statementEnd(words, at);
    return hasWayOut(words, at, end) || isNeverFalse(words, at + 1, argumentEnd(words, at + 1, end, pairs), pairs);
  }
  if (hasWayOut(words, open, close) || (name === 'assert' && isTuple(words, at, pairs))) return true;
  if (name === 'expect') return isBare(words, at, close, pairs);
  if (!TRUTHS.has(calleeOf(words, open))) return false;
  const end = argumentEnd(words, open + 1, close - 1, pairs);
  return isFunction(words, open + 1, pairs) || isNeverFalse(words, open + 1, end, pairs);
}

/** Assertions that ask only whether what they are given is true. */
const TRUTHS: ReadonlySet<string> = new Set(['assert', 'ok', 'assertTrue']);

/** The bracket that a call opens: `assert(`, `assert.ok(`, `assert!(`. */
export function callAt(words: readonly Word[], at: number): number | undefined {
  let open = at + 1;
  while (words[open]?.text === '.') open += 2;
  if (words[open]?.text === '!') open++;
  return words[open]?.text === '(' ? open : undefined;
}

/** What is called where a bracket opens. */
export function calleeOf(words: readonly Word[], open: number): string {
  return words[words[open - 1]?.text === '!' ? open - 2 : open - 1]?.text ?? '';
}

/** The last word before the comma that ends an argument, or the last of all. */
export function argumentEnd(words: readonly Word[], from: number, to: number, pairs: Pairs): number {
  const [comma = to + 1] = topLevel(from, to, pairs).filter((at) => words[at]?.text === ',');
  return comma - 1;
}

/** Places between two others that stand in no bracket of their own. */
function topLevel(from: number, to: number, pairs: Pairs): readonly number[] {
  const places: number[] = [];
  for (let at = from; at <= to; at++) {
    places.push(at);
    at = Math.max(at, pairs.get(at) ?? at);
  }
  return places;
}

/** What is true by its kind, by what it ends in, or because one of its two halves always is. */
function isNeverFalse(words: readonly Word[], from: number, to: number, pairs: Pairs): boolean {
  if (words[from]?.text === 'lambda' || isTruth(words, from, to)) return true;
  const top = topLevel(from, to, pairs);
  // A generator of Python, which its brackets may have been taken from.
  if (top.some((at) => words[at]?.text === 'for')) return true;
  const ors = top.filter((at) => OR.has(words[at]?.text ?? ''));
  const last = ors.at(-1);
  if (last !== undefined) {
    return isTruth(words, last + 1, to) || (ors.length === 1 && isEither(words, from, last, to));
  }
  if (pairs.get(from) !== to) return false;
  const inside = topLevel(from + 1, to - 1, pairs);
  if (words[from]?.text === '(') return isSequence(words, inside, to) || inside.some((at) => words[at]?.text === 'for');
  return isFilled(words, inside);
}

/** `(a, true)`. */
function isSequence(words: readonly Word[], inside: readonly number[], close: number): boolean {
  const comma = inside.findLast((at) => words[at]?.text === ',');
  return comma !== undefined && isTruth(words, comma + 1, close - 1);
}

/** A list or an object with something in it for sure. */
function isFilled(words: readonly Word[], inside: readonly number[]): boolean {
  const texts = inside.map((at) => words[at]?.text ?? '');
  return texts.length > 0 && !texts.some((text) => text === 'for' || text === '*' || text === '**' || text === '...');
}

/** One word that is true by itself. */
function isTruth(words: readonly Word[], from: number, to: number): boolean {
  const { kind, text } = words[from] ?? { kind: 'layout', text: '' };
  if (from !== to) return false;
  return TRUE.has(text) || (kind === 'string' && text.length > 2) || (kind === 'number' && /[1-9]/.test(text));
}

/** `a === 0 || a !== 0`: both halves in the same words but for an operator and its opposite. */
function isEither(words: readonly Word[], from: number, or: number, to: number): boolean {
  const [one, other] = [textsOf(words.slice(from, or)), textsOf(words.slice(or + 1, to + 1))];
  if (one.length !== other.length) return false;
  const apart = one.flatMap((text, at) => (text === other[at] ? [] : [[text, other[at] ?? ''] as const]));
  return apart.length === 1 && apart.every(([a, b]) => OPPOSITES[a] === b || OPPOSITES[b] === a);
}

const OPPOSITES: Readonly<Record<string, string>> = { '===': '!==', '==': '!=', '<': '>=', '>': '<=' };

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
