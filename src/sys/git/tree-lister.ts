import { BatonError } from '../../base/error.ts';
import type { BytePath } from './byte-path.ts';
import type { GitReader } from './reader.ts';
import type { Repository } from './repository.ts';
import { decodeTree, type TreeEntry } from './tree.ts';
import { checkId, FOLDER_MODE, type Listed, type TreeListing } from './tree-listing.ts';

/** Lists trees as `listTree` does. */
export type TreeLister = (tree: string) => Promise<TreeListing>;

type Folders = Map<string, readonly TreeEntry[]>;

/** Lists trees and remembers the folders of the last one: a tree made from it has all but a few of them, too. */
export function openTreeLister(repository: Repository, reader: GitReader): TreeLister {
  let known: Folders = new Map();

  async function read(id: string): Promise<readonly TreeEntry[]> {
    const before = known.get(id);
    if (before !== undefined) return before;
    const object = await reader.read(checkId(repository, id));
    if (object?.type === 'tree') return decodeTree(object.content, repository.zeroId.length / 2, 'latin1');
    throw new BatonError('git_failed', `The repository has no tree ${id}. Fetch it, or look: git fsck.`);
  }

  return async (tree) => {
    const found: Folders = new Map();
    for (let level = [tree]; level.length > 0; ) {
      const folders = await Promise.all(level.map(async (id) => [id, await read(id)] as const));
      for (const [id, entries] of folders) found.set(id, entries);
      const below = folders.flatMap(([, entries]) => entries.filter(isFolder).map(({ id }) => id));
      level = [...new Set(below)].filter((id) => !found.has(id));
    }
    known = found;
    return assemble(tree, found);
  };
}

function isFolder({ mode }: TreeEntry): boolean {
  return mode === FOLDER_MODE;
}

/** A folder before what is in it, all in git's order. */
function assemble(tree: string, found: Folders): TreeListing {
  const files = new Map<BytePath, Listed>();
  const folders = new Map<BytePath, string>();
  const add = (id: string, prefix: BytePath): void => {
    for (const { mode, name, id: own } of found.get(id) ?? []) {
      const path = `${prefix}${name}`;
      if (mode !== FOLDER_MODE) files.set(path, { mode: plainMode(mode), id: own });
      else {
        folders.set(path, own);
        add(own, `${path}/`);
      }
    }
  };
  add(tree, '');
  return { files, folders };
}

/** The mode as git gives it: old trees hold others, of which only the owner's execute bit counts. */
function plainMode(mode: string): string {
  if (!mode.startsWith('100') || mode === '100644') return mode;
  return (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755';
}
