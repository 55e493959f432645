import type { GitObject } from '../../sys/git/object-file.ts';
import type { GitReader } from '../../sys/git/reader.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { JournalName } from '../store.ts';

/** What every part of the git store works with. */
export interface GitStorage {
  readonly repository: Repository;
  readonly reader: GitReader;
  /** What entries without attachments have. */
  readonly emptyTree: GitObject;
}

/** The ref that is a journal. */
export function journalRef(journal: JournalName): string {
  return `refs/baton/${journal}`;
}
