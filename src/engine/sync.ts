import type { JournalName, Store, SyncReport } from '../store/store.ts';
import { archiveFinished } from './archive.ts';
import { projectNotes } from './notes.ts';

export interface SyncOptions {
  /** First move what is finished into the archive. */
  readonly archive?: boolean | undefined;
}

/** What an exchange did, and what was archived just before it. */
export interface Exchange extends SyncReport {
  readonly finished: readonly JournalName[];
}

/** Exchanges journals and notes with a remote; notes are made again from the journals, never merged. */
export async function syncWith(store: Store, remote?: string, { archive }: SyncOptions = {}): Promise<Exchange> {
  let finished: readonly JournalName[] = [];
  const report = await store.sync(remote, {
    async prepare() {
      if (archive) finished = await archiveFinished(store);
    },
    async project() {
      await projectNotes(store);
    },
  });
  return { ...report, finished };
}
