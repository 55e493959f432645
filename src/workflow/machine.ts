import { BatonError } from '../base/error.ts';
import { type Command, next } from './command.ts';
import { EVENT_TYPES, EVENT_VERSION, type EventType, type JournalEvent } from './event.ts';
import { EVENT_DATA, type EventData, type RunEventType } from './event-data.ts';
import type { RunState } from './state.ts';
import { type Apply, begin, TRANSITIONS } from './transitions.ts';

/**
 * The state machine of a run. A phase goes round this once for each attempt:
 *
 *              baseline ----> ready <-----------------------------------------------.
 *                 ^             | session.started                                   |
 *                 |             v                                                   |
 *   person.committed         playing -- lost, interrupted, service, unreadable ---->|
 *                               | session.ended                                     |
 *                               v                                                   |
 *        .--- blocked ------ judging -- gate.refused, attempts left --------------->|
 *        v                      | all gates passed      '-- none left --> asking or dropped
 *     asking <-- approval? -----|                                                   |
 *        | ask.opened           v                                                   |
 *        v                   settled -- phase.completed --> ready of the next phase, or closing
 *     waiting -- ask.answered --> settled, ready, or a decision to carry out --------'
 *
 *   closing -- run.completed --> ended        any -- run.aborted, run.failed --> ended
 *
 * Parked is beside all this: the stage stays what it is, and nothing is due until the run is resumed.
 */
export function step(state: RunState, event: JournalEvent): { state: RunState; commands: readonly Command[] } {
  const after = apply(state, event);
  return { state: after, commands: next(after) };
}

/** The state a whole journal tells. A journal that does not begin with `run.started` is not a run's. */
export function fold(events: readonly JournalEvent[]): RunState {
  const [first, ...rest] = events;
  if (first?.type !== 'run.started') {
    throw new BatonError('corrupt_journal', `A run begins with run.started, not with ${first?.type ?? 'nothing'}.`);
  }
  const data = EVENT_DATA['run.started'].safeParse(first.data);
  if (!data.success) {
    throw new BatonError('corrupt_journal', `run.started of ${first.run} cannot be understood: ${data.error.message}`);
  }
  return rest.reduce(apply, begin(first, data.data));
}

/** The state after one more event. What does not fit the state changes nothing; what is not known stops the run. */
export function apply(state: RunState, event: JournalEvent): RunState {
  const seen = { ...state, seq: event.seq };
  if (event.v > EVENT_VERSION || !EVENT_TYPES.includes(event.type as EventType)) {
    return { ...seen, unknown: `event ${event.seq} is ${event.type} (v${event.v}), which this Baton does not know` };
  }
  if (!(event.type in EVENT_DATA)) return seen;
  const type = event.type as RunEventType;
  const data = EVENT_DATA[type].safeParse(event.data);
  if (!data.success) return { ...seen, unknown: `event ${event.seq} (${type}) cannot be understood` };
  const transition = TRANSITIONS[type] as Apply<typeof type>;
  return state.ended === undefined ? transition(seen, data.data as EventData<typeof type>, event) : seen;
}
