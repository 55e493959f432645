import { z } from 'zod';
import { checkShape } from '../../base/check.ts';
import { copyJson } from '../../base/json.ts';
import { patternedText } from '../patterned-text.ts';

/** Phases of the workflow `tdd` as its notes spell them. Notes of other workflows have other upper-case words. */
export const TDD_PHASES = ['PLAN', 'RED', 'GREEN', 'REFACTOR', 'COMPLETE'] as const;

const phase = patternedText(/^[A-Z][A-Z0-9_-]*$/, `an upper-case word such as ${TDD_PHASES.join(', ')}`);
const text = z.string().nullable().optional();

const currentTestSchema = z.looseObject({
  id: text.describe('Id of the test'),
  description: text.describe('What the test shows'),
  test_file: text.describe('Path of the test file'),
  impl_file: text.describe('Path of the implementation file'),
});

const lastPhaseResultSchema = z.looseObject({
  success: z.boolean().describe('Whether the phase ended as it should'),
  errors: z.array(z.string()).optional().describe('What went wrong'),
});

/** A note as it is read: RedGreenRefactor's own notes may hold no more than a phase. Unknown fields are kept. */
export const tddNoteSchema = z
  .looseObject({
    phase: phase.describe('Phase whose commit carries the note'),
    next_phase: phase.optional().describe('Phase that follows'),
    cycle: z.int().min(0).optional().describe('Cycle of the run, from 1; 0 where nothing has begun'),
    current_test: currentTestSchema.nullable().optional().describe('Test the cycle is about'),
    pending_tests: z.array(z.string()).optional().describe('Tests still to be written'),
    completed_tests: z.array(z.string()).optional().describe('Tests done'),
    test_result: z.enum(['PASS', 'FAIL']).nullable().optional().describe('How the tests ended in this phase'),
    last_phase_result: lastPhaseResultSchema.nullable().optional().describe('How the phase ended'),
    timestamp: z.iso.datetime({ offset: true }).optional().describe('When the note was written'),
    error: text.describe('What stopped the phase, in a sentence'),
    error_details: z.unknown().optional().describe('Anything more about the error, as JSON'),
    retry_count: z.int().min(0).optional().describe('Attempts before the one that counted'),
    agent: text.describe('Agent that played the phase'),
    session_id: text.describe('Session of that agent'),
    run: text.describe('Run the commit belongs to'),
    handoff: text.describe('Id of the handoff that started the phase'),
    strength: z
      .enum(['unsabotaged'])
      .optional()
      .describe('Weaker evidence than usual: it could not be tried what the tests notice'),
    journal: text.describe('Commit of the journal that records the phase'),
  })
  .describe('The note on a phase commit');

export type TddNote = Readonly<z.infer<typeof tddNoteSchema>>;

/** A note as Baton writes it: it always says where in which run it stands, and when it was written. */
export const writtenTddNoteSchema = tddNoteSchema
  .extend({
    next_phase: phase.describe('Phase that follows'),
    cycle: z.int().min(1).describe('Cycle of the run, from 1'),
    timestamp: z.iso.datetime().describe('When the note was written, in UTC'),
    run: z.string().min(1).describe('Run the commit belongs to'),
  })
  .describe('The note on a phase commit, as Baton writes it');

export type WrittenTddNote = Readonly<z.infer<typeof writtenTddNoteSchema>>;

/** A note from its JSON text or object, frozen. Text that is not JSON throws `JSON.parse`'s own `SyntaxError`. */
export function parseTddNote(given: string | object): TddNote {
  const note = copyJson(typeof given === 'string' ? JSON.parse(given) : given, 'note');
  checkShape(tddNoteSchema, note, 'note', 'invalid_note');
  return note as unknown as TddNote;
}

/** The note's text: its fields in the schema's order, so that notes can be compared by eye, then any others. */
export function writeTddNote(note: WrittenTddNote): string {
  const ordered = checkShape(writtenTddNoteSchema, copyJson(note, 'note'), 'note', 'invalid_note');
  return JSON.stringify(ordered, null, 2);
}
