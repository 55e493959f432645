import { matchBrackets } from './code/brackets.ts';
import { canonicalWords } from './code/canonical.ts';
import { bodyEnd } from './code/go-tests.ts';
import type { Word } from './code/word.ts';

/** A source that holds its own tests: the words of the code, and those of the tests. */
export interface MixedFile {
  readonly code: readonly Word[];
  readonly tests: readonly Word[];
}

/** Takes such a source apart; `undefined` where its words cannot be told. A file that does not exist is empty. */
export function splitMixed(path: string, text: string | undefined): MixedFile | undefined {
  const words = canonicalWords(path, text ?? '');
  const pairs = words === undefined ? undefined : matchBrackets(words);
  if (words === undefined || pairs === undefined) return undefined;
  const code: Word[] = [];
  const tests: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const start = beginsTests(words, at);
    if (start === undefined) {
      code.push(words[at] as Word);
      continue;
    }
    const end = bodyEnd(words, start, pairs);
    tests.push(...words.slice(at, end + 1));
    at = end;
  }
  return { code, tests };
}

/** How the part with the tests begins: Rust's `#[cfg(test)]`, Vitest's `if (import.meta.vitest)`. */
const BEGINNINGS = ['# [ cfg ( test ) ]', 'if ( import . meta . vitest )'].map((text) => text.split(' '));

/** The place after such a beginning, if there is one here. */
function beginsTests(words: readonly Word[], at: number): number | undefined {
  const found = BEGINNINGS.find((parts) => parts.every((part, index) => words[at + index]?.text === part));
  return found === undefined ? undefined : at + found.length;
}
