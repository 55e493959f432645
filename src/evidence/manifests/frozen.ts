import type { FileChange } from '../diff.ts';

/** How two versions of a manifest or lock file differ in what is frozen. */
export interface FrozenDifference {
  /** What differs, as a person would say it: `scripts.test`, `[tool.pytest.ini_options]`, `vitest 3.1.0`. */
  readonly changed: readonly string[];
  /** Why nothing can be said about the file; then it counts as changed. */
  readonly unreadable?: string;
}

/** A manifest before and after; a missing version is one with nothing in it. */
export interface ManifestPair {
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** What is known about its code, where it is code. */
  readonly sources?: FileChange['sources'];
  /** Packages the list item says are needed: their entries may be added. */
  readonly needs: readonly string[];
}

/** Compares one kind of file. */
export type ManifestReader = (pair: ManifestPair) => FrozenDifference;

export function unreadable(why: string): FrozenDifference {
  return { changed: [], unreadable: why };
}

/** Facts by their keys. What is said twice under one key counts twice. */
export function gather(facts: Iterable<readonly [key: string, value: string]>): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [key, value] of facts) map.set(key, map.has(key) ? `${map.get(key)}\n${value}` : value);
  return map;
}

/** The keys whose values differ between two maps. */
export function differingKeys(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key) !== after.get(key)).sort();
}
