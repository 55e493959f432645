import { canonicalJson, isObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { entriesOf } from '../json.ts';
import { pythonName } from '../requirements.ts';
import { readToml } from '../toml.ts';
import type { LockedPackage, LockGraph } from './locked-package.ts';

/** `Cargo.lock`, `poetry.lock`, `uv.lock` and `pdm.lock`: a list of packages, in TOML. */
export function readTomlLock(text: string): LockGraph | undefined {
  const lock = readToml(text);
  const listed = lock?.package ?? [];
  if (lock === undefined || !Array.isArray(listed) || !listed.every(isObject)) return undefined;
  const packages = listed as readonly JsonObject[];
  const keysByName = new Map<string, string[]>();
  for (const [at, entry] of packages.entries()) {
    const name = nameOf(entry);
    keysByName.set(name, [...(keysByName.get(name) ?? []), String(at)]);
  }
  return new Map(packages.map((entry, at) => [String(at), lockedPackage(entry, keysByName)]));
}

/** Says nothing of what is installed: for whom a package is needed, on which systems, and what it needs itself. */
const INCIDENTAL = /^(?:category|optional|groups|markers|description|python-versions)$|dependencies|extras/;

function lockedPackage(entry: JsonObject, keysByName: ReadonlyMap<string, readonly string[]>): LockedPackage {
  const facts = entriesOf(entry).filter(([key]) => !INCIDENTAL.test(key));
  const mentions = entriesOf(entry).flatMap(([key, value]) => (/dependencies/.test(key) ? wordsIn(value) : []));
  return {
    name: nameOf(entry),
    identity: canonicalJson(Object.fromEntries(facts)),
    label: `${nameOf(entry)} ${entry.version ?? ''}`.trim(),
    needs: mentions.flatMap((mention) => keysByName.get(pythonName(mention)) ?? []),
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
