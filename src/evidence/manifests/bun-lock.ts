import type { JsonObject, JsonValue } from '../../base/json.ts';
import { type FrozenDifference, type ManifestPair, unreadable } from './frozen.ts';
import { entriesOf, readJsonWithComments } from './json-file.ts';
import { compareLocks, type LockEntry, type LockGraph } from './lock-graph.ts';
import { NPM_PACKAGES } from './test-packages.ts';

/** Bun's lock file: `packages` by name, below the name of the package that has its own copy. */
export function compareBunLock({ before, after, needs }: ManifestPair): FrozenDifference {
  const old = readBun(before);
  const now = readBun(after);
  if (old === undefined || now === undefined) return unreadable('it is not a bun lock file');
  return compareLocks(old, now, NPM_PACKAGES, needs);
}

function readBun(text: string | undefined): LockGraph | undefined {
  const lock = readJsonWithComments(text);
  if (lock === undefined) return undefined;
  const entries = new Map(entriesOf(lock.packages));
  const graph = new Map<string, LockEntry>();
  for (const [key, entry] of entries) {
    if (!Array.isArray(entry)) return undefined;
    const name = nameIn(key);
    const [id, ...facts] = entry as readonly JsonValue[];
    const identity = JSON.stringify([id, ...facts.filter((fact) => typeof fact === 'string')]);
    graph.set(key, { name, identity, label: String(id), needs: needsOf(key, facts, entries) });
  }
  return graph;
}

/** `vitest/@scope/name` is the copy of `@scope/name` that `vitest` has. */
function nameIn(key: string): string {
  return /(?:@[^/]+\/)?[^/]+$/.exec(key)?.[0] ?? key;
}

const TABLES = ['dependencies', 'optionalDependencies', 'peerDependencies'];

function needsOf(key: string, facts: readonly JsonValue[], entries: ReadonlyMap<string, JsonValue>): readonly string[] {
  const tables = facts.find((fact) => typeof fact === 'object' && fact !== null && !Array.isArray(fact)) as
    | JsonObject
    | undefined;
  const names = TABLES.flatMap((table) => entriesOf(tables?.[table]).map(([name]) => name));
  return names.map((name) => (entries.has(`${key}/${name}`) ? `${key}/${name}` : name));
}
