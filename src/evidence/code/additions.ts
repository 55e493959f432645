import { diffLists } from '../line-diff.ts';
import { isRow, slides } from './added-rows.ts';
import { matchBrackets } from './brackets.ts';
import type { Language } from './language.ts';
import { isOpenPlace } from './open-place.ts';
import type { Word } from './word.ts';

/** Words added round the tests of a file. */
export interface Addition {
  readonly words: readonly Word[];
  /** They are statements of their own, beside others: nothing that was there reads differently. */
  readonly isWhole: boolean;
  /** They are rows of a table. */
  readonly isRow: boolean;
}

/** What was taken away from words and what was added to them, each piece by itself. */
export function compareWords(
  before: readonly Word[],
  after: readonly Word[],
  language: Language,
): { readonly lost: readonly (readonly Word[])[]; readonly added: readonly Addition[] } {
  const texts = after.map(({ text }) => text);
  const edits = diffLists(
    before.map(({ text }) => text),
    texts,
  );
  const pairs = matchBrackets(after) ?? new Map<number, number>();
  return {
    lost: edits
      .filter(({ kind }) => kind === 'removed')
      .map((edit) => before.slice(edit.before, edit.before + edit.length)),
    added: edits
      .filter(({ kind }) => kind === 'added')
      .map(({ after: start, length }) => {
        const starts = slides(texts, start, length);
        const whole = starts.find((at) => isWhole(after, at, length, pairs, language));
        return {
          words: after.slice(whole ?? start, (whole ?? start) + length),
          isWhole: whole !== undefined,
          isRow: starts.some((at) => isRow(after, at, length, pairs)),
        };
      }),
  };
}

/** Whether the words from a place on are whole statements in a place where statements may stand. */
function isWhole(
  words: readonly Word[],
  start: number,
  length: number,
  pairs: ReadonlyMap<number, number>,
  language: Language,
): boolean {
  const whole = words.slice(start, start + length);
  // The semicolon that ends the statement before: in Go a mere line break.
  const piece = language === 'go' && whole[0]?.text === ';' ? whole.slice(1) : whole;
  const last = words[start - 1];
  if (matchBrackets(piece) === undefined || !isOpenPlace(words, start, pairs, language)) return false;
  if (language === 'python') return isBetweenLines(last, piece);
  return (last === undefined || canEnd(last) || last.text === '{') && begins(piece) && ends(piece);
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

/** Names that words define or assign at their own level. */
export function definedNames(words: readonly Word[]): ReadonlySet<string> {
  const names = new Set<string>();
  let depth = 0;
  let isPattern = false;
  for (const [at, { kind, text }] of words.entries()) {
    const last = words[at - 1]?.text ?? '';
    if ((kind === 'mark' && '([{'.includes(text)) || (kind === 'layout' && text === 'indent')) {
      isPattern ||= depth === 0 && DEFINES.has(last);
      depth++;
    } else if ((kind === 'mark' && ')]}'.includes(text)) || (kind === 'layout' && text === 'dedent')) {
      depth--;
      isPattern &&= depth > 0;
    } else if (kind === 'word' && (isPattern || (depth === 0 && (DEFINES.has(last) || isAssigned(words, at))))) {
      names.add(text);
    }
  }
  return names;
}

const DEFINES: ReadonlySet<string> = new Set(
  'const let var function class def func fn type struct enum static mod'.split(' '),
);

function isAssigned(words: readonly Word[], at: number): boolean {
  return words[at + 1]?.text === '=' || words[at + 1]?.text === ':=';
}
