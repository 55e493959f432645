import { canonicalJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, plainObject, withoutMark } from '../json.ts';
import { readYaml } from '../yaml.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';
import { dependenciesOf } from './npm.ts';

/** `yarn.lock`, classic and modern: entries under the ranges they answer. The modern one is YAML, the classic one nearly. */
export function readYarnLock(text: string): LockGraph | undefined {
  const entries = /^__metadata:/m.test(text) ? modernEntries(text) : classicEntries(text);
  if (entries === undefined) return undefined;
  const graph = new Map<string, LockedPackage>();
  for (const [ranges, body] of entries) {
    const name = /^(?:@[^/]+\/)?[^@]+/.exec(ranges[0] ?? '')?.[0] ?? '';
    const facts = entriesOf(body).filter(([key]) => IDENTITY.has(key));
    const needs = dependenciesOf(body).flatMap(([one, range]) => [`${one}@${range}`, `${one}@npm:${range}`]);
    const identity = canonicalJson([name, Object.fromEntries(facts)]);
    for (const range of ranges) graph.set(range, { name, identity, label: `${name} ${String(body.version)}`, needs });
  }
  return graph;
}

const IDENTITY: ReadonlySet<string> = new Set([
  ...['version', 'resolved', 'resolution', 'integrity', 'checksum', 'linkType', 'bin', 'conditions'],
]);

/** The ranges an entry answers, and what it says. */
type YarnEntry = readonly [ranges: readonly string[], body: JsonObject];

function modernEntries(text: string): readonly YarnEntry[] | undefined {
  const entries = readYaml(text)?.flatMap(entriesOf);
  return entries?.map(([key, body]) => [key.split(/,\s*/), body as JsonObject]);
}

/** The entries of version 1; `undefined` for a line that Yarn does not write, and for a key twice. */
function classicEntries(text: string): readonly YarnEntry[] | undefined {
  if (!/^# yarn lockfile v1/m.test(text)) return undefined;
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
