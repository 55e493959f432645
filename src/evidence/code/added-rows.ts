import { diffLists } from '../line-diff.ts';
import { CLOSING, matchBrackets, OPENING } from './brackets.ts';
import { enclosing } from './open-place.ts';
import { isTable } from './tables.ts';
import type { Word } from './word.ts';

/**
 * Whether the later words of a test are the earlier ones with rows added to its tables: a case more for a test with
 * parameters. `everywhere` is where a table under a name is used.
 */
export function onlyAddsRows(
  before: readonly Word[],
  after: readonly Word[],
  everywhere: readonly Word[] = after,
): boolean {
  const now = withTableLines(after);
  const texts = now.map(({ text }) => text);
  const edits = diffLists(
    withTableLines(before).map(({ text }) => text),
    texts,
  );
  const pairs = matchBrackets(now);
  if (pairs === undefined || edits.some(({ kind }) => kind === 'removed')) return false;
  return edits
    .filter(({ kind }) => kind === 'added')
    .every((edit) =>
      slides(texts, edit.after, edit.length).some((start) => isRow(now, start, edit.length, pairs, everywhere)),
    );
}

/** A table in a template (``each`a | b ...` ``) as one word for each of its lines. */
function withTableLines(words: readonly Word[]): readonly Word[] {
  return words.flatMap((word, at) => {
    if (words[at - 1]?.text !== 'each' || !word.text.startsWith('`')) return [word];
    const lines = word.text.slice(1, -1).split('\n');
    return lines
      .map((line) => line.trim())
      .map((text) => ({ kind: 'string' as const, text: `${LINE}${text}`, line: word.line }));
  });
}

const LINE = '|';

/** Every place at which the same addition can be said to begin: where the words round it repeat, there are several. */
export function slides(texts: readonly string[], start: number, length: number): readonly number[] {
  const starts = [start];
  for (let at = start; at > 0 && texts[at - 1] === texts[at + length - 1]; at--) starts.push(at - 1);
  for (let at = start; at + length < texts.length && texts[at] === texts[at + length]; at++) starts.push(at + 1);
  return starts;
}

/** Whether the words from a place on are rows of a table. */
export function isRow(
  words: readonly Word[],
  start: number,
  length: number,
  pairs: ReadonlyMap<number, number>,
  everywhere: readonly Word[],
): boolean {
  const row = words.slice(start, start + length);
  if (row.every(({ kind, text }) => kind === 'string' && text.startsWith(LINE))) return true;
  if (matchBrackets(row) === undefined || row.some(({ kind }) => kind === 'layout')) return false;
  if (isCaseAttribute(row)) return true;
  if (row[0]?.text !== ',' && row.at(-1)?.text !== ',') return false;
  const opener = enclosing(words, start, pairs);
  if (opener === undefined || words[opener]?.text === '(' || !isData(row)) return false;
  return isTable(words, opener, pairs, everywhere);
}

/** `#[case(1, 2)]`: Rust's test crates write a row as an attribute. */
function isCaseAttribute(row: readonly Word[]): boolean {
  return row[0]?.text === '#' && CASES.has(row[2]?.text ?? '') && row.at(-1)?.text === ']';
}

const CASES: ReadonlySet<string> = new Set(['case', 'test_case']);

/** Whether nothing directly in the addition is a statement, or an option of something: `name: value`. */
function isData(row: readonly Word[]): boolean {
  let depth = 0;
  return row.every(({ kind, text }, at) => {
    if (kind === 'mark' && OPENING.includes(text)) depth++;
    if (kind === 'mark' && CLOSING.includes(text)) depth--;
    return depth > 0 || !(STATEMENT.has(text) || (text === ':' && row[at - 1]?.kind === 'word'));
  });
}

const STATEMENT: ReadonlySet<string> = new Set([';', '=', ':=', '++', '--', 'return', 'continue', 'break']);
