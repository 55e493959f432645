import type { Problem, Store } from '../../store/store.ts';
import { journalsOf, type ProjectedJournal, projectJournal } from '../projection.ts';
import { checkNotes } from './notes.ts';

/** What was looked at, and everything that is not as it was written. */
export interface JournalCheck {
  readonly journals: number;
  readonly events: number;
  readonly notes: number;
  readonly problems: readonly Problem[];
}

/** Checks journals against their hashes, and notes against the journals: of one run or handoff, or of all. */
export async function verifyJournals(store: Store, run?: string): Promise<JournalCheck> {
  const problems: Problem[] = [];
  const journals: ProjectedJournal[] = [];
  for (const name of await journalsOf(store, run, ['runs', 'handoffs'])) {
    const audited = await store.audit(name);
    const projected = await projectJournal(store, name);
    journals.push(projected);
    problems.push(...audited);
    // A journal that cannot be read as a whole has its reasons in the audit, told with the place.
    if (projected.readable || audited.length === 0) problems.push(...projected.problems);
  }
  const notes = await checkNotes(store, journals, run);
  return {
    journals: journals.length,
    events: journals.reduce((sum, { events }) => sum + events, 0),
    notes: notes.checked,
    problems: [...problems, ...notes.problems],
  };
}
