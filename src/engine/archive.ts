import type { JournalName, Store } from '../store/store.ts';
import type { EventType } from '../workflow/event.ts';
import { openHandoffs } from './handoffs.ts';

/** Events nothing follows: a journal that ends in one of them is finished. */
const LAST_EVENTS: readonly EventType[] = [
  'run.completed',
  'run.aborted',
  'run.failed',
  'handoff.completed',
  'handoff.rejected',
  'handoff.failed',
  'handoff.cancelled',
  'handoff.expired',
];

/** Moves finished runs and handoffs into the archive and gives those it moved. */
export async function archiveFinished(store: Store): Promise<readonly JournalName[]> {
  // Looking at handoffs marks those that ran out of time.
  await openHandoffs(store).overview();
  const finished: JournalName[] = [];
  for (const kind of ['runs', 'handoffs'] as const) {
    for (const journal of await store.list(kind)) {
      const type = (await store.last(journal))?.event.type;
      if (LAST_EVENTS.some((last) => last === type)) finished.push(journal);
    }
  }
  return store.archive(finished);
}
