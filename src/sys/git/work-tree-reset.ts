import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultPoint } from '../../base/fault-point.ts';
import { onDisk } from '../durable.ts';
import { removeAll } from '../removal.ts';
import type { Shadow } from '../shadow.ts';
import type { BytePath } from './byte-path.ts';
import { diskClock, type FileMemory, nextTick } from './file-memory.ts';
import type { Indexed } from './index-file.ts';
import { gitObject } from './object-file.ts';
import type { Repository } from './repository.ts';
import { fileMode, LINK_MODE, type Listed, SUBMODULE_MODE, type TreeListing } from './tree-listing.ts';
import { type Found, openWorkTree, type WorkTree } from './work-tree.ts';

/** A directory with files that Baton puts there and somebody else changes, and what is remembered of them. */
export interface WorkPlace {
  readonly repository: Repository;
  readonly root: string;
  readonly shadow: Shadow;
  readonly memory: FileMemory;
}

export interface ResetReport {
  /** How many files were written. */
  readonly written: number;
  /** Those of the kept folders that are there. */
  readonly kept: readonly BytePath[];
}

/**
 * Makes a directory hold exactly the given files: all others are removed, ignored ones and whole repositories too, but
 * the folders that are kept. A changed file is written anew as another one: the old one may have a second name outside.
 */
export function resetWorkTree(place: WorkPlace, wanted: TreeListing, keep: readonly BytePath[]): Promise<ResetReport> {
  return onDisk('make the workbench', () => fill(place, wanted, keep));
}

async function fill(place: WorkPlace, wanted: TreeListing, keep: readonly BytePath[]): Promise<ResetReport> {
  const tree = openWorkTree(place.root);
  makeRoot(tree);
  const since = diskClock(dirname(place.root));
  const { right, kept } = clear({ ...place, ...wanted, tree, since, keep: new Set(keep) });
  faultPoint('worktree.cleared');
  const missing = new Map([...wanted.files].filter(([path]) => !right.has(path)));
  if (missing.size > 0) await place.shadow.exportFiles(missing, place.root);
  faultPoint('worktree.filled');
  await learnFiles(tree, missing, place.memory);
  return { written: missing.size, kept };
}

/** An index of the given files, with the last look at each. Git itself sees by it whether the file is another one now. */
export function indexOf(memory: FileMemory, files: ReadonlyMap<BytePath, Listed>): ReadonlyMap<BytePath, Indexed> {
  return new Map([...files].map(([path, listed]) => [path, { ...listed, stat: memory.lookAt(path, listed.id) }]));
}

interface Clearing extends WorkPlace, TreeListing {
  readonly tree: WorkTree;
  readonly since: bigint;
  readonly keep: ReadonlySet<BytePath>;
}

interface Cleared {
  readonly right: ReadonlySet<BytePath>;
  readonly kept: readonly BytePath[];
}

function makeRoot(tree: WorkTree): void {
  const stat = tree.look('');
  if (stat !== undefined && !stat.isDirectory()) removeAll(tree.root);
  if (stat?.isDirectory() !== true) mkdirSync(tree.root, { mode: 0o700 });
}

/** Removes what should not be there and finds what may stay. */
function clear(clearing: Clearing): Cleared {
  const { tree } = clearing;
  const right = new Set<BytePath>();
  const kept: BytePath[] = [];
  const folders: BytePath[] = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    openFolder(tree, folder);
    for (const found of tree.list(folder) ?? []) {
      const fate = fateOf(found, clearing);
      if (fate === 'right') right.add(found.path);
      else if (fate === 'keep') kept.push(found.path);
      else if (fate === 'enter') folders.push(found.path);
      else removeAll(tree.place(found.path));
    }
  }
  return { right, kept };
}

function fateOf(found: Found, clearing: Clearing): 'right' | 'keep' | 'enter' | 'remove' {
  const { path, kind } = found;
  const { tree, files, folders, keep } = clearing;
  if (kind === 'folder' && folders.has(path)) return 'enter';
  if (kind === 'folder' && keep.has(path)) return 'keep';
  const listed = files.get(path);
  if (listed === undefined) return 'remove';
  if (listed.mode === SUBMODULE_MODE) return kind === 'folder' && tree.list(path)?.length === 0 ? 'right' : 'remove';
  return isAsListed(found, listed, clearing) ? 'right' : 'remove';
}

/** Whether a file is what it should be and only that: with the one name, and readable and writable. */
function isAsListed({ path, kind }: Found, listed: Listed, { repository, tree, memory, since }: Clearing): boolean {
  if (kind !== 'file' && kind !== 'link') return false;
  const stat = tree.look(path);
  if (stat === undefined) return false;
  if (listed.mode !== (kind === 'link' ? LINK_MODE : fileMode(stat.mode))) return false;
  const known = memory.idOf(path, stat);
  if (known !== undefined) return known === listed.id;
  if (stat.nlink > 1n || (stat.mode & 0o600n) !== 0o600n || stat.size > MOST_READ) return false;
  const content = tree.read(path, kind, Number(stat.size));
  if (content === undefined || gitObject(repository, 'blob', content).id !== listed.id) return false;
  memory.learn(path, stat, listed.id, since);
  return true;
}

/** A larger file is written anew sooner than it is read. */
const MOST_READ = 50_000_000n;

/** Gives a folder back the permissions that working in it needs. */
function openFolder(tree: WorkTree, folder: BytePath): void {
  const mode = tree.look(folder)?.mode ?? 0o700n;
  if ((mode & 0o700n) !== 0o700n) chmodSync(tree.place(folder), Number(mode & 0o777n) | 0o700);
}

/** Nobody else works here now, so what was just written has the content it was written with. */
async function learnFiles(tree: WorkTree, written: ReadonlyMap<BytePath, Listed>, memory: FileMemory): Promise<void> {
  if (written.size === 0) return;
  const since = await nextTick(dirname(tree.root));
  for (const [path, { mode, id }] of written) {
    const stat = mode === SUBMODULE_MODE ? undefined : tree.look(path);
    if (stat !== undefined) memory.learn(path, stat, id, since);
  }
}
