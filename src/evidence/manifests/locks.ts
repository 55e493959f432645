import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf, readJsonc } from '../../formats/json.ts';
import { readToml } from '../../formats/toml.ts';
import { readYaml } from '../../formats/yaml.ts';
import { readYarnLock, type YarnEntry } from '../../formats/yarn.ts';
import { type LockEntry, type LockGraph, lockReader } from './lock-graph.ts';
import { isPythonTestPackage, isRustTestPackage, NPM_PACKAGES, pythonName } from './test-packages.ts';

/** pnpm's lock file: entries of `packages` and `snapshots` under `name@version`. */
export const comparePnpmLock = lockReader(readPnpm, NPM_PACKAGES);

/** Yarn's lock file, classic and modern: entries under the ranges they answer. */
export const compareYarnLock = lockReader(readYarn, NPM_PACKAGES);

/** Bun's lock file: `packages` by name, below the name of the package that has its own copy. */
export const compareBunLock = lockReader(readBun, NPM_PACKAGES);

const TABLES = ['dependencies', 'optionalDependencies', 'peerDependencies'];

function readPnpm(text: string): LockGraph | undefined {
  const documents = readYaml(text);
  if (documents === undefined || !documents.some((one) => 'lockfileVersion' in one)) return undefined;
  const bodies = new Map<string, JsonValue[]>();
  for (const lock of documents) {
    for (const [key, body] of [...entriesOf(lock.packages), ...entriesOf(lock.snapshots)]) {
      const id = key.replace(/^\//, '');
      bodies.set(id, [...(bodies.get(id) ?? []), body]);
    }
  }
  return new Map([...bodies].map(([id, found]) => [id, pnpmEntry(id, found)]));
}

function pnpmEntry(id: string, bodies: readonly JsonValue[]): LockEntry {
  const name = /^(?:@[^/]+\/)?[^@/(]+/.exec(id)?.[0] ?? id;
  const facts = bodies.map((body) => Object.fromEntries(entriesOf(body).filter(([key]) => !PNPM_FREE.has(key))));
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
const PNPM_FREE: ReadonlySet<string> = new Set(['dev', 'optional', 'deprecated']);

/** `1.0.0(react@18.0.0)` without what is in brackets. */
function withoutPeers(id: string): string {
  return id.replace(/\(.*$/, '');
}

function dependenciesOf(body: JsonValue): readonly (readonly [name: string, range: string])[] {
  return TABLES.flatMap((table) => entriesOf((body as JsonObject)[table])).map(([name, range]) => [
    name,
    String(range),
  ]);
}

/** Both kinds as one: the modern one is YAML, the classic one nearly. */
function readYarn(text: string): LockGraph | undefined {
  const entries = /^__metadata:/m.test(text) ? modernEntries(text) : readClassic(text);
  if (entries === undefined) return undefined;
  const graph = new Map<string, LockEntry>();
  for (const [ranges, body] of entries) {
    const name = /^(?:@[^/]+\/)?[^@]+/.exec(ranges[0] ?? '')?.[0] ?? '';
    const facts = entriesOf(body).filter(([key]) => YARN_IDENTITY.has(key));
    const needs = dependenciesOf(body).flatMap(([one, range]) => [`${one}@${range}`, `${one}@npm:${range}`]);
    const identity = canonicalJson([name, Object.fromEntries(facts)]);
    for (const range of ranges) graph.set(range, { name, identity, label: `${name} ${String(body.version)}`, needs });
  }
  return graph;
}

const YARN_IDENTITY: ReadonlySet<string> = new Set([
  ...['version', 'resolved', 'resolution', 'integrity', 'checksum', 'linkType', 'bin', 'conditions'],
]);

function modernEntries(text: string): readonly YarnEntry[] | undefined {
  const entries = readYaml(text)?.flatMap(entriesOf);
  return entries?.map(([key, body]) => [key.split(/,\s*/), body as JsonObject]);
}

function readClassic(text: string): readonly YarnEntry[] | undefined {
  return /^# yarn lockfile v1/m.test(text) ? readYarnLock(text) : undefined;
}

function readBun(text: string): LockGraph | undefined {
  const lock = readJsonc(text);
  if (lock === undefined) return undefined;
  const entries = new Map(entriesOf(lock.packages));
  const graph = new Map<string, LockEntry>();
  for (const [key, entry] of entries) {
    if (!Array.isArray(entry)) return undefined;
    const [id, ...facts] = entry as readonly JsonValue[];
    const needs = dependenciesOf(facts.find((fact) => entriesOf(fact).length > 0) ?? {});
    graph.set(key, {
      // `vitest/@scope/name` is the copy of `@scope/name` that `vitest` has.
      name: /(?:@[^/]+\/)?[^/]+$/.exec(key)?.[0] ?? key,
      identity: canonicalJson([id ?? '', ...facts.filter((fact) => typeof fact === 'string')]),
      label: String(id),
      needs: needs.map(([name]) => (entries.has(`${key}/${name}`) ? `${key}/${name}` : name)),
    });
  }
  return graph;
}

/** `poetry.lock`, `uv.lock` and `pdm.lock`. */
export const comparePythonLock = lockReader(readTomlLock, { isFrozen: isPythonTestPackage }, pythonName);

/** `Cargo.lock`. */
export const compareCargoLock = lockReader(readTomlLock, { isFrozen: isRustTestPackage }, pythonName);

/** Says nothing of what is installed: for whom a package is needed, on which systems, and what it needs itself. */
const TOML_FREE = /^(?:category|optional|groups|markers|description|python-versions)$|dependencies|extras/;

function readTomlLock(text: string): LockGraph | undefined {
  const lock = readToml(text);
  const listed = lock?.package ?? [];
  if (lock === undefined || !Array.isArray(listed) || !listed.every(isObject)) return undefined;
  const packages = listed as readonly JsonObject[];
  const named = new Map<string, string[]>();
  for (const [at, entry] of packages.entries()) {
    const name = nameOf(entry);
    named.set(name, [...(named.get(name) ?? []), String(at)]);
  }
  return new Map(packages.map((entry, at) => [String(at), tomlEntry(entry, named)]));
}

function tomlEntry(entry: JsonObject, named: ReadonlyMap<string, readonly string[]>): LockEntry {
  const facts = entriesOf(entry).filter(([key]) => !TOML_FREE.test(key));
  const mentions = entriesOf(entry).flatMap(([key, value]) => (/dependencies/.test(key) ? wordsIn(value) : []));
  return {
    name: nameOf(entry),
    identity: canonicalJson(Object.fromEntries(facts)),
    label: `${nameOf(entry)} ${entry.version ?? ''}`.trim(),
    needs: mentions.flatMap((mention) => named.get(pythonName(mention)) ?? []),
  };
}

function nameOf(entry: JsonObject): string {
  return pythonName(String(entry.name ?? ''));
}

/** Every key in a value, and the first word of every text: `"cfg-if 1.0.0"`. */
function wordsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [/^[\w.-]*/.exec(value)?.[0] ?? ''];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  return entriesOf(value).flatMap(([key, entry]) => [key, ...wordsIn(entry)]);
}
