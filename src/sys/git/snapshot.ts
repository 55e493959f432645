import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type BytePath, isModulesName, pathText } from './byte-path.ts';
import { diskClock } from './file-memory.ts';
import { git } from './git.ts';
import { type IgnoreRules, openIgnoreRules } from './ignore-rules.ts';
import { gitObject } from './object-file.ts';
import type { Repository } from './repository.ts';
import { openWriter, type SnapshotLimits, type SnapshotWriter } from './snapshot-writer.ts';
import { buildTree, fileMode, LINK_MODE, type Listed, type TreeListing } from './tree-listing.ts';
import { type Found, openWorkTree, type WorkTree } from './work-tree.ts';
import type { WorkPlace } from './work-tree-reset.ts';
import { excludedBy, excludedFiles, type FoundProblem, type ProblemKind, walkWorkTree } from './work-tree-walk.ts';

/** Something in a workbench that is no part of the snapshot. */
export interface SnapshotProblem {
  readonly kind: ProblemKind;
  readonly path: string;
}

export type { SnapshotLimits } from './snapshot-writer.ts';

/** A workbench's files as a tree of the repository. */
export interface Snapshot {
  readonly tree: string;
  readonly problems: readonly SnapshotProblem[];
}

export interface SnapshotOptions {
  /** Folders with dependencies: by path, or by a name that counts at any depth. */
  readonly exclude: readonly BytePath[];
  readonly limits?: SnapshotLimits | undefined;
  /** What is ignored. Default: what the base says. */
  readonly rules?: IgnoreRules | undefined;
  /** Where the clock of the disk may be read, by a file that is gone at once. Default: beside the directory. */
  readonly clock?: string | undefined;
}

/**
 * Takes the files of a directory as a tree, byte for byte, by their names, kinds and execute bits alone: no git directory
 * found there is read, no attribute or filter applies, no link is followed. When it returns, everything the tree is made
 * of that its base does not have is on the disk; nothing refers to it yet.
 */
export async function takeSnapshot(
  place: WorkPlace,
  base: { readonly tree: string; readonly listing: TreeListing },
  { exclude, limits, rules: given, clock = dirname(place.root) }: SnapshotOptions,
): Promise<Snapshot> {
  const tree = openWorkTree(place.root);
  const since = diskClock(clock);
  const isExcluded = excludedBy(exclude);
  const rules = given ?? openIgnoreRules(base.listing.files, place.shadow);
  const writer = openWriter(place.repository, limits);
  try {
    const { found, problems } = await walkWorkTree(tree, base.listing, rules, isExcluded);
    const files = excludedFiles(base.listing, isExcluded);
    const more: FoundProblem[] = [];
    for (const [at, entry] of found.entries()) {
      if (at % BREATH === BREATH - 1) await breathe();
      const taking = { tree, place, since, writer, before: base.listing.files.get(entry.path) };
      const given = takeFile(entry, taking);
      const taken = given instanceof Promise ? await given : given;
      if (typeof taken === 'string') more.push({ kind: taken, path: entry.path });
      else files.set(entry.path, taken);
    }
    const trees = buildTree(place.repository, files);
    const id = trees.at(-1)?.id ?? '';
    const known = new Set(base.listing.folders.values());
    if (id !== base.tree) await writer.finish(trees.filter((object) => !known.has(object.id)));
    return { tree: id, problems: [...problems, ...more].map(({ kind, path }) => ({ kind, path: pathText(path) })) };
  } finally {
    rules.close();
  }
}

/** After so many files others in this process get their turn. */
const BREATH = 1000;

interface Taking {
  readonly tree: WorkTree;
  readonly place: WorkPlace;
  readonly since: bigint;
  readonly writer: SnapshotWriter;
  /** What the base has at this path. */
  readonly before: Listed | undefined;
}

type Taken = Listed | ProblemKind;

/** A file as the tree gets it, or why it cannot; at once for the many that are as they were. */
function takeFile(found: Found, taking: Taking): Taken | Promise<Taken> {
  const { path, name, kind } = found;
  const { tree, place, before } = taking;
  if (kind === 'folder') return before ?? 'unreadable';
  if (kind !== 'file' && kind !== 'link') return kind;
  if (kind === 'link' && isModulesName(name)) return 'refused_name';
  const stat = tree.look(path);
  if (stat === undefined) return 'unreadable';
  const mode = kind === 'link' ? LINK_MODE : fileMode(stat.mode);
  if (before !== undefined && place.memory.idOf(path, stat) === before.id) return { mode, id: before.id };
  return readFile({ path, kind, stat, mode }, taking);
}

interface Looked {
  readonly path: BytePath;
  readonly kind: 'file' | 'link';
  readonly stat: BigIntStats;
  readonly mode: string;
}

async function readFile({ path, kind, stat, mode }: Looked, taking: Taking): Promise<Taken> {
  const { tree, place, since, writer, before } = taking;
  if (!writer.hasRoom(Number(stat.size))) {
    const same = before !== undefined && (await isBlob(writer.repository, before.id, tree, path, stat.size));
    return same ? { mode, id: before.id } : 'too_large';
  }
  const content = tree.read(path, kind, Number(stat.size));
  if (content === undefined) return 'unreadable';
  const object = gitObject(writer.repository, 'blob', content);
  place.memory.learn(path, stat, object.id, since);
  if (object.id !== before?.id) await writer.add(object);
  return { mode, id: object.id };
}

/** Whether a large file has the content of a blob. It is read only if it is as long: a file can have any length at no cost. */
async function isBlob(
  repository: Repository,
  id: string,
  tree: WorkTree,
  path: BytePath,
  bytes: bigint,
): Promise<boolean> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  if ((await git(place, ['cat-file', '-s', id])) !== `${bytes}\n`) return false;
  return tree.digest(path, createHash(repository.hash).update(`blob ${bytes}\0`)) === id;
}
