import { type Found, plainTitle, type Span } from './test-block.ts';
import type { Word } from './word.ts';

/** Finds `func TestName(...)` at the top of a file, and imports. */
export function findGoTests(words: readonly Word[], pairs: ReadonlyMap<number, number>): Found {
  const blocks: Found['blocks'][number][] = [];
  const imports: Span[] = [];
  for (let at = 0; at < words.length; at++) {
    const { text, kind } = words[at] as Word;
    const next = words[at + 1];
    if (kind === 'word' && text === 'import') {
      const end = next?.text === '(' ? (pairs.get(at + 1) as number) : stringAfter(words, at);
      imports.push({ start: at, end });
      at = end;
    } else if (kind === 'word' && text === 'func' && next !== undefined && TEST.test(next.text)) {
      const end = bodyEnd(words, at, pairs);
      blocks.push({ start: at, end, names: [plainTitle(next.text)] });
      at = end;
    } else if (kind === 'mark' && (pairs.get(at) ?? 0) > at) {
      at = pairs.get(at) as number;
    }
  }
  return { blocks, imports, titles: [] };
}

/** `TestMain` is no test: it runs them. */
const TEST = /^(?:Test(?!Main$)|Fuzz|Example|Benchmark)/;

function stringAfter(words: readonly Word[], start: number): number {
  let at = start;
  while (at < words.length - 1 && words[at]?.kind !== 'string') at++;
  return at;
}

/** The closing brace of the first body after a place; the place itself if there is none. */
export function bodyEnd(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>): number {
  for (let at = start; at < words.length; at++) {
    const { text, kind } = words[at] as Word;
    if (kind === 'mark' && text === '{') return pairs.get(at) as number;
    if (kind === 'mark' && text === ';') return at;
    if (kind === 'mark' && (text === '(' || text === '[')) at = pairs.get(at) as number;
  }
  return start;
}
