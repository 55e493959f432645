import { z } from 'zod';

/** The version of the envelope. A reader that meets a newer one can show the run but not move it. */
export const EVENT_VERSION = 1;

/** Everything that can happen in a run. Nothing else is ever written to a journal. */
export const EVENT_TYPES = [
  'run.started',
  'baseline.recorded',
  'handoff.prepared',
  'handoff.accepted',
  'handoff.started',
  'handoff.completed',
  'handoff.rejected',
  'handoff.failed',
  'handoff.cancelled',
  'handoff.expired',
  'phase.started',
  'session.started',
  'session.ended',
  'gate.passed',
  'gate.refused',
  'suspicion.raised',
  'redaction.made',
  'trigger.raised',
  'finding.opened',
  'finding.closed',
  'phase.completed',
  'phase.rolled_back',
  'person.committed',
  'ask.opened',
  'ask.answered',
  'budget.exceeded',
  'run.parked',
  'run.resumed',
  'run.completed',
  'run.aborted',
  'run.failed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export const runIdSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/)
  .describe('Id of a run: lower-case letters, digits and hyphens');

/** One entry of a journal. What `data` holds depends on the type. */
export const eventSchema = z
  .looseObject({
    v: z.int().min(1).describe('Version of this envelope'),
    seq: z.int().min(1).describe('Place in the journal, from 1'),
    type: z
      .string()
      .regex(/^[a-z]+(?:\.[a-z_]+)+$/)
      .describe(`What happened: ${EVENT_TYPES.join(', ')}`),
    at: z.iso.datetime({ offset: true }).describe('When'),
    run: runIdSchema.describe("Id of the run; in the journal of a handoff outside any run, the handoff's id"),
    phase: z.string().min(1).optional(),
    cycle: z.int().min(1).optional(),
    attempt: z.int().min(1).optional(),
    actor: z.string().min(1).describe('Who: baton, an agent or a person'),
    data: z.record(z.string(), z.unknown()),
  })
  .describe("One event of a run's journal");

export type JournalEvent = z.infer<typeof eventSchema>;
