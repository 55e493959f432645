import type { Entry, Store } from '../../store/store.ts';
import { apply, fold } from '../../workflow/machine.ts';
import type { RunState } from '../../workflow/state.ts';
import type { Moment } from '../run/turn.ts';

/** One event of a run, with the run as it was before it and as it was after. */
export interface Step {
  readonly entry: Entry;
  readonly moment: Moment;
  readonly after: RunState;
}

/** A run told again from its record: the state it began with, and every step behind that. */
export function retell(
  store: Store,
  entries: readonly Entry[],
): { readonly start: Moment; readonly steps: readonly Step[] } {
  const [first, ...rest] = entries as readonly [Entry, ...Entry[]];
  let state = fold([first.event]);
  const start = momentAt(store, entries, 0, state);
  const steps = rest.map((entry, at) => {
    const moment = momentAt(store, entries, at + 1, state);
    state = apply(state, entry.event);
    return { entry, moment, after: state };
  });
  return { start, steps };
}

/** A moment knows what the events up to its own brought along, and nothing later. */
function momentAt(store: Store, entries: readonly Entry[], last: number, state: RunState): Moment {
  const text = async (id: string | undefined) =>
    id === undefined ? undefined : (await store.attachment(id))?.toString('utf8');
  const find = (wanted: (entry: Entry) => boolean) => {
    const at = entries.findLastIndex((entry, index) => index <= last && wanted(entry));
    return entries[at]?.attachments;
  };
  return {
    run: state.run,
    state,
    attachment: (seq, name) => text(find(({ event }) => event.seq === seq)?.[name]),
    lastAttachment: (name) => text(find(({ attachments }) => name in attachments)?.[name]),
  };
}
