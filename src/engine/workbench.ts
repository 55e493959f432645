import { join } from 'node:path';
import { BatonError } from '../base/error.ts';
import { bytePath, pathText } from '../sys/git/byte-path.ts';
import { objectDirectories, writeClone } from '../sys/git/clone.ts';
import { treeOf } from '../sys/git/commit.ts';
import { openFileMemory } from '../sys/git/file-memory.ts';
import type { Repository } from '../sys/git/repository.ts';
import { type Snapshot, type SnapshotLimits, takeSnapshot } from '../sys/git/snapshot.ts';
import type { TreeLister } from '../sys/git/tree-lister.ts';
import { listTree, type TreeListing } from '../sys/git/tree-listing.ts';
import { indexOf, resetWorkTree } from '../sys/git/work-tree-reset.ts';
import { directoryId, restorePrivatePlace } from '../sys/private-place.ts';
import { openShadow } from '../sys/shadow.ts';
import { openRecord, removeWorkbench } from './workbench-record.ts';

export type { Snapshot } from '../sys/git/snapshot.ts';

/** What a reset did. */
export interface WorkbenchReset {
  /** How many files were written. */
  readonly written: number;
  /** Those of the dependency folders that are there; the others have to be provided. */
  readonly kept: readonly string[];
}

/** The disposable clone in which a run's sessions work. One process at a time may use it, and not while a session runs. */
export interface Workbench {
  /** Where a session works. */
  readonly path: string;
  /** Directories of the user's repository that git reads in it: a sandbox has to show them, and may show them read-only. */
  readonly reads: readonly string[];
  /** Whether the directory a session was given is still there, and not another one in its place. */
  isThere(): boolean;
  /** Whether it was made completely, and still is the directory that was made. */
  isWhole(): boolean;
  /**
   * Makes it anew: its branch at a commit, its files those of the commit or of another tree, and nothing else but
   * dependency folders. What was done to its git directory does not matter.
   */
  reset(commit: string, tree?: string): Promise<WorkbenchReset>;
  /** What its files are now, as a tree on the disk of the user's repository. */
  snapshot(limits?: SnapshotLimits): Promise<Snapshot>;
  destroy(): void;
}

export interface WorkbenchOptions {
  /**
   * Folders with dependencies, provided by whoever opens it: never part of a snapshot and kept at a reset. By path; one
   * without a slash is left out of snapshots at any depth, and kept at the top.
   */
  readonly dependencies?: readonly string[] | undefined;
  /** How trees are listed: by one that others use, too. */
  readonly list?: TreeLister | undefined;
}

/** Folders that tools make and projects do not always ignore. */
export const DEPENDENCIES = [
  ...['node_modules', '.venv', 'venv', 'site-packages', '__pycache__', '.pytest_cache'],
  // Where Baton itself shows what it fetched for cargo, Go, Maven and Gradle.
  '.baton/dependencies',
];

/**
 * Opens the workbench of a run. It stands among the temporary files, like proofs do, in a directory of its own whose name
 * is kept in the repository:
 *
 * - Inside the git directory it would stand inside the user's work tree: tools look for settings, packages and
 *   instructions in all folders above, and leave out whatever is below a `.git`.
 * - In a cache in the user's home it would have the home's files above it, and a path other than that of proofs.
 * - It survives between attempts and processes. If temporary files are cleared, it is made anew like after a crash.
 */
export async function openWorkbench(
  repository: Repository,
  run: string,
  { dependencies = DEPENDENCIES, list: listing = (tree) => listTree(repository, tree) }: WorkbenchOptions = {},
): Promise<Workbench> {
  const record = openRecord(repository, run);
  const path = join(record.place, 'project');
  const files = { repository, root: path, shadow: openShadow(repository), memory: openFileMemory() };
  const own = dependencies.map(bytePath);
  let base: Listed | undefined;

  async function list(tree: string): Promise<Listed> {
    return base?.tree === tree ? base : { tree, listing: await listing(tree) };
  }

  return {
    path,
    reads: objectDirectories(repository),
    isThere: () => record.made !== undefined && record.made.root === directoryId(path),
    isWhole() {
      return record.made?.root === (directoryId(path) ?? '') && directoryId(join(path, '.git')) !== undefined;
    },
    async reset(commit, tree) {
      record.begin();
      if (!restorePrivatePlace(record.place)) throw lost(run, record.place);
      base = await list(await treeOf(repository, commit));
      const wanted = tree === undefined ? base : await list(tree);
      const done = await resetWorkTree(files, wanted.listing, own);
      const index = indexOf(files.memory, base.listing.files);
      writeClone(repository, path, { commit, index, hidden: dependencies });
      record.finish({ tree: base.tree, root: directoryId(path) ?? '' });
      return { ...done, kept: done.kept.map(pathText) };
    },
    async snapshot(limits) {
      const { made } = record;
      if (made === undefined || made.root !== directoryId(path)) throw lost(run, path);
      base = await list(made.tree);
      return takeSnapshot(files, base, { exclude: own, limits });
    },
    destroy: () => removeWorkbench(repository, run),
  };
}

interface Listed {
  readonly tree: string;
  readonly listing: TreeListing;
}

function lost(run: string, path: string): BatonError {
  return new BatonError(
    'storage_failed',
    `The workbench of ${run} is not what Baton made: ${path} is gone, was replaced, or was left half made. Run \`baton resume ${run}\` to make it anew.`,
    { data: { run, path } },
  );
}
