import { enclosing } from './open-place.ts';
import type { Word } from './word.ts';

/**
 * Whether the list that opens at a place is a table of cases: the rows of a test with parameters, or what a loop goes
 * through. Any other list may be part of what a test expects. `everywhere` is where a table under a name is used.
 */
export function isTable(
  words: readonly Word[],
  opener: number,
  pairs: ReadonlyMap<number, number>,
  everywhere: readonly Word[],
): boolean {
  const close = pairs.get(opener) ?? opener;
  const member = words[close + 1]?.text === '.' ? text(words, close + 2) : undefined;
  if (member === 'forEach' || isCaseList(words, opener, pairs)) return true;
  if (member !== undefined && !ITERATORS.has(member)) return false;
  const start = literalStart(words, opener, pairs);
  // Braces without the type of a list before them hold statements, or the fields of one thing.
  if (text(words, opener) === '{' && !['[', 'map'].includes(text(words, start))) return false;
  return isNamedTable(words, start, everywhere);
}

const text = (words: readonly Word[], at: number): string => words[at]?.text ?? '';

/** `.each([`, `@parametrize("a", [`, `@ValueSource(ints = {`. */
function isCaseList(words: readonly Word[], opener: number, pairs: ReadonlyMap<number, number>): boolean {
  const call = enclosing(words, opener, pairs);
  if (call === undefined || text(words, call) !== '(') return false;
  if (call === opener - 1 && PARAMETERS.has(text(words, call - 1))) return true;
  const line = lineStart(words, call);
  return text(words, line) === '@' || text(words, call - 2) === '@';
}

const PARAMETERS: ReadonlySet<string> = new Set(['each', 'for']);

/** Where a list with what belongs to it begins: `vec![`, `&[`, `[]struct{...}{`, `map[string]int{`. */
function literalStart(words: readonly Word[], opener: number, pairs: ReadonlyMap<number, number>): number {
  let at = opener;
  if (text(words, opener) === '{') {
    if (text(words, at - 1) === '}') at = (pairs.get(at - 1) ?? at) - 1;
    else at--;
    while (text(words, at - 1) === '.') at -= 2;
    if (text(words, at - 1) === '*') at--;
    if (text(words, at - 1) === ']') at = pairs.get(at - 1) ?? at;
    if (text(words, at - 1) === 'map') at--;
  }
  if (text(words, at - 1) === '!') at -= 2;
  return text(words, at - 1) === '&' ? at - 1 : at;
}

/** A list that a loop goes through, by itself or under a name that is used for nothing else. */
function isNamedTable(words: readonly Word[], start: number, everywhere: readonly Word[]): boolean {
  if (goesThrough(words, start)) return true;
  const before = text(words, start - 1);
  if (before !== '=' && before !== ':=') return false;
  const name = nameBefore(words, start - 1);
  return name !== undefined && everywhere.every((word, at) => word.text !== name || isIterated(everywhere, at));
}

/** The name that is declared before an `=`, over a type if there is one. */
function nameBefore(words: readonly Word[], equals: number): string | undefined {
  const near = words[equals - 1];
  const before = words[equals - 2];
  const isDirect = before === undefined || before.kind !== 'mark' || ';{}'.includes(before.text);
  if (near?.kind === 'word' && isDirect) return near.text;
  for (let at = equals - 1; at >= 0 && equals - at < MOST_TYPE_WORDS; at--) {
    if (DECLARES.has(text(words, at))) return words[at + 1]?.text;
    if (text(words, at) === ';') return undefined;
  }
  return undefined;
}

const MOST_TYPE_WORDS = 40;
const DECLARES: ReadonlySet<string> = new Set(['const', 'let', 'var', 'static', 'mut']);

/** Whether what stands at a place is what a loop goes through: after `of`, `range`, or the `in` of a `for`. */
function goesThrough(words: readonly Word[], at: number): boolean {
  const before = text(words, at - 1);
  if (before === 'of' || before === 'range') return true;
  return before === 'in' && text(words, lineStart(words, at)) === 'for';
}

/** Whether a name is defined, measured or gone through here. */
function isIterated(words: readonly Word[], at: number): boolean {
  const next = text(words, at + 1);
  const last = text(words, at - 1);
  if (next === '=' || next === ':=' || next === ':' || DECLARES.has(last)) return true;
  if (goesThrough(words, last === '&' ? at - 1 : at)) return true;
  if (next === '.' && ITERATORS.has(text(words, at + 2))) return true;
  if (last === '(' && (PARAMETERS.has(text(words, at - 2)) || MEASURES.has(text(words, at - 2)))) return true;
  return text(words, lineStart(words, at)) === '@';
}

const ITERATORS: ReadonlySet<string> = new Set(['forEach', 'iter', 'into_iter', 'items', 'entries']);
const MEASURES: ReadonlySet<string> = new Set(['len', 'entries', 'enumerate', 'keys']);

/** Where the statement round a place begins: after a line's end, a semicolon or a brace. */
function lineStart(words: readonly Word[], place: number): number {
  let at = place;
  while (at > 0 && words[at - 1]?.kind !== 'layout' && !';{}'.includes(words[at - 1]?.text || ' ')) at--;
  return at;
}
