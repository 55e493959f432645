import type { JsonObject, JsonValue } from '../base/json.ts';
import { plainObject, withoutMark } from './json.ts';

/** An entry of a classic lock file of Yarn: the ranges it answers, and what it says. */
export type YarnEntry = readonly [ranges: readonly string[], body: JsonObject];

/** The entries of a `yarn.lock` of version 1; `undefined` for a line that Yarn does not write, and for a key twice. */
export function readYarnLock(text: string): readonly YarnEntry[] | undefined {
  const known = new Set<string>();
  const entries: [ranges: readonly string[], body: Body][] = [];
  let tables: readonly Body[] = [];
  for (const line of withoutMark(text).split(/\r?\n/)) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const { indent = '', rest = '' } = /^(?<indent> *)(?<rest>\S.*?)\s*$/.exec(line)?.groups ?? {};
    const words = wordsIn(rest);
    const table = tables[indent.length / 2 - 1];
    if (words === undefined) return undefined;
    if (indent === '') {
      if (!rest.endsWith(':') || words.some((word) => known.has(word))) return undefined;
      for (const word of words) known.add(word);
      const body: Body = new Map();
      entries.push([words, body]);
      tables = [body];
      continue;
    }
    const [key = '', value] = words;
    const isTable = rest.endsWith(':');
    if (table === undefined || table.has(key) || words.length !== (isTable ? 1 : 2)) return undefined;
    const inner: Body = new Map();
    table.set(key, isTable ? inner : (value as string));
    tables = [...tables.slice(0, indent.length / 2), ...(isTable ? [inner] : [])];
  }
  const found = plainObject(() => ({ entries: entries.map(([ranges, body]) => [ranges, toObject(body)]) }));
  return found?.entries as unknown as readonly YarnEntry[] | undefined;
}

type Body = Map<string, string | Body>;

function toObject(body: Body): JsonValue {
  return Object.fromEntries([...body].map(([key, one]) => [key, typeof one === 'string' ? one : toObject(one)]));
}

const WORD = /("(?:[^"\\]|\\.)*"|[^\s",:]+)(?:, *| +|:$|$)/y;

/** `"a b", c:` as its words. Strings are those of JSON, so that no escape hides a name. */
function wordsIn(text: string): readonly string[] | undefined {
  const words: string[] = [];
  for (WORD.lastIndex = 0; WORD.lastIndex < text.length; ) {
    const word = WORD.exec(text)?.[1];
    if (word === undefined) return undefined;
    try {
      words.push(word.startsWith('"') ? JSON.parse(word) : word);
    } catch {
      return undefined;
    }
  }
  return words.length === 0 ? undefined : words;
}
