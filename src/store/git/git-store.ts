import { BatonError, isBatonError } from '../../base/error.ts';
import { faultPoint } from '../../base/fault-point.ts';
import { errorCode, onDisk } from '../../sys/durable.ts';
import { type GitObject, gitObject, type PendingObject, writePending } from '../../sys/git/object-file.ts';
import { openReader } from '../../sys/git/reader.ts';
import { listRefs, type PendingRef, readRef, writePendingRef } from '../../sys/git/ref-file.ts';
import { LOCK_PATIENCE, type LockPatience } from '../../sys/git/ref-lock.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { commitsWithTrailers, trailersOf } from '../../sys/git/trailers.ts';
import { encodeTree, FILE_MODE } from '../../sys/git/tree.ts';
import { sweepWriters } from '../../sys/git/writer-file.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { checkJournalName, placeEvent } from '../place-event.ts';
import { type Appended, type Extras, type Head, isJournalName, type JournalName, type Store } from '../store.ts';
import { archivedHead, archivedNames, archiveJournals } from './archive.ts';
import { auditJournal } from './audit.ts';
import { encodeEntry } from './entry-commit.ts';
import { type GitStorage, journalRef } from './git-storage.ts';
import { openHeads } from './heads.ts';
import { openHousekeeping } from './housekeeping.ts';
import { openJournalReader } from './journal-reader.ts';
import { LOCAL_LIMITS, openShelf } from './local.ts';
import { listNotes, readNotes, writeNotes } from './notes.ts';
import { syncJournals } from './sync/sync.ts';
import { watchJournals } from './watch.ts';

/**
 * The store in a git repository: one ref per journal, one commit per event. An append writes its objects beside their
 * places, waits for the disk, gives them their names, and then moves the ref under git's own lock; only when the moved
 * ref is on the disk is the event acknowledged.
 */
export function openGitStore(
  repository: Repository,
  patience: LockPatience = LOCK_PATIENCE,
): Store & { readonly storage: GitStorage } {
  sweepWriters(repository);
  const reader = openReader(repository);
  const storage: GitStorage = { repository, reader, emptyTree: gitObject(repository, 'tree', '') };
  const journals = openJournalReader(storage);
  const housekeeping = openHousekeeping(repository);
  const heads = { runs: openHeads(storage, 'runs'), handoffs: openHeads(storage, 'handoffs') };

  async function head(journal: JournalName): Promise<Head | undefined> {
    checkJournalName(journal);
    return readRef(repository, journalRef(journal)) ?? (await archivedHead(storage, journal));
  }

  return {
    storage,
    local: openShelf(storage, LOCAL_LIMITS),
    capabilities: { durable: true, shared: true, chained: true, remotes: true },
    head,
    async append(journal, expected, event, extras = {}) {
      checkJournalName(journal);
      faultPoint('append.before', String(event.type));
      const now = readRef(repository, journalRef(journal));
      const kept = now === undefined ? await archivedHead(storage, journal) : undefined;
      if (kept !== undefined && kept === expected) throw archived(journal);
      if (now !== expected || kept !== undefined) return { ok: false, head: now ?? kept };
      const previous = expected === undefined ? undefined : await journals.entry(expected);
      const placed = placeEvent(journal, event, extras, (previous?.event.seq ?? 0) + 1);
      const objects = entryObjects(storage, placed, expected, extras);
      const commit = objects.at(-1) as GitObject;
      const pendingRef = () => writePendingRef(repository, journalRef(journal), commit.id, patience);
      const outcome = await onDisk(`record an event of ${journal}`, () =>
        commitEntry(repository, objects, pendingRef, expected),
      );
      if (outcome === 'conflict') return { ok: false, head: await head(journal) };
      faultPoint('append.after', placed.type);
      journals.remember(journal, expected, commit.id, placed, extras);
      await housekeeping.packWhenDue().catch(ignoreUnlessDefect);
      return { ok: true, head: commit.id, event: placed } satisfies Appended;
    },
    async last(journal) {
      const at = await head(journal);
      return at === undefined ? undefined : journals.entry(at);
    },
    async read(journal, after) {
      const at = await head(journal);
      return at === undefined ? [] : journals.chain(journal, at, after);
    },
    async attachment(id) {
      return (await reader.read(id))?.content;
    },
    async list(kind) {
      const prefix = `refs/baton/${kind}/`;
      const names = [...listRefs(repository, prefix).keys()].map((ref) => ref.slice('refs/baton/'.length));
      const all = new Set([...names, ...(await archivedNames(storage, kind))]);
      return [...all].filter(isJournalName).sort();
    },
    heads: (kind) => heads[kind](),
    watch(onChange, signal) {
      watchJournals(repository, onChange, signal);
    },
    audit: (journal) => auditJournal(storage, journal),
    writeNotes: (notes, texts) => writeNotes(storage, notes, texts),
    readNotes: (notes) => readNotes(storage, notes),
    listNotes: async () => listNotes(storage),
    findCommits: (wanted) =>
      'commits' in wanted ? trailersOf(repository, wanted.commits) : commitsWithTrailers(repository, wanted.run),
    sync: (remote, work) => syncJournals(storage, remote, work),
    archive: (names) => archiveJournals(storage, names),
    close() {
      reader.close();
    },
  };
}

