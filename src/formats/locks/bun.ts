import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJsonc } from '../json.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';
import { dependenciesOf } from './npm.ts';

/** `bun.lock`: `packages` by name, below the name of the package that has its own copy. */
export function readBunLock(text: string): LockGraph | undefined {
  const lock = readJsonc(text);
  if (lock === undefined) return undefined;
  const entries = new Map(entriesOf(lock.packages));
  const graph = new Map<string, LockedPackage>();
  for (const [key, entry] of entries) {
    if (!Array.isArray(entry)) return undefined;
    const [id, ...facts] = entry as readonly JsonValue[];
    const body = facts.find((fact) => entriesOf(fact).length > 0);
    graph.set(key, {
      // `vitest/@scope/name` is the copy of `@scope/name` that `vitest` has.
      name: /(?:@[^/]+\/)?[^/]+$/.exec(key)?.[0] ?? key,
      identity: canonicalJson([id ?? '', ...facts.filter((fact) => typeof fact === 'string')]),
      label: String(id),
      needs: dependenciesOf(isObject(body) ? (body as JsonObject) : {}).map(([name]) =>
        entries.has(`${key}/${name}`) ? `${key}/${name}` : name,
      ),
    });
  }
  return graph;
}
