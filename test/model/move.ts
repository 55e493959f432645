import type { JournalEvent } from '../../src/workflow/event.ts';
import type { EventData, RunEventType } from '../../src/workflow/event-data.ts';
import type { RunState } from '../../src/workflow/state.ts';

/**
 * Whose move it is: the engine carries out what is due; a person answers an open ask, or ends the run by it; a parked run
 * is resumed; people act unasked; an event comes late, twice or about something else; an event nobody knows.
 */
export type Mover = 'due' | 'answer' | 'abort' | 'resume' | 'outside' | 'misfit' | 'unknown';

/** Something the world may append in a state. */
export interface Move {
  readonly by: Mover;
  /** For a person who reads a trace. */
  readonly label: string;
  readonly event: JournalEvent;
}

/** Makes the moves of one state. */
export interface Mint {
  move<Type extends RunEventType>(by: Mover, label: string, type: Type, data: EventData<Type>): Move;
  /** An event with any envelope. */
  strange(by: Mover, label: string, event: Partial<JournalEvent>): Move;
}

export function mint({ seq, phase, cycle, attempt }: RunState): Mint {
  const envelope = { v: 1, seq: seq + 1, at: '2026-01-31T12:00:00.000Z', run: 'r1', phase, cycle, attempt };
  const strange: Mint['strange'] = (by, label, event) => ({
    by,
    label,
    event: { ...envelope, actor: 'baton', type: 'run.resumed', data: {}, ...event },
  });
  return { strange, move: (by, label, type, data) => strange(by, label, { type, data }) };
}
