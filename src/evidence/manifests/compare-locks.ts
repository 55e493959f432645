import type { LockedPackage, LockGraph } from '../../formats/locks/locked-package.ts';
import type { FrozenDifference, ManifestPair } from './compare-manifest.ts';
import { TEST_PROGRAMS, type TestPackages } from './test-packages.ts';

/** One kind of lock file: how it is read, and which packages are frozen in it. */
export interface LockKind {
  /** Globs of the files, in small letters. */
  readonly files: readonly string[];
  /** Nothing reads a lock file in a format that is not known: any change of it counts. */
  readonly readLock?: (text: string) => LockGraph | undefined;
  readonly packages: TestPackages;
}

/**
 * Compares what the test packages reach in two lock files, and whose programs take a test tool's name. Where an entry lies
 * does not matter, only what it is: a new dependency may move others about. Entries that come with what the list item
 * needs may be added.
 */
export function compareLocks(kind: LockKind, { before, after, needs }: ManifestPair): FrozenDifference {
  if (before === after) return { changed: [] };
  if (kind.readLock === undefined) return { changed: [], unreadable: 'its format is not known' };
  const old = before === undefined ? new Map<string, LockedPackage>() : kind.readLock(before);
  const now = after === undefined ? new Map<string, LockedPackage>() : kind.readLock(after);
  if (old === undefined || now === undefined) {
    return { changed: [], unreadable: 'it is not a lock file of a kind and version that is known' };
  }
  const { isFrozen, isFrozenIfNew = isFrozen, nameOf = (name) => name } = kind.packages;
  const known = new Set([...old.values()].map(({ name }) => name));
  const developed = new Set([...old.values()].flatMap((one) => (one.isForDevelopment ? [one.name] : [])));
  const was = reached(old, ({ name }) => isFrozen(name) || developed.has(name));
  const is = reached(now, ({ name }) =>
    known.has(name) ? isFrozen(name) || developed.has(name) : isFrozen(name) && isFrozenIfNew(name),
  );
  const needed = new Set(needs.map(nameOf));
  const free = reached(now, ({ name }) => needed.has(name));
  const lost = [...was].filter(([identity]) => !is.has(identity));
  const gained = [...is].filter(([identity]) => !was.has(identity) && !free.has(identity));
  const labels = new Set([...lost, ...gained].map(([, label]) => label));
  const [programs, taken] = [toolsIn(old, isFrozen), toolsIn(now, isFrozen)];
  const brought = [...taken].filter(([program, owner]) => programs.get(program) !== owner);
  const swapped = [...now].filter(([key, { isLocal }]) => isLocal === true && old.get(key)?.isLocal === false);
  return {
    changed: [
      ...[...labels].sort(),
      ...brought.map(([program, owner]) => `${owner} brings the program ${program}`),
      ...swapped.map(([key]) => `${key} is a local copy now`),
    ],
  };
}

/** Identity and label of every entry that is at the root or that one of those needs, directly or not. */
function reached(graph: LockGraph, isRoot: (entry: LockedPackage) => boolean): ReadonlyMap<string, string> {
  const open = [...graph].filter(([, entry]) => isRoot(entry)).map(([key]) => key);
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

/** Programs with the name of a test tool that come from packages which are none, with those packages. */
function toolsIn(graph: LockGraph, isFrozen: TestPackages['isFrozen']): ReadonlyMap<string, string> {
  const others = [...graph.values()].filter(({ name }) => !isFrozen(name));
  return new Map(
    others.flatMap(({ name, programs = [] }) =>
      programs.filter((program) => TEST_PROGRAMS.has(program)).map((program) => [program, name] as const),
    ),
  );
}
