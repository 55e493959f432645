import { bodyEnd } from './go-tests.ts';
import { type Found, plainTitle, type Span, type Title } from './test-block.ts';
import type { Word } from './word.ts';

/** Finds methods under `@Test` and its like, in classes, and imports. */
export function findJavaTests(words: readonly Word[], pairs: ReadonlyMap<number, number>): Found {
  const blocks: Found['blocks'][number][] = [];
  const imports: Span[] = [];
  const open: { readonly name: Title; readonly end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < at) open.pop();
    const { text, kind } = words[at] as Word;
    const next = words[at + 1];
    if (kind === 'word' && text === 'class' && next?.kind === 'word') {
      open.push({ name: plainTitle(next.text), end: bodyEnd(words, at, pairs) });
    } else if (kind === 'word' && text === 'import') {
      const end = words.findIndex((word, index) => index > at && word.text === ';');
      imports.push({ start: at, end: end < 0 ? at : end });
      at = end < 0 ? at : end;
    } else if (text === '@' && next?.kind === 'word' && next.text !== 'interface') {
      const method = readMethod(words, at, pairs);
      if (method === undefined) continue;
      blocks.push({ start: at, end: method.end, names: [...open.map((group) => group.name), method.name] });
      at = method.end;
    }
  }
  return { blocks, imports, titles: [] };
}

/** The method whose annotations begin here, if one of them makes it a test. */
function readMethod(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>) {
  let at = start;
  let isTest = false;
  while (words[at]?.text === '@' && words[at + 1]?.kind === 'word') {
    isTest ||= TEST_ANNOTATION.test(words[at + 1]?.text ?? '');
    at += 2;
    if (words[at]?.text === '(') at = (pairs.get(at) as number) + 1;
  }
  if (!isTest) return undefined;
  for (; at < words.length; at++) {
    const { text, kind } = words[at] as Word;
    if (kind === 'mark' && (text === '{' || text === ';' || text === '}')) return undefined;
    if (text === '(') return { name: plainTitle(words[at - 1]?.text ?? ''), end: bodyEnd(words, at, pairs) };
  }
  return undefined;
}

const TEST_ANNOTATION = /^(?:\w*Test|TestFactory|TestTemplate|Property)$/;
