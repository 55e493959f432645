import { type Found, plainTitle, type Span, type Title } from './test-block.ts';
import type { Word } from './word.ts';

/** Finds `def test...` with its decorators, at the top or in classes, and imports. */
export function findPythonTests(words: readonly Word[]): Found {
  const blocks: Found['blocks'][number][] = [];
  const imports: Span[] = [];
  const open: { readonly name: Title; readonly end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < at) open.pop();
    if (!isLineStart(words, at)) continue;
    const head = skipDecorators(words, at);
    const keyword = words[head]?.text === 'async' ? head + 1 : head;
    const name = words[keyword + 1];
    if (words[keyword]?.text === 'def' && name !== undefined && name.text.startsWith('test')) {
      const end = statementEnd(words, keyword);
      blocks.push({ start: at, end, names: [...open.map((group) => group.name), plainTitle(name.text)] });
      at = end;
    } else if (words[keyword]?.text === 'class' && name !== undefined) {
      open.push({ name: plainTitle(name.text), end: statementEnd(words, keyword) });
      at = head;
    } else if (words[at]?.text === 'import' || words[at]?.text === 'from') {
      const end = lineEnd(words, at);
      imports.push({ start: at, end });
      at = end;
    }
  }
  return { blocks, imports, titles: [] };
}

function isLineStart(words: readonly Word[], at: number): boolean {
  return words[at]?.kind !== 'layout' && (at === 0 || words[at - 1]?.kind === 'layout');
}

function skipDecorators(words: readonly Word[], start: number): number {
  let at = start;
  while (words[at]?.text === '@') at = lineEnd(words, at) + 1;
  return at;
}

function lineEnd(words: readonly Word[], start: number): number {
  let at = start;
  while (at < words.length - 1 && !isLayout(words[at], 'end')) at++;
  return at;
}

/** The end of a statement with its body: the line, or everything indented below it. */
function statementEnd(words: readonly Word[], start: number): number {
  let at = lineEnd(words, start);
  if (!isLayout(words[at + 1], 'indent')) return at;
  at++;
  for (let depth = 1; depth > 0 && at < words.length - 1; ) {
    at++;
    if (isLayout(words[at], 'indent')) depth++;
    if (isLayout(words[at], 'dedent')) depth--;
  }
  return at;
}

function isLayout(word: Word | undefined, text: string): boolean {
  return word?.kind === 'layout' && word.text === text;
}
