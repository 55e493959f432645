import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { onDisk } from '../durable.ts';
import { removeAll } from '../removal.ts';
import type { Shadow } from '../shadow.ts';
import { type BytePath, pathText } from './byte-path.ts';
import { type FileMemory, nextTick, openFileMemory } from './file-memory.ts';
import { fileMode, LINK_MODE, type Listed, SUBMODULE_MODE, type TreeListing } from './tree-listing.ts';
import { type Found, openWorkTree, type WorkTree } from './work-tree.ts';

/** A directory that holds the files of one tree after another, for programs that may do anything to them. */
export interface KeptExport {
  /** Makes it hold the files of a tree and nothing else. Nothing may run in it meanwhile. */
  fill(wanted: TreeListing): Promise<void>;
  /** The files that were written, replaced, removed or only touched since, also those that are as they were again. */
  touched(): readonly string[];
}

/**
 * Writing thousands of files takes a disk long, and removing them longer, so what is surely as it was exported stays:
 * every file is looked at, and one that was written, touched, linked or given another mode since then is exported again.
 * What an earlier program left is removed.
 */
export function openKeptExport(root: string, shadow: Shadow): KeptExport {
  const kept = { tree: openWorkTree(root), memory: openFileMemory(), modes: new Map<BytePath, bigint>() };
  let filled: TreeListing | undefined;
  return {
    fill: (wanted) =>
      onDisk('make the proof directory', async () => {
        filled = wanted;
        mkdirSync(root, { recursive: true });
        const right = clear(kept, wanted);
        const missing = new Map<BytePath, Listed>();
        for (const [path, listed] of wanted.files) if (!right.has(path)) missing.set(path, listed);
        if (missing.size === 0) return;
        await shadow.exportFiles(missing, root);
        await learn(kept, missing, wanted.folders.keys());
      }),
    touched: () =>
      [...(filled?.files ?? [])].filter(([path, { id }]) => isTouched(path, id, kept)).map(([path]) => pathText(path)),
  };
}

function isTouched(path: BytePath, id: string, { tree, memory }: Kept): boolean {
  if (memory.lookAt(path, id) === undefined) return false;
  const stat = tree.look(path);
  return stat === undefined || memory.idOf(path, stat) !== id;
}

interface Kept {
  readonly tree: WorkTree;
  readonly memory: FileMemory;
  /** The modes of folders as they were made. */
  readonly modes: Map<BytePath, bigint>;
}

/** Removes what is not as it should be, and gives what may stay. */
function clear(kept: Kept, wanted: TreeListing): ReadonlySet<BytePath> {
  const { tree } = kept;
  const right = new Set<BytePath>();
  const folders: BytePath[] = [''];
  openRoot(kept);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const found of tree.list(folder) ?? []) {
      if (isRightFolder(found, kept, wanted)) folders.push(found.path);
      else if (isRightFile(found, kept, wanted.files.get(found.path))) right.add(found.path);
      else removeAll(tree.place(found.path));
    }
  }
  return right;
}

function openRoot({ tree, modes }: Kept): void {
  const mode = modes.get('') ?? tree.look('')?.mode;
  if (mode === undefined) return;
  modes.set('', mode);
  if (tree.look('')?.mode !== mode) chmodSync(tree.root, Number(mode & 0o7777n));
}

function isRightFolder({ path, kind }: Found, { tree, modes }: Kept, { folders }: TreeListing): boolean {
  return kind === 'folder' && folders.has(path) && tree.look(path)?.mode === modes.get(path);
}

function isRightFile({ path, kind }: Found, { tree, memory }: Kept, listed: Listed | undefined): boolean {
  if (listed === undefined) return false;
  if (listed.mode === SUBMODULE_MODE) return kind === 'folder' && tree.list(path)?.length === 0;
  const stat = kind === 'file' || kind === 'link' ? tree.look(path) : undefined;
  if (stat === undefined || memory.idOf(path, stat) !== listed.id) return false;
  return listed.mode === (kind === 'link' ? LINK_MODE : fileMode(stat.mode));
}

/** Remembers what was just written, once the disk's clock would show any later change. */
async function learn(kept: Kept, written: ReadonlyMap<BytePath, Listed>, folders: Iterable<BytePath>): Promise<void> {
  const { tree, memory, modes } = kept;
  const since = await nextTick(dirname(tree.root));
  for (const [path, { mode, id }] of written) {
    const stat = mode === SUBMODULE_MODE ? undefined : tree.look(path);
    if (stat !== undefined) memory.learn(path, stat, id, since);
  }
  for (const path of folders) modes.set(path, tree.look(path)?.mode ?? 0n);
}
