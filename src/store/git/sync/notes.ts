import { isBatonError } from '../../../base/error.ts';
import { onDisk } from '../../../sys/durable.ts';
import { moveRef, readRef } from '../../../sys/git/ref-file.ts';
import type { Head, Refused } from '../../store.ts';
import type { GitStorage } from '../git-storage.ts';
import { isNotesName, listNotes, notesHead, readNotes, writeNotes } from '../notes.ts';
import { listEntries, openNotesTree } from '../notes-tree.ts';
import { isAncestor } from './archive.ts';
import type { Change } from './transfer.ts';

/** The remote's notes: name -> head, of those that can be read. */
export type TheirNotes = ReadonlyMap<string, Head>;

/** The notes among what was fetched. Names that are not Baton's are not its business; what is no notes tree is refused. */
export async function lookAtNotes(
  storage: GitStorage,
  fetched: ReadonlyMap<string, Head>,
): Promise<{ readonly theirs: TheirNotes; readonly refused: readonly Refused[] }> {
  const theirs = new Map<string, Head>();
  const refused: Refused[] = [];
  for (const [ref, head] of fetched) {
    const name = ref.slice('notes/'.length);
    if (!ref.startsWith('notes/') || !isNotesName(name)) continue;
    const why =
      head === readRef(storage.repository, `refs/notes/${name}`) ? undefined : await whyNoNotes(storage, head);
    if (why === undefined) theirs.set(name, head);
    else refused.push({ journal: ref, why });
  }
  return { theirs, refused };
}

async function whyNoNotes(storage: GitStorage, head: Head): Promise<string | undefined> {
  const object = await storage.reader.read(head);
  if (object?.type !== 'commit') return `The notes ${head} cannot be read: it is a ${object?.type}, not a commit.`;
  try {
    await listEntries(await openNotesTree(storage, head, head));
    return undefined;
  } catch (error) {
    if (isBatonError(error)) return `The notes ${head} cannot be read.`;
    throw error;
  }
}

/**
 * Makes the remote's notes the base of ours, never merging texts: what is projected goes over them afterwards. Notes
 * here on commits that have none there are carried over. Gives the names of notes that changed, or says that somebody
 * here was faster.
 */
export async function rebaseNotes(storage: GitStorage, theirs: TheirNotes): Promise<readonly string[] | 'moved'> {
  const changed: string[] = [];
  for (const [name, head] of theirs) {
    const ref = `refs/notes/${name}`;
    const { stored, commit: ours } = await notesHead(storage, ref);
    if (ours === head || (ours !== undefined && (await isAncestor(storage, head, ours)))) continue;
    const kept = ours === undefined ? new Map() : await onlyHere(storage, name, ours, head);
    const move = () => moveRef(storage.repository, ref, head, stored);
    if ((await onDisk(`take in ${ref}`, move)) === 'conflict') return 'moved';
    if (kept.size > 0) await writeNotes(storage, name, kept);
    changed.push(name);
  }
  return changed;
}

async function onlyHere(storage: GitStorage, name: string, ours: Head, theirs: Head): Promise<Map<string, string>> {
  if (await isAncestor(storage, ours, theirs)) return new Map();
  const there = new Set((await listEntries(await openNotesTree(storage, theirs, theirs))).map(({ commit }) => commit));
  return new Map([...(await readNotes(storage, name))].filter(([commit]) => !there.has(commit)));
}

/** Notes that say something else here than there; those that were refused stay as they are. */
export async function notesThere(
  storage: GitStorage,
  theirs: TheirNotes,
  refused: readonly Refused[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const name of listNotes(storage)) {
    const ref = `refs/notes/${name}`;
    const [{ commit: to }, from] = [await notesHead(storage, ref), theirs.get(name)];
    if (to === undefined || to === from || refused.some(({ journal }) => journal === `notes/${name}`)) continue;
    if (from === undefined || (await treeOf(storage, to)) !== (await treeOf(storage, from)))
      changes.push({ ref, from, to });
  }
  return changes;
}

async function treeOf({ reader }: GitStorage, commit: Head): Promise<string | undefined> {
  return (await reader.read(`${commit}^{tree}`))?.id;
}
