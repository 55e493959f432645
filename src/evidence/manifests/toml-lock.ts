import { type FrozenDifference, type ManifestPair, type ManifestReader, unreadable } from './frozen.ts';
import { compareLocks, type LockEntry, type LockGraph } from './lock-graph.ts';
import { readToml } from './sections.ts';
import { isPythonTestPackage, isRustTestPackage, pythonName } from './test-packages.ts';

/** `poetry.lock`, `uv.lock` and `pdm.lock`. */
export const comparePythonLock: ManifestReader = (pair) => compareTomlLocks(pair, isPythonTestPackage);

/** `Cargo.lock`. */
export const compareCargoLock: ManifestReader = (pair) => compareTomlLocks(pair, isRustTestPackage);

function compareTomlLocks(
  { before, after, needs }: ManifestPair,
  isTestPackage: (name: string) => boolean,
): FrozenDifference {
  const old = readLock(before);
  const now = readLock(after);
  if (old === undefined || now === undefined) return unreadable('it is not a lock file of this kind');
  return compareLocks(old, now, { isFrozen: isTestPackage }, needs.map(pythonName));
}

/** Whether a package is needed always, for some purpose or on some systems: says nothing about what is installed. */
const FREE = /^(?:category|optional|groups|markers|description|python-versions)$/;

function readLock(text: string | undefined): LockGraph | undefined {
  const settings = readToml(text ?? '');
  if (settings === undefined) return undefined;
  const packages = new Map<string, Map<string, string>>();
  for (const [path, value] of settings) {
    const [, number, rest] = /^package\/(#\d+)\/(.*)$/.exec(path) ?? [];
    if (number === undefined || rest === undefined) continue;
    packages.set(number, (packages.get(number) ?? new Map<string, string>()).set(rest, value));
  }
  const named = new Map<string, string[]>();
  for (const [number, entry] of packages) {
    const name = nameIn(entry);
    named.set(name, [...(named.get(name) ?? []), number]);
  }
  return new Map([...packages].map(([number, entry]) => [number, toEntry(entry, named)]));
}

function nameIn(entry: ReadonlyMap<string, string>): string {
  return pythonName(unquote(entry.get('name') ?? ''));
}

function toEntry(entry: ReadonlyMap<string, string>, named: ReadonlyMap<string, readonly string[]>): LockEntry {
  const name = nameIn(entry);
  const facts = [...entry]
    .filter(([key]) => !FREE.test(key) && !/dependencies|extras/.test(key))
    .map(([key, value]) => `${key}=${value}`);
  const mentions = [...entry]
    .filter(([key]) => /dependencies/.test(key))
    .flatMap(([key, value]) => [
      ...key.split('/').slice(1),
      ...[...value.matchAll(/["']([\w.-]+)/g)].map((match) => match[1] ?? ''),
    ]);
  return {
    name,
    identity: facts.sort().join('\n'),
    label: `${name} ${unquote(entry.get('version') ?? '')}`.trim(),
    needs: mentions.flatMap((mention) => named.get(pythonName(mention)) ?? []),
  };
}

function unquote(text: string): string {
  return text.replace(/^(['"])(.*)\1$/, '$2');
}
