import type { Word } from './word.ts';

/** For each opening bracket its closing one and the other way round; `undefined` if they do not fit. */
export function matchBrackets(words: readonly Pick<Word, 'kind' | 'text'>[]): ReadonlyMap<number, number> | undefined {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { kind, text }] of words.entries()) {
    if (kind !== 'mark' || text === '') continue;
    if (OPENING.includes(text)) open.push(at);
    if (!CLOSING.includes(text)) continue;
    const start = open.pop();
    if (start === undefined || words[start]?.text !== OPENING[CLOSING.indexOf(text)]) return undefined;
    pairs.set(start, at).set(at, start);
  }
  return open.length === 0 ? pairs : undefined;
}

export const OPENING = '([{';
export const CLOSING = ')]}';
