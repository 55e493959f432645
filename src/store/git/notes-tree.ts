import { BatonError } from '../../base/error.ts';
import { type GitObject, gitObject } from '../../sys/git/object-file.ts';
import type { ReadObject } from '../../sys/git/reader.ts';
import { DIRECTORY_MODE, decodeTree, encodeTree, FILE_MODE, type TreeEntry } from '../../sys/git/tree.ts';
import { readWhole } from '../../sys/git/whole-object.ts';
import type { GitStorage } from './git-storage.ts';

type Entries = ReadonlyMap<string, TreeEntry>;

/** The tree of a notes ref. Git accepts any mixture of depths: `abcd...`, `ab/cd...`, `ab/cd/...`. */
export interface NotesTree {
  readonly storage: GitStorage;
  readonly ref: string;
  readonly root: Entries;
  /** Subtrees that were read already. */
  readonly read: Map<string, Entries>;
}

export async function openNotesTree(storage: GitStorage, ref: string, head: string | undefined): Promise<NotesTree> {
  const object = head === undefined ? undefined : await readChecked(storage, ref, `${head}^{tree}`, 'tree');
  return { storage, ref, root: object === undefined ? new Map() : decode(storage, object), read: new Map() };
}

/** Every note in the tree: the commit it is on, and the object that holds its text. Other files are passed over. */
export async function listEntries(tree: NotesTree): Promise<readonly { commit: string; id: string }[]> {
  const length = tree.storage.repository.zeroId.length;
  async function walk(entries: Entries, prefix: string): Promise<{ commit: string; id: string }[]> {
    const found = [...entries.values()].map(async ({ mode, name, id }) => {
      if (!/^[0-9a-f]+$/.test(name)) return [];
      if (mode !== DIRECTORY_MODE) return prefix.length + name.length === length ? [{ commit: prefix + name, id }] : [];
      return name.length === 2 ? walk(await readEntries(tree, id), prefix + name) : [];
    });
    return (await Promise.all(found)).flat();
  }
  return walk(tree.root, '');
}

/** Those notes that are not in the tree as they should be: once, with this content. */
export async function findUnsettled(
  tree: NotesTree,
  blobs: ReadonlyMap<string, GitObject>,
): Promise<ReadonlyMap<string, GitObject>> {
  const unsettled = new Map<string, GitObject>();
  for (const [commit, blob] of blobs) {
    const found = await placesOf(tree, commit);
    if (found.length !== 1 || found[0] !== blob.id) unsettled.set(commit, blob);
  }
  return unsettled;
}

/** A tree after an edit: its id, and the trees to be written for it. */
export interface EditedTree {
  readonly id: string;
  readonly objects: readonly GitObject[];
}

/**
 * Puts notes into the tree. A note goes as deep as there are subtrees for it, and at least one level; whatever else
 * stands for the same commit on the way is taken out, because git would join the two. Untouched subtrees keep their ids.
 */
export async function editTree(tree: NotesTree, blobs: ReadonlyMap<string, GitObject>): Promise<EditedTree> {
  const objects: GitObject[] = [];

  async function edit(before: Entries, commits: readonly string[], depth: number): Promise<string> {
    const entries = new Map(before);
    const deeper = new Map<string, string[]>();
    for (const commit of commits) {
      const name = commit.slice(depth * 2);
      const folder = name.slice(0, 2);
      entries.delete(name);
      if (depth > 0 && entries.get(folder)?.mode !== DIRECTORY_MODE) {
        entries.set(name, { mode: FILE_MODE, name, id: blobs.get(commit)?.id ?? '' });
      } else {
        deeper.set(folder, [...(deeper.get(folder) ?? []), commit]);
      }
    }
    for (const [name, inside] of deeper) {
      const known = entries.get(name);
      const content = known?.mode === DIRECTORY_MODE ? await readEntries(tree, known.id) : new Map();
      entries.set(name, { mode: DIRECTORY_MODE, name, id: await edit(content, inside, depth + 1) });
    }
    const made = gitObject(tree.storage.repository, 'tree', encodeTree([...entries.values()]));
    objects.push(made);
    return made.id;
  }

  return { id: await edit(tree.root, [...blobs.keys()], 0), objects };
}

/** An object of the notes, of the right kind and with the content its id promises. */
export async function readChecked(
  storage: GitStorage,
  ref: string,
  name: string,
  type: 'blob' | 'tree',
): Promise<ReadObject> {
  const { object, damage } = await readWhole(storage, name);
  if (object?.type === type && damage === undefined) return object;
  const why = damage ?? `object ${name} is a ${object?.type}, not a ${type}`;
  throw new BatonError(
    'storage_failed',
    `The notes under ${ref} cannot be read: ${why}. Notes can be made again: delete that object's file if it is there, then \`git update-ref -d ${ref}\` and \`baton repair-notes\`.`,
    { data: { ref, object: name } },
  );
}

/** The objects that stand for a commit, at every depth the tree has for it. */
async function placesOf(tree: NotesTree, commit: string): Promise<readonly string[]> {
  const found: string[] = [];
  let entries = tree.root;
  for (let name = commit; ; name = name.slice(2)) {
    const here = entries.get(name);
    if (here !== undefined) found.push(here.id);
    const folder = entries.get(name.slice(0, 2));
    if (folder?.mode !== DIRECTORY_MODE) return found;
    entries = await readEntries(tree, folder.id);
  }
}

async function readEntries(tree: NotesTree, id: string): Promise<Entries> {
  const known = tree.read.get(id);
  if (known !== undefined) return known;
  const entries = decode(tree.storage, await readChecked(tree.storage, tree.ref, id, 'tree'));
  tree.read.set(id, entries);
  return entries;
}

function decode({ repository }: GitStorage, { content }: ReadObject): Entries {
  return new Map(decodeTree(content, repository.zeroId.length / 2).map((entry) => [entry.name, entry]));
}
