import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import { onDisk } from '../../sys/durable.ts';
import { gitObject, writeDurably } from '../../sys/git/object-file.ts';
import type { GitReader } from '../../sys/git/reader.ts';
import { DIRECTORY_MODE, decodeTree, encodeTree, type TreeEntry } from '../../sys/git/tree.ts';
import { type Head, isJournalName, type JournalName } from '../store.ts';
import type { GitStorage } from './git-storage.ts';

/** Where each archived journal ends. */
export type ArchiveEntries = ReadonlyMap<JournalName, Head>;

/** A tree may name a commit as it names a file; `git ls-tree -r` then shows where each journal ends. */
const COMMIT_MODE = '160000';

/** What an archive commit holds. Anything in it that is not a journal's end is an error that names the commit. */
export async function readArchive(storage: GitStorage, commit: Head | undefined): Promise<ArchiveEntries> {
  if (commit === undefined) return NOTHING;
  const known = lastRead.get(storage.reader);
  if (known?.commit === commit) return known.entries;
  const entries = new Map<JournalName, Head>();
  for (const folder of await treeOf(storage, commit, await rootOf(storage, commit))) {
    if (folder.mode !== DIRECTORY_MODE) throw unreadable(commit, `${JSON.stringify(folder.name)} is not a folder`);
    for (const { mode, name, id } of await treeOf(storage, commit, folder.id)) {
      const journal = `${folder.name}/${name}`;
      if (mode !== COMMIT_MODE || !isJournalName(journal)) {
        throw unreadable(commit, `${JSON.stringify(journal)} is not where a run or handoff ends`);
      }
      entries.set(journal, id);
    }
  }
  lastRead.set(storage.reader, { commit, entries });
  return entries;
}

const NOTHING: ArchiveEntries = new Map();

/** Most questions are about the same archive as the one before. */
const lastRead = new WeakMap<GitReader, { readonly commit: Head; readonly entries: ArchiveEntries }>();

/** Stores an archive commit durably. Its parents must reach every end in it, so that nothing is ever collected. */
export async function writeArchive(
  { repository }: GitStorage,
  entries: ArchiveEntries,
  parents: readonly Head[],
): Promise<Head> {
  const folders = new Map<string, TreeEntry[]>();
  for (const [journal, id] of entries) {
    const [folder = '', name = ''] = journal.split('/');
    const list = folders.get(folder) ?? [];
    list.push({ mode: COMMIT_MODE, name, id });
    folders.set(folder, list);
  }
  const trees = [...folders].map(([name, list]) => ({ name, tree: gitObject(repository, 'tree', encodeTree(list)) }));
  const listed = trees.map(({ name, tree }) => ({ mode: DIRECTORY_MODE, name, id: tree.id }));
  const root = gitObject(repository, 'tree', encodeTree(listed));
  const commit = gitObject(repository, 'commit', commitText(root.id, parents, entries.size));
  await onDisk('add to the archive', () => writeDurably(repository, [...trees.map(({ tree }) => tree), root, commit]));
  return commit.id;
}

async function rootOf({ reader }: GitStorage, commit: Head): Promise<string> {
  const object = await reader.read(commit);
  if (object === undefined) throw unreadable(commit, 'it is missing');
  if (object.type !== 'commit') throw unreadable(commit, `it is a ${object.type}, not a commit`);
  return object.content.toString('latin1').slice('tree '.length).split('\n', 1).join('');
}

async function treeOf({ repository, reader }: GitStorage, commit: Head, id: string): Promise<readonly TreeEntry[]> {
  const object = await reader.read(id);
  if (object?.type !== 'tree') throw unreadable(commit, `its tree ${id} is missing`);
  return decodeTree(object.content, repository.zeroId.length / 2);
}

function commitText(tree: string, parents: readonly Head[], count: number): string {
  const who = `Baton <baton@localhost> ${Math.floor(now().getTime() / 1000)} +0000`;
  return [
    `tree ${tree}`,
    ...new Set(parents.map((parent) => `parent ${parent}`)),
    `author ${who}`,
    `committer ${who}`,
    '',
    `baton: archive of ${count} journals`,
    '',
  ].join('\n');
}

function unreadable(commit: Head, why: string): BatonError {
  return new BatonError('corrupt_journal', `The archive ${commit} cannot be read: ${why}.`, { data: { id: commit } });
}
