import { bodyEnd } from './go-tests.ts';
import { type Found, plainTitle, type Span, type Title } from './test-block.ts';
import type { Word } from './word.ts';

/** Finds functions under `#[test]` and its like, in modules, and `use`. */
export function findRustTests(words: readonly Word[], pairs: ReadonlyMap<number, number>): Found {
  const blocks: Found['blocks'][number][] = [];
  const imports: Span[] = [];
  const open: { readonly name: Title; readonly end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < at) open.pop();
    const { text, kind } = words[at] as Word;
    if (kind === 'word' && text === 'mod' && words[at + 2]?.text === '{') {
      open.push({ name: plainTitle(words[at + 1]?.text ?? ''), end: pairs.get(at + 2) as number });
      at += 2;
    } else if (kind === 'word' && text === 'use') {
      const end = semicolonAfter(words, at);
      imports.push({ start: at, end });
      at = end;
    } else if (text === '#') {
      const found = readAttributes(words, at, pairs);
      const fn = found.isTest ? functionAfter(words, found.end) : undefined;
      if (fn !== undefined) {
        const end = bodyEnd(words, fn, pairs);
        const name = plainTitle(words[fn + 1]?.text ?? '');
        blocks.push({ start: at, end, names: [...open.map((group) => group.name), name] });
        at = end;
      } else if (found.end > at) {
        at = found.end - 1;
      }
    }
  }
  return { blocks, imports, titles: [] };
}

const TEST_ATTRIBUTES: ReadonlySet<string> = new Set(
  'test rstest test_case quickcheck wasm_bindgen_test bench'.split(' '),
);

/** All attributes from here on: whether one makes a test or keeps what follows for tests, and the place after the last. */
export function readAttributes(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>) {
  let at = start;
  let isTest = false;
  let isForTests = false;
  while (words[at]?.text === '#' && words[at + 1]?.text === '[') {
    const end = pairs.get(at + 1) as number;
    // `#[test]`, `#[tokio::test]`, `#[test_case(1)]`, but not `#[cfg(test)]`.
    const path = words.slice(at + 2, end);
    const stop = path.findIndex(({ text }) => text === '(');
    isTest ||= TEST_ATTRIBUTES.has((stop < 0 ? path : path.slice(0, stop)).at(-1)?.text ?? '');
    isForTests ||= CFG_TEST.test(path.map(({ text }) => text).join(' '));
    at = end + 1;
  }
  return { isTest, isForTests, end: at };
}

/** `cfg(test)` and `cfg(all(test, unix))`; `any` and `not` are about code that is there without tests too. */
const CFG_TEST = /^cfg \( (?:all \( (?:[^()]* , )?)?test (?:\)|,)/;

const BEFORE_FN: ReadonlySet<string> = new Set(['pub', 'async', 'const', 'unsafe', 'extern']);

function functionAfter(words: readonly Word[], start: number): number | undefined {
  let at = start;
  while (BEFORE_FN.has(words[at]?.text ?? '')) at++;
  return words[at]?.text === 'fn' ? at : undefined;
}

function semicolonAfter(words: readonly Word[], start: number): number {
  const end = words.findIndex(({ text, kind }, at) => at > start && kind === 'mark' && text === ';');
  return end < 0 ? words.length - 1 : end;
}