function archived(journal: JournalName): BatonError {
  return new BatonError('wrong_status', `${journal} is finished and archived; nothing can be added to it.`);
}

/** The objects of an entry, in the order they must become visible: contents, tree, commit. */
function entryObjects(
  { repository, emptyTree }: GitStorage,
  event: JournalEvent,
  previous: Head | undefined,
  { attachments = {}, anchor }: Extras,
): GitObject[] {
  const blobs = Object.entries(attachments).map(([name, content]) => ({
    name,
    object: gitObject(repository, 'blob', typeof content === 'string' ? content : Buffer.from(content)),
  }));
  const entries = blobs.map(({ name, object }) => ({ mode: FILE_MODE, name, id: object.id }));
  const tree = blobs.length === 0 ? emptyTree : gitObject(repository, 'tree', encodeTree(entries));
  const commit = gitObject(repository, 'commit', encodeEntry({ tree: tree.id, previous, anchor, event }));
  // Entries without attachments have the empty tree, which the first entry brings for all of them.
  const empty = previous === undefined && blobs.length > 0 ? [emptyTree] : [];
  const trees = previous === undefined || blobs.length > 0 ? [...empty, tree] : [];
  return [...blobs.map(({ object }) => object), ...trees, commit];
}

/** How often an entry is written again because git took some of it away. */
const MOST_ATTEMPTS = 20;

/**
 * Makes an entry durable and visible, in that order. Git's collection may take away what has no name yet, and the folder it
 * is in: then nothing refers to it either, and it is written again.
 */
async function commitEntry(
  repository: Repository,
  objects: readonly GitObject[],
  pendingRef: () => PendingRef,
  expected: Head | undefined,
): Promise<'moved' | 'conflict'> {
  for (let attempt = 1; ; attempt++) {
    // The ref's new value comes first: it names the commit, which is given its name before it is on the disk.
    const ref = pendingRef();
    try {
      const gone = await storeEntry(repository, objects, ref);
      if (gone === undefined) return await ref.swap(expected);
      if (attempt === MOST_ATTEMPTS) throw gone;
    } finally {
      ref.discard();
    }
  }
}

/** Gives the error if part of the entry was gone before the entry was whole. */
async function storeEntry(repository: Repository, objects: readonly GitObject[], ref: PendingRef): Promise<unknown> {
  const pending: PendingObject[] = [];
  try {
    for (const object of objects) pending.push(writePending(repository, object));
    pending.at(-1)?.nameEarly();
    await Promise.all([...pending.map((object) => object.flush()), ref.flush()]);
    await Promise.all(pending.map((object) => object.publish()));
    return undefined;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return error;
  } finally {
    for (const object of pending) object.discard();
  }
}

/** The event is recorded by then: packing that fails now is tried again later and must not make it look refused. */
function ignoreUnlessDefect(error: unknown): void {
  if (!isBatonError(error)) throw error;
}
