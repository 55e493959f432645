import { type Found, patternTitle, type Span, type Title } from './test-block.ts';
import type { Word } from './word.ts';

export const GROUPS: ReadonlySet<string> = new Set('describe context suite fdescribe xdescribe'.split(' '));
const TESTS: ReadonlySet<string> = new Set('it test specify fit xit ftest xtest bench'.split(' '));

/** Finds `test('name', ...)` and its many forms, also `it.each(rows)('name', ...)`, in groups such as `describe`. */
export function findJsTests(words: readonly Word[], pairs: ReadonlyMap<number, number>): Found {
  const blocks: Found['blocks'][number][] = [];
  const imports: Span[] = [];
  const titles: number[] = [];
  const open: { readonly name: Title | undefined; readonly end: number }[] = [];
  for (let at = 0; at < words.length; at++) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < at) open.pop();
    const imported = importEnd(words, at, pairs);
    if (imported !== undefined) {
      imports.push({ start: at, end: imported });
      at = imported;
      continue;
    }
    const word = words[at];
    if (word?.kind !== 'word' || !isFree(words, at)) continue;
    const isGroup = GROUPS.has(word.text);
    const call = isGroup || TESTS.has(word.text) ? readCall(words, at, pairs) : undefined;
    if (call === undefined) continue;
    if (isGroup) {
      if (call.name !== undefined) titles.push(call.open + 1);
      open.push({ name: call.name, end: call.end });
    } else {
      blocks.push({ start: at, end: call.end, names: [...open.map(({ name }) => name), call.name] });
      at = call.end;
    }
  }
  return { blocks, imports, titles };
}

/** Not a member of something (`/x/.test(...)`), and not declared or imported here. */
function isFree(words: readonly Word[], at: number): boolean {
  const last = words[at - 1]?.text;
  if (last === 'function' || last === '?.') return false;
  return last !== '.' || words[at - 2]?.text === 'Deno';
}

interface Call {
  readonly name: Title | undefined;
  readonly open: number;
  readonly end: number;
}

/** Reads on from the first word over `.only`, `.each(rows)`, `<Type>` and tagged tables to the call that has the name. */
function readCall(words: readonly Word[], start: number, pairs: ReadonlyMap<number, number>): Call | undefined {
  let at = start + 1;
  while (at < words.length) {
    const { text, kind } = words[at] as Word;
    if (text === '.' && words[at + 1]?.kind === 'word') at += 2;
    else if (kind === 'string' && text.startsWith('`')) at++;
    else if (text === '<') at = skipTypes(words, at);
    else if (text !== '(') return undefined;
    else {
      const end = pairs.get(at) as number;
      if (end === at + 1) return undefined;
      if (words[end + 1]?.text !== '(') return { name: readTitle(words, at, end), open: at, end };
      at = end + 1;
    }
  }
  return undefined;
}

function skipTypes(words: readonly Word[], start: number): number {
  let depth = 0;
  for (let at = start; at < words.length; at++) {
    if (words[at]?.text === '<') depth++;
    if (words[at]?.text === '>' && --depth === 0) return at + 1;
  }
  return words.length;
}

/** The name, if it is one literal. */
function readTitle(words: readonly Word[], open: number, end: number): Title | undefined {
  const first = words[open + 1];
  const isWhole = open + 2 === end || words[open + 2]?.text === ',';
  return first?.kind === 'string' && isWhole ? patternTitle(first.text) : undefined;
}

/** The last word of the import that begins here: `import ... from 'x'`, `import 'x'` or `const x = require('x')`. */
function importEnd(words: readonly Word[], at: number, pairs: ReadonlyMap<number, number>): number | undefined {
  const { text, kind } = words[at] as Word;
  if (kind !== 'word') return undefined;
  const next = words[at + 1];
  if (text === 'import' && next?.text !== '(' && next?.text !== '.') {
    for (let end = at + 1; end < words.length; end++) {
      if (words[end]?.kind === 'string') return attributesEnd(words, end, pairs);
      if (words[end]?.text === '(') return undefined;
    }
  }
  if (!DECLARES.has(text)) return undefined;
  const target = next?.text === '{' ? (pairs.get(at + 1) as number) : at + 1;
  const isRequire = words[target + 1]?.text === '=' && words[target + 2]?.text === 'require';
  return isRequire && words[target + 4]?.kind === 'string' && words[target + 5]?.text === ')' ? target + 5 : undefined;
}

const DECLARES: ReadonlySet<string> = new Set(['const', 'let', 'var']);

function attributesEnd(words: readonly Word[], source: number, pairs: ReadonlyMap<number, number>): number {
  const hasAttributes = words[source + 1]?.text === 'with' && words[source + 2]?.text === '{';
  return hasAttributes ? (pairs.get(source + 2) as number) : source;
}
