import type { Word } from './word.ts';

/** One test as it is written: its own name and the groups round it, the words from its first to its last. */
export interface TestBlock {
  /** Names from the outermost group to the test; `undefined` where a name is computed. */
  readonly names: readonly (Title | undefined)[];
  readonly words: readonly Word[];
  readonly line: number;
  /** How many words of the file stand before it, tests and imports not counted. */
  readonly place: number;
}

/** A name in the source. Placeholders (`%s`, `$x`, `${x}`) stand for anything. */
export interface Title {
  readonly text: string;
  matches(name: string): boolean;
}

/** A test file taken apart: tests, imports, and all the rest without the names of groups. */
export interface SplitFile {
  readonly blocks: readonly TestBlock[];
  /** Each import statement. */
  readonly imports: readonly (readonly Word[])[];
  readonly rest: readonly Word[];
}

/** A span of words, both ends included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the reader of one language finds in the words of a file. */
export interface Found {
  readonly blocks: readonly (Span & { readonly names: TestBlock['names'] })[];
  readonly imports: readonly Span[];
  /** Places of words that are only names of groups. */
  readonly titles: readonly number[];
}

/** A name as such. */
export function plainTitle(text: string): Title {
  return { text, matches: (name) => baseName(name) === text || name === text };
}

/** `test_adds[1-2]` and `adds(int)[1]` are cases of `test_adds` and `adds`. */
export function baseName(name: string): string {
  return name.replace(/\[[^\]]*\]$/, '').replace(/\([^()]*\)$/, '');
}

/**
 * A name from a literal of JavaScript: in a test with parameters, `%s`, `$name` and the like stand for anything, in a
 * template its holes do. Matched from left to right, each fixed part where it first fits, so never slow.
 */
export function patternTitle(literal: string): Title {
  const isTemplate = literal.startsWith('`');
  const inside = isTemplate ? literal.slice(1, -1) : literal.slice(1);
  const holes = isTemplate ? TEMPLATE_HOLES : LITERAL_HOLES;
  const parts = inside.split(holes).map(unescapeText);
  return { text: inside, matches: (name) => name === inside || matchParts(parts, name) };
}

const LITERAL_HOLES = /%[sdifjoO#$p]|%%|\$[\w.#]+/;
const TEMPLATE_HOLES = /\$\{[^}]*\}|%[sdifjoO#$p]|%%|\$[\w.#]+/;

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, '$1');
}

function matchParts(parts: readonly string[], name: string): boolean {
  const [first = '', ...others] = parts;
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === first;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
