import { canonicalWords } from '../code/canonical.ts';
import type { Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import type { ChangedLine } from '../line-diff.ts';
import { showName } from '../reasons.ts';
import type { Suspicion } from './suspicion.ts';

/** Values of the new test that now stand in the implementation and did not before: the answer may be written down there. */
export function findRepeatedLiterals(
  tests: readonly FileChange[],
  code: readonly FileChange[],
  addedLines: (change: FileChange) => readonly ChangedLine[],
): readonly Suspicion[] {
  const expected = new Set(
    tests.flatMap((change) => literalsIn(change, addedLines(change), true).map(({ text }) => text)),
  );
  return code.flatMap((change) => {
    const before = new Set((canonicalWords(change.path, change.before ?? '') ?? []).map(({ text }) => text));
    return literalsIn(change, addedLines(change), false)
      .filter(({ text }) => expected.has(text) && !before.has(text))
      .map(({ text, line }): Suspicion => {
        const message = `A value of the new test stands in the implementation: ${showName(text.replace(/^"/, ''))}`;
        return { code: 'repeats_test_literal', message, path: change.path, line };
      });
  });
}

/** Literals that are not trivial, in added lines; of a test, without its names and imports. */
function literalsIn(change: FileChange, added: readonly ChangedLine[], isTest: boolean): readonly Word[] {
  const lines = new Set(added.map(({ line }) => line));
  const words = canonicalWords(change.path, change.after ?? '') ?? [];
  const isWanted = (word: Word, at: number) =>
    isTelling(word) || (isTest ? word.kind === 'number' : isAnswer(words, at));
  return words.filter((word, at) => lines.has(word.line) && isWanted(word, at) && !(isTest && isName(words, at)));
}

/** A number that is given back as it is, chosen, or looked up in a table. */
function isAnswer(words: readonly Word[], at: number): boolean {
  const { kind, text } = words[at] as Word;
  if (kind !== 'number' || text === '0' || text === '1') return false;
  return (GIVES.has(words[at - 1]?.text ?? '') && ENDS.has(nextOnLine(words, at))) || isInTable(words, at);
}

const GIVES: ReadonlySet<string> = new Set(['return', '=>', '?', '??', '||', 'else']);
const ENDS: ReadonlySet<string> = new Set([';', '}', ')', ':', 'end', 'if', 'else']);

/** The value of a key that is no name (`{'1,2': 3}`), the other branch of a choice (`? 0 : 3`), or one of a pair (`['1,2', 3]`). */
function isInTable(words: readonly Word[], at: number): boolean {
  const key = words[at - 2];
  const [before, after] = [words[at - 1]?.text, nextOnLine(words, at)];
  const isValue = key?.kind === 'string' || key?.kind === 'number' || key?.text === ')' || key?.text === ']';
  if (before === ':') return isValue && [',', '}', ';', ')'].includes(after);
  return before === ',' && after === ']' && words[at - 3]?.text === '[';
}

/** What follows on the same line; the end of a line is one of a statement, which words do not show. */
function nextOnLine(words: readonly Word[], at: number): string {
  const next = words[at + 1];
  return next === undefined || next.line > (words[at]?.line ?? 0) ? ';' : next.text;
}

function isTelling({ kind, text }: Word): boolean {
  if (kind === 'number') return /\d.*\d/.test(text) && !/^10+$/.test(text);
  return kind === 'string' && text.length >= SHORTEST && /[\p{L}\p{N}]/u.test(text) && !text.includes('${');
}

/** Four characters, with the quote before them. */
const SHORTEST = 5;

/** A string right after `test(` or `describe(`, or after `from` or `import`. */
function isName(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]?.text;
  if (last === 'from' || last === 'import') return true;
  return (
    last === '(' &&
    /^(?:it|test|describe|suite|context|specify|only|skip|todo|each|Run|require|mock)$/.test(words[at - 2]?.text ?? '')
  );
}
