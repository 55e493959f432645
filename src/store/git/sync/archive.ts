import { runGit } from '../../../sys/git/git.ts';
import type { Head, JournalName } from '../../store.ts';
import { type ArchiveEntries, writeArchive } from '../archive-commit.ts';
import type { GitStorage } from '../git-storage.ts';
import type { Side } from './look.ts';
import type { Step, SyncPlan } from './plan.ts';

type Archive = Side['archive'];

/** The archive commits both sides are to have. A side that has nothing to change keeps the one it has. */
export async function settleArchives(
  storage: GitStorage,
  { here, there }: SyncPlan,
  ours: Archive,
  theirs: Archive,
): Promise<{ readonly here: Head | undefined; readonly there: Head | undefined }> {
  const [mine, other] = [withSteps(ours.entries, here), withSteps(theirs.entries, there)];
  const [stays, staysThere] = [sameEntries(mine, ours.entries), sameEntries(other, theirs.entries)];
  if (stays && staysThere) return { here: ours.commit, there: theirs.commit };
  if (sameEntries(mine, other)) {
    const commit = await joinArchives(storage, mine, ours, theirs);
    return { here: commit, there: commit };
  }
  return {
    here: stays ? ours.commit : await writeArchive(storage, mine, parentsOf(ours, here)),
    there: staysThere ? theirs.commit : await writeArchive(storage, other, parentsOf(theirs, there)),
  };
}

function withSteps(entries: ArchiveEntries, steps: readonly Step[]): ArchiveEntries {
  const after = new Map<JournalName, Head>(entries);
  for (const { journal, to } of steps) if (to.archived !== undefined) after.set(journal, to.archived);
  return after;
}

function sameEntries(one: ArchiveEntries, other: ArchiveEntries): boolean {
  return one.size === other.size && [...one].every(([journal, head]) => other.get(journal) === head);
}

/** One commit for both: that of a side which has everything and goes on from the other, or a new one on top of both. */
async function joinArchives(storage: GitStorage, entries: ArchiveEntries, ours: Archive, theirs: Archive) {
  for (const [one, other] of [
    [theirs, ours],
    [ours, theirs],
  ] as const) {
    if (one.commit === undefined || !sameEntries(one.entries, entries)) continue;
    if (other.commit === undefined || (await isAncestor(storage, other.commit, one.commit))) return one.commit;
  }
  const parents = [ours.commit, theirs.commit].filter((commit) => commit !== undefined);
  return writeArchive(storage, entries, parents);
}

function parentsOf({ commit }: Archive, steps: readonly Step[]): readonly Head[] {
  const ends = steps.map(({ to }) => to.archived).filter((head) => head !== undefined);
  return commit === undefined ? ends : [commit, ...ends];
}

/** Whether one commit goes on from another, by any of its parents. */
export async function isAncestor({ repository }: GitStorage, one: Head, other: Head): Promise<boolean> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  return (await runGit(place, ['merge-base', '--is-ancestor', one, other])).code === 0;
}
