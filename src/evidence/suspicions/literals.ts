import { canonicalWords } from '../code/canonical.ts';
import type { Word } from '../code/word.ts';
import type { FileChange } from '../diff.ts';
import type { ChangedLine } from '../line-diff.ts';
import { showName } from '../reasons.ts';
import type { Suspicion } from './suspicion.ts';

/**
 * Values of the new tests that are written down in the implementation as answers, where most lines of those tests that name
 * values name one of them: an implementation that knows the answers. That it knows some is honest: texts of errors, the
 * entries of a table.
 */
export function findRepeatedLiterals(
  tests: readonly FileChange[],
  code: readonly FileChange[],
  addedLines: (change: FileChange) => readonly ChangedLine[],
): readonly Suspicion[] {
  const lines = tests.flatMap((change) => {
    const words = literalsIn(change, addedLines(change), true);
    const numbers = [...new Set(words.map(({ line }) => line))];
    return numbers.map((number) => words.filter(({ line }) => line === number).map(({ text }) => text));
  });
  const asked = new Set(lines.flat());
  const found = code.flatMap((change) => {
    const before = new Set((canonicalWords(change.path, change.before ?? '') ?? []).map(({ text }) => text));
    return literalsIn(change, addedLines(change), false)
      .filter(({ text }) => asked.has(text) && !before.has(text))
      .map(({ text, line }) => ({ text, line, path: change.path }));
  });
  const known = new Set(found.map(({ text }) => text));
  if (lines.filter((texts) => texts.some((text) => known.has(text))).length * 2 <= lines.length) return [];
  return found.map(({ text, line, path }): Suspicion => {
    const message = `A value of the new test stands in the implementation: ${showName(text.replace(/^"/, ''))}`;
    return { code: 'repeats_test_literal', message, path, line };
  });
}

/** Literals in added lines: of a test all that say something, without its names and imports; of code those it gives back. */
function literalsIn(change: FileChange, added: readonly ChangedLine[], isTest: boolean): readonly Word[] {
  const lines = new Set(added.map(({ line }) => line));
  const words = canonicalWords(change.path, change.after ?? '') ?? [];
  const isWanted = (at: number) => (isTest ? isTelling(words[at] as Word) && !isName(words, at) : isAnswer(words, at));
  return words.filter((word, at) => lines.has(word.line) && isWanted(at));
}

/** A value that is given back as it is, chosen, or looked up in a table. */
function isAnswer(words: readonly Word[], at: number): boolean {
  if (!isTelling(words[at] as Word)) return false;
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
  if (kind === 'number') return text !== '0' && text !== '1';
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
