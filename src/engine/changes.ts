import type { Store } from '../store/store.ts';

/** A run or a handoff of which there may be more now than before. */
export interface Change {
  readonly kind: 'run' | 'handoff';
  readonly id: string;
}

/** Calls back whenever a run or a handoff may have moved, until the signal ends it. */
export type WatchChanges = (onChange: (change: Change) => void, signal: AbortSignal) => void;

export function watchChanges(store: Store): WatchChanges {
  return (onChange, signal) =>
    store.watch((journal) => {
      const [kind, id = ''] = journal.split('/');
      onChange({ kind: kind === 'runs' ? 'run' : 'handoff', id });
    }, signal);
}
