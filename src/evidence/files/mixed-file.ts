import { matchBrackets } from '../code/brackets.ts';
import { canonicalWords } from '../code/canonical.ts';
import { examplesIn } from '../code/examples.ts';
import { bodyEnd } from '../code/go-tests.ts';
import { languageOf } from '../code/language.ts';
import { readAttributes } from '../code/rust-tests.ts';
import type { Word } from '../code/word.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';

/** A source that holds its own tests: the words of the code, those of the tests, and examples that are run as tests. */
export interface MixedFile {
  readonly code: readonly Word[];
  readonly tests: readonly Word[];
  readonly examples: readonly string[];
}

/** Takes such a source apart; `undefined` where its words cannot be told. */
export function splitMixed(path: string, text: string): MixedFile | undefined {
  const words = canonicalWords(path, text);
  const pairs = words === undefined ? undefined : matchBrackets(words);
  if (words === undefined || pairs === undefined) return undefined;
  const examples = examplesIn(path, text);
  if (/^\s*#!\[cfg\(test\)\]/m.test(text)) return { code: [], tests: words, examples };
  const code: Word[] = [];
  const tests: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const start = beginsTests(words, at, pairs);
    if (start === undefined) {
      code.push(words[at] as Word);
      continue;
    }
    const end = bodyEnd(words, start, pairs);
    tests.push(...words.slice(at, end + 1));
    at = end;
  }
  return isOnlyForTests(code, tests) ? { code: [], tests: words, examples } : { code, tests, examples };
}

/** Tests in the open with nothing beside them that other code could use: a module that `#[cfg(test)]` brings in. */
function isOnlyForTests(code: readonly Word[], tests: readonly Word[]): boolean {
  const isOpen = tests.some(({ text }, at) => text === '[' && tests[at + 1]?.text === 'test');
  const isUsed = code.some(({ text }, at) => text === 'pub' || (text === 'main' && code[at - 1]?.text === 'fn'));
  const isInModule = tests.some(({ text }) => text === 'mod');
  return isOpen && !isInModule && !isUsed;
}

/** The two versions of a mixed source; a version that does not exist is empty, one that is not known is no version. */
export function splitMixedSides(
  change: FileChange,
): { readonly before: MixedFile; readonly after: MixedFile } | undefined {
  if (change.binary || change.kind === 'typechange') return undefined;
  const old = isNewFile(change) ? '' : change.before;
  const now = change.kind === 'deleted' ? '' : change.after;
  const before = old === undefined ? undefined : splitMixed(earlierPath(change), old);
  const after = now === undefined ? undefined : splitMixed(change.path, now);
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Whether examples are all still there; more of them do no harm. */
export function keepsExamples(before: MixedFile, after: MixedFile): boolean {
  const left = [...after.examples];
  return before.examples.every((example) => {
    const at = left.indexOf(example);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Whether a source that is no test file by its path has tests in its text. */
export function holdsMixedTests(path: string, text: string): boolean {
  const language = languageOf(path);
  if (language === 'js') return text.includes('import.meta.vitest');
  return language === 'python' && !/^\s*(?:async\s+)?def test/m.test(text) && examplesIn(path, text).length > 0;
}

const VITEST = 'if ( import . meta . vitest )'.split(' ');

/** The place after what begins a part with tests: Rust's `#[cfg(test)]` or `#[test]`, Vitest's `if (import.meta.vitest)`. */
function beginsTests(words: readonly Word[], at: number, pairs: ReadonlyMap<number, number>): number | undefined {
  if (words[at]?.text === '#' && words[at + 1]?.text === '[') {
    const { isTest, isForTests, end } = readAttributes(words, at, pairs);
    return isTest || isForTests ? end : undefined;
  }
  return VITEST.every((part, index) => words[at + index]?.text === part) ? at + VITEST.length : undefined;
}
