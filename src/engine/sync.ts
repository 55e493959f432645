import type { Store, SyncReport } from '../store/store.ts';
import { projectNotes } from './notes.ts';

export type { SyncReport };

/** Exchanges journals and notes with a remote; notes are made again from the journals, never merged. */
export function syncWith(store: Store, remote?: string): Promise<SyncReport> {
  return store.sync(remote, async () => {
    await projectNotes(store);
  });
}
