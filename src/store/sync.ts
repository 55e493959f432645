import type { GitStorage } from './git-storage.ts';
import type { SyncReport } from './store.ts';

export async function syncJournals(_storage: GitStorage, remote: string): Promise<SyncReport> {
  return { remote, received: [], sent: [], diverged: [] };
}
