import { diffLists } from '../line-diff.ts';
import { matchBrackets } from './brackets.ts';
import { enclosing } from './open-place.ts';
import type { Word } from './word.ts';

/**
 * Whether the later words are the earlier ones with rows of data added to tables: a case more for a test with parameters.
 * A row is made of literals and names, no call and no statement, and stands in a list, not among arguments.
 */
export function onlyAddsRows(before: readonly Word[], after: readonly Word[]): boolean {
  const texts = after.map(({ text }) => text);
  const edits = diffLists(
    before.map(({ text }) => text),
    texts,
  );
  const pairs = matchBrackets(after);
  if (pairs === undefined || edits.some(({ kind }) => kind === 'removed')) return false;
  return edits
    .filter(({ kind }) => kind === 'added')
    .every((edit) => slides(texts, edit.after, edit.length).some((start) => isRow(after, start, edit.length, pairs)));
}

/** Every place at which the same addition can be said to begin: where the words round it repeat, there are several. */
export function slides(texts: readonly string[], start: number, length: number): readonly number[] {
  const starts = [start];
  for (let at = start; at > 0 && texts[at - 1] === texts[at + length - 1]; at--) starts.push(at - 1);
  for (let at = start; at + length < texts.length && texts[at] === texts[at + length]; at++) starts.push(at + 1);
  return starts;
}

/** Whether the words from a place on are rows of a list. */
export function isRow(
  words: readonly Word[],
  start: number,
  length: number,
  pairs: ReadonlyMap<number, number>,
): boolean {
  const row = words.slice(start, start + length);
  const opener = enclosing(words, start, pairs);
  if (opener === undefined || words[opener]?.text === '(') return false;
  if (row[0]?.text !== ',' && row.at(-1)?.text !== ',') return false;
  return matchBrackets(row) !== undefined && row.every((_, at) => isData(row, at)) && !hasProperty(row);
}

const DATA_MARKS = ',[]{}():-.&!';
const STATEMENTS: ReadonlySet<string> = new Set(
  'return throw break continue if else for while new await yield import delete raise pass del function func fn lambda'.split(
    ' ',
  ),
);

function isData(row: readonly Word[], at: number): boolean {
  const { kind, text } = row[at] as Word;
  if (kind === 'number') return true;
  if (kind === 'string') return !(text.startsWith('`') && text.includes('${')) && !/^[a-z]*f[a-z]*['"]/i.test(text);
  if (kind === 'word') return !STATEMENTS.has(text) && row[at + 1]?.text !== '(';
  if (kind !== 'mark' || !DATA_MARKS.includes(text)) return false;
  return !((text === ')' || text === ']') && row[at + 1]?.text === '(');
}

/** `name: value` directly in the addition: not a row of a table but an option of something. */
function hasProperty(row: readonly Word[]): boolean {
  let depth = 0;
  return row.some(({ kind, text }, at) => {
    if (kind === 'mark' && '([{'.includes(text)) depth++;
    if (kind === 'mark' && ')]}'.includes(text)) depth--;
    return depth === 0 && text === ':' && row[at - 1]?.kind === 'word';
  });
}
