import { matchBrackets } from './brackets.ts';
import { canonicalWords } from './canonical.ts';
import { findGoTests } from './go-tests.ts';
import { findJavaTests } from './java-tests.ts';
import { findJsTests } from './js-tests.ts';
import { type Language, languageOf } from './language.ts';
import { findPythonTests } from './python-tests.ts';
import { remember } from './remember.ts';
import { findRustTests } from './rust-tests.ts';
import type { Found, Span, SplitFile, TestBlock } from './test-block.ts';
import type { Word } from './word.ts';

type Finder = (words: readonly Word[], pairs: ReadonlyMap<number, number>) => Found;

const FINDERS: Readonly<Record<Language, Finder>> = {
  js: findJsTests,
  python: findPythonTests,
  go: findGoTests,
  rust: findRustTests,
  java: findJavaTests,
};

/** Takes a test file apart; `undefined` where its language is not known or its words cannot be told. */
export const splitTests = remember((path, text): SplitFile | undefined => splitWords(path, canonicalWords(path, text)));

/** Takes the words of a test file, or of a part of it, apart. */
export function splitWords(path: string, words: readonly Word[] | undefined): SplitFile | undefined {
  const language = languageOf(path);
  const pairs = words === undefined ? undefined : matchBrackets(words);
  if (language === undefined || words === undefined || pairs === undefined) return undefined;
  const { blocks, imports, titles } = FINDERS[language](words, pairs);
  const taken = new Set(titles);
  for (const { start, end } of [...blocks, ...imports]) for (let at = start; at <= end; at++) taken.add(at);
  const cut = ({ start, end }: Span) => words.slice(start, end + 1);
  const places: number[] = [];
  for (let at = 0, place = 0; at < words.length; at++) places.push(taken.has(at) ? place : place++);
  return {
    blocks: blocks.map((span) => ({
      names: span.names,
      words: cut(span),
      line: words[span.start]?.line ?? 0,
      place: places[span.start] ?? 0,
    })),
    imports: imports.map(cut),
    rest: words.filter((_, at) => !taken.has(at)),
  };
}

/** Whether a test of a report is, or is a case of, a test as written. */
export function isCaseOf(block: TestBlock, path: readonly string[]): boolean {
  const own = block.names.at(-1);
  return own === undefined || path.some((name) => own.matches(name));
}

/** What tells the tests of a file apart: their names, and a number for the second of the same names. */
export function keyBlocks(blocks: readonly TestBlock[]): ReadonlyMap<string, TestBlock> {
  const keyed = new Map<string, TestBlock>();
  for (const block of blocks) {
    const names = JSON.stringify(block.names.map((name) => name?.text ?? null));
    let number = 1;
    while (keyed.has(`${names}#${number}`)) number++;
    keyed.set(`${names}#${number}`, block);
  }
  return keyed;
}
