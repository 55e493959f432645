import { GROUPS } from './js-tests.ts';
import type { Language } from './language.ts';
import type { Word } from './word.ts';

/**
 * Whether a statement at a place stands beside tests and not inside other code: at the top of the file, in a group, in a
 * class or module.
 */
export function isOpenPlace(
  words: readonly Word[],
  place: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): boolean {
  const opener = enclosing(words, place, pairs);
  if (language === 'python') return opener === undefined && isInClasses(words, place);
  if (opener === undefined) return true;
  const head = words[opener]?.text === '{' ? headOf(words, opener, pairs, language) : undefined;
  return head !== undefined && isOpenPlace(words, head, pairs, language);
}

/** Where the bracket that a place is in opens, if it is in one. */
export function enclosing(
  words: readonly Word[],
  place: number,
  pairs: ReadonlyMap<number, number>,
): number | undefined {
  for (let at = Math.min(place, words.length) - 1; at >= 0; at--) {
    const other = pairs.get(at);
    if (other === undefined) continue;
    if (other > at) return at;
    at = other;
  }
  return undefined;
}

/** Where the group, class or module begins whose body opens here. */
function headOf(
  words: readonly Word[],
  opener: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): number | undefined {
  if (language === 'rust') return words[opener - 2]?.text === 'mod' ? opener - 2 : undefined;
  if (language === 'java') return classHead(words, opener);
  return language === 'js' ? groupHead(words, opener, pairs) : undefined;
}

function classHead(words: readonly Word[], opener: number): number | undefined {
  for (let at = opener - 1; at >= 0 && !';{}'.includes(words[at]?.text ?? ''); at--) {
    if (words[at]?.text === 'class') return at;
  }
  return undefined;
}

/** `describe('x', () => {`, `describe.each(rows)('x', () => {`: the word it begins with. */
function groupHead(words: readonly Word[], opener: number, pairs: ReadonlyMap<number, number>): number | undefined {
  const call = enclosing(words, opener, pairs);
  if (call === undefined || words[call]?.text !== '(') return undefined;
  let at = call - 1;
  if (words[at]?.text === ')') at = (pairs.get(at) ?? 0) - 1;
  while (words[at - 1]?.text === '.') at -= 2;
  return GROUPS.has(words[at]?.text ?? '') ? at : undefined;
}

/** Whether every block that a place is in belongs to a class. */
function isInClasses(words: readonly Word[], place: number): boolean {
  const open: string[] = [];
  let lineStart = 0;
  for (const [at, { kind, text }] of words.slice(0, place).entries()) {
    if (kind !== 'layout') continue;
    if (text === 'indent') open.push(words[lineStart]?.text ?? '');
    if (text === 'dedent') open.pop();
    if (text !== 'end' || words[at + 1]?.text !== 'indent') lineStart = at + 1;
  }
  return open.every((head) => head === 'class');
}
