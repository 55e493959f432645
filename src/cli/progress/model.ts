import type { JournalEvent } from '../../workflow/event.ts';
import { apply, fold } from '../../workflow/machine.ts';
import type { RunState } from '../../workflow/state.ts';

/** What a person who watches a run is shown of it. */
export interface RunModel {
  readonly state: RunState | undefined;
  /** What is being done now, and since when. */
  readonly doing: string;
  readonly since: number;
}

export const NOTHING_SEEN: RunModel = { state: undefined, doing: '', since: 0 };

/** The model after one more event of the run. Whoever has not seen its start has nothing to show. */
export function seeEvent(model: RunModel, event: JournalEvent): RunModel {
  if (model.state === undefined && event.type !== 'run.started') return model;
  const state = model.state === undefined ? fold([event]) : apply(model.state, event);
  if (!BEGINS.has(event.type)) return { ...model, state };
  return { state, doing: model.doing, since: Date.parse(event.at) };
}

/** The model once something else is being done. */
export function seeDoing(model: RunModel, doing: string): RunModel {
  return { ...model, doing };
}

/** Events with which the clock of what is being done starts anew. */
const BEGINS: ReadonlySet<string> = new Set(['run.started', 'run.resumed', 'phase.started', 'session.ended']);
