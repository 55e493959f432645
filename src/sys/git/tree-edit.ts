import { BatonError } from '../../base/error.ts';
import { type BytePath, bytePath, foldersAbove, isGitName, pathText } from './byte-path.ts';
import { type GitObject, gitObject } from './object-file.ts';
import { storeDurably } from './object-pack.ts';
import type { Repository } from './repository.ts';
import type { TreeLister } from './tree-lister.ts';
import { buildTree, type Listed, listTree } from './tree-listing.ts';

/** Path -> the file's new text, or nothing where it is to go. */
export type TreeEdits = Readonly<Record<string, string | null>>;

/**
 * A tree with some files replaced, added or taken out; a replaced file keeps its mode. When it returns, everything in which
 * the new tree differs is on the disk.
 */
export async function editTree(
  repository: Repository,
  tree: string,
  edits: TreeEdits,
  list: TreeLister = (which) => listTree(repository, which),
): Promise<string> {
  const { files, folders } = await list(tree);
  const edited = new Map(files);
  const blobs: GitObject[] = [];
  for (const [path, text] of Object.entries(edits)) {
    const place = bytePath(checkPath(path));
    if (text === null) {
      edited.delete(place);
      continue;
    }
    const blob = gitObject(repository, 'blob', text);
    blobs.push(blob);
    edited.set(place, { mode: modeFor(files.get(place), path), id: blob.id });
  }
  for (const path of Object.keys(edits)) refuseFileAsFolder(bytePath(path), edited);
  const built = buildTree(repository, edited);
  const id = built.at(-1)?.id ?? '';
  const known = new Set(folders.values());
  if (id !== tree) await storeDurably(repository, [...blobs, ...built.filter((object) => !known.has(object.id))]);
  return id;
}

function modeFor(before: Listed | undefined, path: string): string {
  const mode = before?.mode ?? '100644';
  if (mode.startsWith('100')) return mode;
  throw new BatonError('invalid_input', `Cannot write ${path}: it is a symbolic link or a submodule.`, {
    data: { path },
  });
}

function checkPath(path: string): string {
  const names = path.split('/');
  const isBad = (name: string) => ['', '.', '..'].includes(name) || name.includes('\0') || isGitName(bytePath(name));
  if (!names.some(isBad)) return path;
  throw new BatonError('invalid_input', `Not a path in a tree: ${JSON.stringify(path)}.`, { data: { path } });
}

/** A file that was put where the tree has a folder, or below another file. */
function refuseFileAsFolder(path: BytePath, files: ReadonlyMap<BytePath, Listed>): void {
  if (!files.has(path)) return;
  const above = foldersAbove(path).find((folder) => files.has(folder));
  const taken = above ?? ([...files.keys()].some((other) => other.startsWith(`${path}/`)) ? path : undefined);
  if (taken === undefined) return;
  throw new BatonError('invalid_input', `${pathText(taken)} cannot be a file and a folder at once.`);
}
