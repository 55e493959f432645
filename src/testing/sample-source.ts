import { readFileSync } from 'node:fs';
import { GRAMMARS, openParser } from '../code/parser.ts';
import { readPrepared } from '../code/reader.ts';
import type { Source } from '../code/source.ts';

const parser = openParser(async (name) =>
  readFileSync(new URL(`../../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url)),
);
await Promise.all(GRAMMARS.map((grammar) => parser.prepare(grammar)));

/** What is known about source, at once, for tests. */
export function sampleSource(path: string, text: string): Source | undefined {
  return readPrepared(path, text, parser.parse);
}
