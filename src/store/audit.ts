import type { GitStorage } from './git-storage.ts';
import type { JournalName, Problem } from './store.ts';

export async function auditJournal(_storage: GitStorage, _journal: JournalName): Promise<readonly Problem[]> {
  return [];
}
