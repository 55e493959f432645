import { isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { JsonObject } from '../base/json.ts';
import { plainObject, withoutMark } from './json.ts';

/**
 * The documents of a YAML file that programs write. Every scalar stays text. `undefined` where a document is no mapping,
 * or holds what such programs do not write: a key twice, an alias, a tag.
 */
export function readYaml(text: string): readonly JsonObject[] | undefined {
  const options = { schema: 'failsafe', prettyErrors: false, uniqueKeys: false, logLevel: 'silent' } as const;
  const found = plainObject(() => ({ documents: [...parseAllDocuments(withoutMark(text), options)].map(toValue) }));
  return found?.documents as readonly JsonObject[] | undefined;
}

function toValue({ contents, errors, warnings }: ReturnType<typeof parseAllDocuments>[number]): unknown {
  if (errors.length + warnings.length > 0 || !isMap(contents)) throw new Error('not a mapping of plain values');
  return plain(contents);
}

function plain(node: unknown): unknown {
  if (node === null) return '';
  if (isScalar(node)) return String(node.value ?? '');
  if (isSeq(node)) return node.items.map(plain);
  if (!isMap(node)) throw new Error('an alias');
  const entries = new Map<string, unknown>();
  for (const { key, value } of node.items) {
    const name = plain(key);
    // The library compares each key with all others, which takes minutes in a large lock file.
    if (typeof name !== 'string' || entries.has(name)) throw new Error('a key that is a list, or stands twice');
    entries.set(name, plain(value));
  }
  return Object.fromEntries(entries);
}
