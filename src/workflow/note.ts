import { z } from 'zod';
import { checkShape } from '../base/check.ts';
import { tddNoteSchema, type WrittenTddNote } from '../handoff/dialects/tdd-note.ts';
import { patternedText } from '../handoff/patterned-text.ts';
import type { JournalEvent } from './event.ts';

const objectId = patternedText(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'an object id of git');
const workflowName = patternedText(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'a name such as tdd');
const phaseName = patternedText(/^[a-z][a-z0-9_-]*$/, 'a lower-case word such as red or complete');

/** The `data` of `phase.completed`: the phase commit, and what its note says beyond the event itself. */
export const phaseCompletedSchema = tddNoteSchema
  .pick({
    current_test: true,
    pending_tests: true,
    completed_tests: true,
    test_result: true,
    last_phase_result: true,
    error: true,
    error_details: true,
    retry_count: true,
    agent: true,
    session_id: true,
    handoff: true,
    strength: true,
  })
  .extend({
    commit: objectId.describe('The phase commit'),
    workflow: workflowName.describe('Workflow of the run'),
    next_phase: phaseName.describe('Phase that follows, lower case; `complete` after the last'),
  })
  .describe('What the event phase.completed holds');

export type PhaseCompleted = Readonly<z.infer<typeof phaseCompletedSchema>>;

/** A note, and where it belongs. */
export interface PhaseNote {
  readonly commit: string;
  /** Name of the notes: `tdd-handoffs` for the workflow `tdd`. */
  readonly notes: string;
  readonly note: WrittenTddNote;
}

/** The note a completed phase puts on its commit. Everything in it comes from the event: it can be made at any time. */
export function noteFor(event: JournalEvent, journalEntryId: string): PhaseNote {
  const { phase } = checkShape(completedSchema, event, 'event', 'corrupt_journal');
  const data = checkShape(phaseCompletedSchema, event.data, 'phase.completed', 'corrupt_journal');
  return {
    commit: data.commit,
    notes: `${data.workflow}-handoffs`,
    note: {
      phase: phase.toUpperCase(),
      next_phase: data.next_phase.toUpperCase(),
      cycle: event.cycle ?? 1,
      current_test: data.current_test ?? null,
      pending_tests: data.pending_tests ?? [],
      completed_tests: data.completed_tests ?? [],
      test_result: data.test_result ?? null,
      last_phase_result: data.last_phase_result ?? { success: true, errors: [] },
      timestamp: inUtc(event.at),
      error: data.error ?? null,
      error_details: data.error_details ?? null,
      retry_count: data.retry_count ?? (event.attempt ?? 1) - 1,
      agent: data.agent ?? null,
      session_id: data.session_id ?? null,
      run: event.run,
      handoff: data.handoff ?? null,
      ...(data.strength === undefined ? {} : { strength: data.strength }),
      journal: journalEntryId,
    },
  };
}

const completedSchema = z.looseObject({ type: z.literal('phase.completed'), phase: phaseName });

/** A time as a note gives it. What is in UTC already stays as it was written. */
function inUtc(at: string): string {
  return at.endsWith('Z') ? at : new Date(at).toISOString();
}
