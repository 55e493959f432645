import { faultPoint } from '../../../base/fault-point.ts';
import { onDisk } from '../../../sys/durable.ts';
import { moveRef } from '../../../sys/git/ref-file.ts';
import type { Head, JournalName } from '../../store.ts';
import { ARCHIVE_REF, dropOwnRefs } from '../archive.ts';
import { type GitStorage, journalRef } from '../git-storage.ts';
import type { Step } from './plan.ts';
import type { Change } from './transfer.ts';

/** An archive commit as it was and as it is to be. */
interface ArchiveChange {
  readonly from: Head | undefined;
  readonly to: Head | undefined;
}

/**
 * Makes the changes on this side, each by compare-and-swap, and says whether all could be made: if somebody here was
 * faster, the exchange has to look again. A journal that is to leave its own ref is first brought to its archived end
 * there, so that it reads the same whenever this stops halfway.
 */
export async function applyHere(
  storage: GitStorage,
  steps: readonly Step[],
  archive: ArchiveChange,
): Promise<'done' | 'moved'> {
  const { repository } = storage;
  const leaving = new Map<JournalName, Head>();
  for (const { journal, from, to } of steps) {
    const end = to.own ?? to.archived;
    if (end === undefined || (from.own === undefined && to.own === undefined)) continue;
    if (end !== from.own) {
      const move = () => moveRef(repository, journalRef(journal), end, from.own);
      if ((await onDisk(`take in ${journal}`, move)) === 'conflict') return 'moved';
      faultPoint('sync.journal.taken');
    }
    if (to.own === undefined) leaving.set(journal, end);
  }
  const { from, to } = archive;
  if (to !== undefined && to !== from) {
    const move = () => moveRef(repository, ARCHIVE_REF, to, from);
    if ((await onDisk('take in the archive', move)) === 'conflict') return 'moved';
  }
  faultPoint('sync.archive.taken');
  await dropOwnRefs(storage, leaving);
  return 'done';
}

/** The changes on the other side; the archive stands first, so that nothing leaves its own ref before it is in there. */
export function changesThere(steps: readonly Step[], archive: ArchiveChange): readonly Change[] {
  const { from, to } = archive;
  const moved = to === from ? [] : [{ ref: ARCHIVE_REF, from, to }];
  const journals = steps
    .map((step) => ({ ref: journalRef(step.journal), from: step.from.own, to: step.to.own }))
    .filter((change) => change.from !== change.to);
  return [...moved, ...journals];
}
