import { setTimeout as sleep } from 'node:timers/promises';
import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import { onDisk } from '../../sys/durable.ts';
import { type GitObject, gitObject, writeDurably } from '../../sys/git/object-file.ts';
import { listRefs, moveRef, readRef } from '../../sys/git/ref-file.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { GitStorage } from './git-storage.ts';
import { editTree, findUnsettled, listEntries, openNotesTree, readChecked } from './notes-tree.ts';

/** How many notes are read at once. */
const AT_ONCE = 256;

/** How often a write starts again because somebody else moved the ref. */
const MOST_ATTEMPTS = 100;

/**
 * Writes notes beside the commits they speak of, and gives those whose note was missing or different; if there are
 * none, nothing is written. The objects are on the disk before the ref is: a power cut must not leave the user's
 * repository with a ref that leads nowhere.
 */
export async function writeNotes(
  storage: GitStorage,
  notes: string,
  texts: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { repository } = storage;
  const ref = notesRef(notes);
  const blobs = noteBlobs(repository, texts);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { stored, commit: current } = await notesHead(storage, ref);
    const tree = await openNotesTree(storage, ref, current);
    const fresh = await findUnsettled(tree, blobs);
    if (fresh.size === 0) return [];
    const { id, objects } = await editTree(tree, fresh);
    const commit = notesCommit(repository, id, current, `baton: ${notes} of ${fresh.size} commits`);
    const outcome = await onDisk(`write the notes under ${ref}`, async () => {
      await writeDurably(repository, [...fresh.values(), ...objects, commit]);
      return moveRef(repository, ref, commit.id, stored);
    });
    if (outcome === 'moved') return [...fresh.keys()];
    await sleep(Math.random() * Math.min(50, 2 + attempt));
  }
  throw new BatonError('lost_race', `${ref} kept moving while notes were being written. Try again.`);
}

/**
 * What a notes ref holds, and the commit that leads to. Somebody may have pointed it at a blob, a tree or an object that is
 * not there: then there are no notes, and the next ones written replace it.
 */
export async function notesHead(
  { repository, reader }: GitStorage,
  ref: string,
): Promise<{ readonly stored: string | undefined; readonly commit: string | undefined }> {
  const stored = readRef(repository, ref);
  const object = stored === undefined ? undefined : await reader.read(`${stored}^{commit}`);
  return { stored, commit: object?.type === 'commit' ? object.id : undefined };
}

/** Commit -> text, of all notes under a name, however git or others laid them out. */
export async function readNotes(storage: GitStorage, notes: string): Promise<ReadonlyMap<string, string>> {
  const ref = notesRef(notes);
  const entries = await listEntries(await openNotesTree(storage, ref, (await notesHead(storage, ref)).commit));
  const found = new Map<string, string>();
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    const part = entries.slice(at, at + AT_ONCE);
    const texts = await Promise.all(part.map(({ id }) => readChecked(storage, ref, id, 'blob')));
    for (const [index, { commit }] of part.entries()) {
      const text = texts[index]?.content.toString('utf8') ?? '';
      // Where a commit has two entries, git shows both, one behind the other.
      found.set(commit, found.has(commit) ? `${found.get(commit)}\n${text}` : text);
    }
  }
  return found;
}

/** Names of all notes of handoffs, such as `tdd-handoffs` for `refs/notes/tdd-handoffs`. */
export function listNotes({ repository }: GitStorage): readonly string[] {
  const names = [...listRefs(repository, 'refs/notes/').keys()].map((ref) => ref.slice('refs/notes/'.length));
  return names.filter(isNotesName);
}

/** Whether a name is one of Baton's notes: a workflow's and `-handoffs`. It becomes part of a path. */
export function isNotesName(name: string): boolean {
  return NOTES_NAME.test(name);
}

const NOTES_NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?-handoffs$/;

function notesRef(notes: string): string {
  if (isNotesName(notes)) return `refs/notes/${notes}`;
  throw new BatonError(
    'invalid_input',
    `Invalid name of notes: ${JSON.stringify(notes)} (expected the name of a workflow and "-handoffs", such as tdd-handoffs).`,
  );
}

function noteBlobs(repository: Repository, texts: ReadonlyMap<string, string>): ReadonlyMap<string, GitObject> {
  const blobs = new Map<string, GitObject>();
  for (const [commit, text] of texts) {
    if (commit.length !== repository.zeroId.length || !/^[0-9a-f]+$/.test(commit)) {
      throw new BatonError('invalid_input', `A note cannot be put on ${JSON.stringify(commit)}: that is no commit id.`);
    }
    blobs.set(commit, gitObject(repository, 'blob', text));
  }
  return blobs;
}

function notesCommit(repository: Repository, tree: string, parent: string | undefined, subject: string): GitObject {
  const who = `Baton <baton@localhost> ${Math.floor(now().getTime() / 1000)} +0000`;
  const parents = parent === undefined ? [] : [`parent ${parent}`];
  const lines = [`tree ${tree}`, ...parents, `author ${who}`, `committer ${who}`, '', subject, ''];
  return gitObject(repository, 'commit', lines.join('\n'));
}
