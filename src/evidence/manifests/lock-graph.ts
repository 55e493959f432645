import { type FrozenDifference, type ManifestReader, unreadable } from './frozen.ts';

/** One entry of a lock file. */
export interface LockEntry {
  /** The package. */
  readonly name: string;
  /** What is installed: version, source and checksum in one text. */
  readonly identity: string;
  /** How a person names it: `vitest 3.1.0`. */
  readonly label: string;
  /** Keys of the entries it needs, as far as the lock has them. */
  readonly needs: readonly string[];
}

export type LockGraph = ReadonlyMap<string, LockEntry>;

/** What a language calls a test package. */
export interface TestPackages {
  /** Frozen with everything it reaches. */
  readonly isFrozen: (name: string) => boolean;
  /** Frozen even where it was not there before; all are, if nothing is said. */
  readonly isFrozenIfNew?: (name: string) => boolean;
}

/** Compares lock files of one kind. */
export function lockReader(
  read: (text: string) => LockGraph | undefined,
  packages: TestPackages,
  nameOf = (name: string) => name,
): ManifestReader {
  const graphOf = (text: string | undefined) => (text === undefined ? new Map<string, LockEntry>() : read(text));
  return ({ before, after, needs }) => {
    const old = graphOf(before);
    const now = graphOf(after);
    if (old === undefined || now === undefined) return unreadable('it is not a lock file of this kind');
    return compareLocks(old, now, packages, needs.map(nameOf));
  };
}

/**
 * Compares what the test packages reach in two lock files. Where an entry lies does not matter, only what it is: a new
 * dependency may move others about. Entries that come with what the list item needs may be added.
 */
export function compareLocks(
  before: LockGraph,
  after: LockGraph,
  { isFrozen, isFrozenIfNew = isFrozen }: TestPackages,
  needs: readonly string[],
): FrozenDifference {
  const known = new Set([...before.values()].map(({ name }) => name));
  const was = reached(before, isFrozen);
  const is = reached(after, (name) => isFrozen(name) && (known.has(name) || isFrozenIfNew(name)));
  const lost = [...was].filter(([identity]) => !is.has(identity));
  const gained = [...is].filter(([identity]) => !was.has(identity));
  const free = reached(after, (name) => needs.includes(name));
  const labels = [...lost, ...gained.filter(([identity]) => !free.has(identity))].map(([, label]) => label);
  return { changed: [...new Set(labels)].sort() };
}

/** Identity and label of every entry that is a test package or that one of them needs, directly or not. */
function reached(graph: LockGraph, isTestPackage: (name: string) => boolean): ReadonlyMap<string, string> {
  const open = [...graph].filter(([, { name }]) => isTestPackage(name)).map(([key]) => key);
  const seen = new Set<string>();
  const found = new Map<string, string>();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const entry = graph.get(key);
    if (entry === undefined || seen.has(key)) continue;
    seen.add(key);
    found.set(entry.identity, entry.label);
    open.push(...entry.needs);
  }
  return found;
}
