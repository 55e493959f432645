import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../base/error.ts';
import { faultPoint } from '../../base/fault-point.ts';
import { onDisk } from '../../sys/durable.ts';
import { lastLine, runGit } from '../../sys/git/git.ts';
import { moveRef, readRef } from '../../sys/git/ref-file.ts';
import type { Head, JournalName } from '../store.ts';
import { readArchive, writeArchive } from './archive-commit.ts';
import { type GitStorage, journalRef } from './git-storage.ts';
import { compareHeads } from './sync/lineage.ts';

/**
 * Finished journals in one ref instead of one each: a commit whose tree says where each journal ends, and whose parents
 * reach those ends, so that nothing archived is ever collected. Pushing and listing stay cheap however many runs there
 * were. While a journal has a ref of its own too, that one is what counts.
 */
export const ARCHIVE_REF = 'refs/baton/archive/journals';

/** Where an archived journal ends, or nothing. */
export async function archivedHead(storage: GitStorage, journal: JournalName): Promise<Head | undefined> {
  return (await archivedHeads(storage)).get(journal);
}

/** Where all archived journals end. */
export async function archivedHeads(storage: GitStorage): Promise<ReadonlyMap<JournalName, Head>> {
  return readArchive(storage, readRef(storage.repository, ARCHIVE_REF));
}

export async function archivedNames(storage: GitStorage, kind: 'runs' | 'handoffs'): Promise<readonly JournalName[]> {
  return [...(await archivedHeads(storage)).keys()].filter((name) => name.startsWith(`${kind}/`));
}

/**
 * Moves journals into the archive and gives those that are there now. Each stays readable at every moment: it loses its
 * own ref only afterwards, and only if nothing was added to it meanwhile. One whose archived history is another is
 * left where it is.
 */
export async function archiveJournals(
  storage: GitStorage,
  journals: readonly JournalName[],
): Promise<readonly JournalName[]> {
  const heads = new Map<JournalName, Head>();
  for (const journal of journals) {
    const head = readRef(storage.repository, journalRef(journal));
    if (head !== undefined) heads.set(journal, head);
  }
  const archived = heads.size === 0 ? heads : await extendArchive(storage, heads);
  faultPoint('archive.extended');
  return dropOwnRefs(storage, archived);
}

/** Takes journals off their own refs where these still are as expected, and gives those for which they were. */
export async function dropOwnRefs(
  { repository }: GitStorage,
  heads: ReadonlyMap<JournalName, Head>,
): Promise<readonly JournalName[]> {
  if (heads.size === 0) return [];
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const lines = [...heads].map(([journal, head]) => `delete ${journalRef(journal)} ${head}\n`);
  const { code } = await runGit(place, ['update-ref', '--stdin'], lines.join(''));
  if (code === 0) return [...heads.keys()];
  const dropped: JournalName[] = [];
  for (const [journal, head] of heads) {
    const ref = journalRef(journal);
    // Moving a ref to where it is waits for a living lock and breaks a dead one, which git does not.
    if ((await moveRef(repository, ref, head, head)) === 'conflict') continue;
    const { code, stderr } = await runGit(place, ['update-ref', '-d', ref, head]);
    if (code === 0) dropped.push(journal);
    else if (readRef(repository, ref) === head) {
      throw new BatonError('git_failed', `Cannot take ${journal} off its own ref: ${lastLine(stderr)}.`);
    }
  }
  return dropped;
}

/** Adds journals to the archive, from the start whenever somebody else moved it; gives those that are in it now. */
async function extendArchive(
  storage: GitStorage,
  heads: ReadonlyMap<JournalName, Head>,
): Promise<ReadonlyMap<JournalName, Head>> {
  const { repository } = storage;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const current = readRef(repository, ARCHIVE_REF);
    const entries = new Map(await readArchive(storage, current));
    const archived = new Map<JournalName, Head>();
    const added: Head[] = [];
    for (const [journal, head] of heads) {
      const end = await furtherOf(storage, journal, entries.get(journal), head);
      if (end === undefined) continue;
      archived.set(journal, head);
      if (entries.get(journal) === end) continue;
      entries.set(journal, end);
      added.push(end);
    }
    if (added.length === 0) return archived;
    const commit = await writeArchive(storage, entries, current === undefined ? added : [current, ...added]);
    const outcome = await onDisk('move the archive', () => moveRef(repository, ARCHIVE_REF, commit, current));
    if (outcome === 'moved') return archived;
    await sleep(Math.random() * (5 + attempt));
  }
  throw new BatonError('lost_race', 'The archive kept moving while journals were being added. Try again.');
}

const MOST_ATTEMPTS = 50;

/** The later of an archived end and a head, or nothing where neither continues the other. */
async function furtherOf(storage: GitStorage, journal: JournalName, archived: Head | undefined, head: Head) {
  if (archived === undefined || archived === head) return head;
  const kinship = await compareHeads(storage, journal, [archived, head], false);
  if (kinship.kind === 'split') return undefined;
  return (kinship.places.get(archived) ?? 0) > (kinship.places.get(head) ?? 0) ? archived : head;
}
