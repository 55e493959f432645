import { BatonError } from '../base/error.ts';
import { begin } from './beginning.ts';
import { type Command, next } from './command.ts';
import { EVENT_TYPES, EVENT_VERSION, type EventType, type JournalEvent } from './event.ts';
import { EVENT_DATA, type EventData, RULES, type RunEventType } from './event-data.ts';
import type { RunState } from './state.ts';
import { type Apply, TRANSITIONS } from './transitions.ts';
import { danglingNames } from './workflow.ts';

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
  return rest.reduce(apply, begun(first));
}

/** The state after one more event. What does not fit the state changes nothing; what is not known stops the run. */
export function apply(state: RunState, event: JournalEvent): RunState {
  const seen = { ...state, seq: event.seq };
  if (state.ended !== undefined) return seen;
  if (isUnknown(event)) return stopped(seen, notKnown(event));
  if (!(event.type in EVENT_DATA)) return seen;
  const type = event.type as RunEventType;
  const data = EVENT_DATA[type].safeParse(event.data);
  if (!data.success) return stopped(seen, `event ${event.seq} (${type}) cannot be understood`);
  const transition = TRANSITIONS[type] as Apply<typeof type>;
  return transition(seen, data.data as EventData<typeof type>, event);
}

function begun(first: JournalEvent): RunState {
  const { success, data, error } = EVENT_DATA['run.started'].safeParse(first.data);
  const problems = success ? danglingNames(data.workflow) : [error.message];
  if (!success || problems.length > 0) {
    const why = isUnknown(first) ? notKnown(first) : problems.join('; ');
    throw new BatonError('corrupt_journal', `run.started of ${first.run} cannot be understood: ${why}`);
  }
  const state = begin(first, data);
  if (isUnknown(first)) return stopped(state, notKnown(first));
  return state.rules > RULES
    ? stopped(state, `it is judged by rules ${state.rules}, and this Baton knows ${RULES}`)
    : state;
}

function isUnknown({ v, type }: JournalEvent): boolean {
  return v > EVENT_VERSION || !EVENT_TYPES.includes(type as EventType);
}

function notKnown({ v, seq, type }: JournalEvent): string {
  return `event ${seq} is ${type} (v${v}), which this Baton does not know`;
}

/** The run can be shown but not moved. The first reason says where it began. */
function stopped(state: RunState, why: string): RunState {
  return { ...state, unknown: state.unknown ?? why };
}
