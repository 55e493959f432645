import { z } from 'zod';
import { checkShape } from '../base/check.ts';
import type { ErrorCode } from '../base/error.ts';
import { isObject } from '../base/json.ts';

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

const RUN_ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

export const runIdSchema = z.string().regex(RUN_ID).describe('Id of a run: lower-case letters, digits and hyphens');

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

/** `value` as an event, or a coded error that says what is wrong with it. */
export function checkEvent(value: unknown, code: ErrorCode): JournalEvent {
  if (!isUsualEvent(value)) checkShape(eventSchema, value, 'event', code);
  return value as JournalEvent;
}

/**
 * Whether an event is of the usual kind, told at a glance: asking the schema takes as long as reading the event from the
 * disk. Never true where the schema would refuse; where it is false, the schema decides.
 */
export function isUsualEvent(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { v, seq, type, at, run, phase, cycle, attempt, actor, data } = value;
  const isMaybe = (field: unknown, holds: (field: unknown) => boolean) => field === undefined || holds(field);
  if (!isCount(v) || !isCount(seq) || !isMaybe(cycle, isCount) || !isMaybe(attempt, isCount)) return false;
  if (!isWord(actor) || !isMaybe(phase, isWord)) return false;
  return USUAL_TYPES.has(type) && isWord(run) && RUN_ID.test(run) && isUsualTime(at) && isObject(data);
}

const USUAL_TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES);

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** As `Date` writes it. */
function isUsualTime(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== '2026-01-31T12:00:00.000Z'.length) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString() === value;
}
