import { BatonError } from '../../base/error.ts';
import type { BytePath } from './byte-path.ts';
import { lastLine, runGit } from './git.ts';
import { type GitObject, gitObject } from './object-file.ts';
import type { Repository } from './repository.ts';

/** A file, link or submodule as a tree has it. */
export interface Listed {
  readonly mode: string;
  readonly id: string;
}

/** Everything in a tree, by its path. */
export interface TreeListing {
  readonly files: ReadonlyMap<BytePath, Listed>;
  /** The folders in it, apart from the top one, with the ids of their trees. */
  readonly folders: ReadonlyMap<BytePath, string>;
}

export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';
const TREE_MODE = '040000';

/** The mode a file has in a tree: of all that a disk knows only the owner's execute bit counts. */
export function fileMode(mode: bigint): string {
  return (mode & 0o100n) === 0n ? '100644' : '100755';
}

/** Lists a tree, or the tree of a commit. */
export async function listTree(repository: Repository, tree: string): Promise<TreeListing> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const args = ['ls-tree', '-r', '-t', '-z', '--full-tree', checkId(repository, tree)];
  const { code, stdout, stderr } = await runGit(place, args);
  if (code !== 0) throw new BatonError('git_failed', `Cannot list the tree ${tree}: ${lastLine(stderr)}.`);
  const files = new Map<BytePath, Listed>();
  const folders = new Map<BytePath, string>();
  for (const line of stdout.toString('latin1').split('\0')) {
    if (line === '') continue;
    const tab = line.indexOf('\t');
    const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
    if (mode === TREE_MODE) folders.set(line.slice(tab + 1), id);
    else files.set(line.slice(tab + 1), { mode, id });
  }
  return { files, folders };
}

/** Makes the trees for a set of files: the objects to store, folders before what holds them, the top one last. */
export function buildTree(repository: Repository, files: Iterable<readonly [BytePath, Listed]>): GitObject[] {
  const top = newFolder();
  for (const [path, listed] of files) put(top, path.split('/'), listed);
  const objects: GitObject[] = [];
  addFolder(repository, top, objects);
  return objects;
}

/** Ids are all that is ever taken for the name of an object: nothing a person or agent wrote becomes an argument of git. */
export function checkId(repository: Pick<Repository, 'zeroId'>, id: string): string {
  if (id.length === repository.zeroId.length && /^[0-9a-f]+$/.test(id)) return id;
  throw new BatonError(
    'invalid_input',
    `Not a whole object id of this repository: ${JSON.stringify(id.slice(0, 80))}.`,
  );
}

/** The tree object of some entries. A folder has the mode `40000`. */
export function treeObject(
  repository: Pick<Repository, 'hash'>,
  entries: Iterable<readonly [BytePath, Listed]>,
): GitObject {
  const sorted = [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const content = Buffer.alloc(sorted.reduce((sum, entry) => sum + entryLength(entry), 0));
  let at = 0;
  for (const [name, { mode, id }] of sorted) {
    at += content.write(`${mode} ${name}\0`, at, 'latin1');
    at += content.write(id, at, 'hex');
  }
  return gitObject(repository, 'tree', content);
}

export const FOLDER_MODE = '40000';

interface Folder {
  readonly files: Map<BytePath, Listed>;
  readonly folders: Map<BytePath, Folder>;
}

function newFolder(): Folder {
  return { files: new Map(), folders: new Map() };
}

function put(top: Folder, names: readonly BytePath[], listed: Listed): void {
  let folder = top;
  for (const name of names.slice(0, -1)) {
    const next = folder.folders.get(name) ?? newFolder();
    folder.folders.set(name, next);
    folder = next;
  }
  folder.files.set(names.at(-1) ?? '', listed);
}

function addFolder(repository: Repository, { files, folders }: Folder, objects: GitObject[]): string {
  const entries = new Map(files);
  for (const [name, folder] of folders) {
    entries.set(name, { mode: FOLDER_MODE, id: addFolder(repository, folder, objects) });
  }
  const object = treeObject(repository, entries);
  objects.push(object);
  return object.id;
}

/** Mode, space, name and a zero; the id in bytes. */
function entryLength([name, { mode, id }]: readonly [BytePath, Listed]): number {
  return mode.length + 1 + name.length + 1 + id.length / 2;
}

/** Git sorts folders as if their names ended in a slash. */
function sortKey([name, { mode }]: readonly [BytePath, Listed]): string {
  return mode === FOLDER_MODE ? `${name}/` : name;
}
