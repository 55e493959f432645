import { diffLists, type Edit } from '../line-diff.ts';
import { isRow, slides } from './added-rows.ts';
import { matchBrackets } from './brackets.ts';
import type { Language } from './language.ts';
import { isOpenPlace } from './open-place.ts';
import { textsOf, type Word } from './word.ts';

/** Words that only one of two versions has round its tests. */
export interface Addition {
  readonly words: readonly Word[];
  /** They are statements of their own, beside others: nothing else reads differently for them. */
  readonly isWhole: boolean;
  /** They are rows of a table. */
  readonly isRow: boolean;
}

/** What was taken away from words and what was added to them, each piece by itself. */
export function compareWords(
  before: readonly Word[],
  after: readonly Word[],
  language: Language,
  everywhere: readonly Word[] = after,
): { readonly lost: readonly Addition[]; readonly added: readonly Addition[] } {
  const edits = diffLists(textsOf(before), textsOf(after));
  const spans = (kind: Edit['kind'], side: 'before' | 'after') =>
    edits.filter((edit) => edit.kind === kind).map((edit) => ({ start: edit[side], length: edit.length }));
  return {
    lost: describe(before, spans('removed', 'before'), language, everywhere),
    added: describe(after, spans('added', 'after'), language, everywhere),
  };
}

function describe(
  words: readonly Word[],
  spans: readonly { readonly start: number; readonly length: number }[],
  language: Language,
  everywhere: readonly Word[],
): readonly Addition[] {
  const pairs = matchBrackets(words) ?? new Map<number, number>();
  const texts = textsOf(words);
  return spans.map(({ start, length }) => {
    const starts = slides(texts, start, length);
    const whole = starts.find((at) => isWhole(words, at, length, pairs, language));
    return {
      words: words.slice(whole ?? start, (whole ?? start) + length),
      isWhole: whole !== undefined,
      isRow: starts.some((at) => isRow(words, at, length, pairs, everywhere)),
    };
  });
}

/** Whether the words from a place on are whole statements in a place where statements may stand. */
function isWhole(
  words: readonly Word[],
  start: number,
  length: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): boolean {
  const piece = language === 'go' ? withoutBreaks(words, start, length) : words.slice(start, start + length);
  // Between tests that are cut out nothing but line breaks is left.
  if (language === 'go' && piece.length === 0) return true;
  const last = words[start - 1];
  if (matchBrackets(piece) === undefined || !isOpenPlace(words, start, pairs, language)) return false;
  if (language === 'python') return isBetweenLines(last, piece);
  return (last === undefined || canEnd(last) || last.text === '{') && begins(piece) && ends(piece);
}

/** Without the semicolons at its edges: in Go they are mere line breaks, of the statement before and after. */
function withoutBreaks(words: readonly Word[], start: number, length: number): readonly Word[] {
  let from = start;
  let to = start + length;
  while (from < to && words[from]?.text === ';') from++;
  while (from < to && words[to - 1]?.text === ';') to--;
  return words.slice(from, to);
}

/** Words that go on with the statement before them. */
const GOES_ON: ReadonlySet<string> = new Set(
  'in of instanceof as satisfies extends implements else catch finally where'.split(' '),
);

function begins(piece: readonly Word[]): boolean {
  const [first] = piece;
  if (first === undefined || GOES_ON.has(first.text)) return false;
  if (first.kind !== 'mark') return true;
  // What is marked with an attribute or annotation has to be part of it.
  return (first.text === '@' || first.text === '#') && [';', '}'].includes(piece.at(-1)?.text ?? '');
}

/** Words that need something after them. */
const WANTS_MORE: ReadonlySet<string> = new Set(
  'return throw await typeof new void delete else do case default async export yield static pub'.split(' '),
);
const CONDITIONS: ReadonlySet<string> = new Set('if while for with switch catch match unless'.split(' '));

/** Whether a statement can end where the words end: not after the head of one without its body. */
function ends(piece: readonly Word[]): boolean {
  const last = piece.at(-1);
  if (last === undefined || !canEnd(last) || WANTS_MORE.has(last.text)) return false;
  if (last.text !== ')') return true;
  const open = matchBrackets(piece)?.get(piece.length - 1) ?? 0;
  return !CONDITIONS.has(piece[open - 1]?.text ?? '');
}

function canEnd({ kind, text }: Word): boolean {
  return kind !== 'mark' || [';', '}', ')', ']'].includes(text);
}

/** Whether Python's lines begin before and end with the words, as deep as they began, and mark nothing after them. */
function isBetweenLines(last: Word | undefined, piece: readonly Word[]): boolean {
  if ((last !== undefined && last.kind !== 'layout') || piece.at(-1)?.kind !== 'layout') return false;
  const depth = piece.reduce((sum, word) => sum + stepOf(word), 0);
  const lines = piece
    .filter((_, at) => at === 0 || piece[at - 1]?.kind === 'layout')
    .filter(({ kind }) => kind !== 'layout');
  return depth === 0 && lines.at(-1)?.text !== '@';
}

function stepOf({ kind, text }: Word): number {
  if (kind !== 'layout' || text === 'end') return 0;
  return text === 'indent' ? 1 : -1;
}
