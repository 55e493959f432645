import { canonicalJson, isObject, type JsonObject } from '../../base/json.ts';
import { entriesOf } from '../json.ts';
import { readYaml } from '../yaml.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';
import { dependenciesOf } from './npm.ts';

/** `pnpm-lock.yaml`: entries of `packages` and `snapshots` under `name@version`. */
export function readPnpmLock(text: string): LockGraph | undefined {
  const documents = readYaml(text);
  if (documents === undefined || !documents.some((one) => 'lockfileVersion' in one)) return undefined;
  const bodies = new Map<string, JsonObject[]>();
  for (const lock of documents) {
    for (const [key, body] of [...entriesOf(lock.packages), ...entriesOf(lock.snapshots)]) {
      const id = key.replace(/^\//, '');
      bodies.set(id, [...(bodies.get(id) ?? []), isObject(body) ? (body as JsonObject) : {}]);
    }
  }
  return new Map([...bodies].map(([id, found]) => [id, lockedPackage(id, found)]));
}

function lockedPackage(id: string, bodies: readonly JsonObject[]): LockedPackage {
  const name = /^(?:@[^/]+\/)?[^@/(]+/.exec(id)?.[0] ?? id;
  const facts = bodies.map((body) => Object.fromEntries(entriesOf(body).filter(([key]) => !INCIDENTAL.has(key))));
  const needs = bodies.flatMap(dependenciesOf).flatMap(([dependency, range]) => {
    const version = withoutPeers(range);
    return [`${dependency}@${range}`, `${dependency}@${version}`, `${dependency}/${range}`, range];
  });
  return {
    name,
    identity: canonicalJson([id, ...facts]),
    label: `${name} ${id.slice(name.length + 1)}`,
    needs: [...needs, withoutPeers(id)],
  };
}

/** Whether something is also needed outside development says nothing about what is installed. */
const INCIDENTAL: ReadonlySet<string> = new Set(['dev', 'optional', 'deprecated']);

/** `1.0.0(react@18.0.0)` without what is in brackets. */
function withoutPeers(id: string): string {
  return id.replace(/\(.*$/, '');
}
