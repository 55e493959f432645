import { z } from 'zod';
import { HANDOFF_STATUSES } from './lifecycle.ts';
import { traceExportSchema } from './trace-schema.ts';

/** The format's own version; readers accept every package of the same major. */
export const HANDOFF_VERSION = '1.0.0';

export const HANDOFF_PRIORITIES = ['immediate', 'normal', 'background'] as const;

const date = z.iso.datetime({ offset: true });

const CONTROL_CHARACTER = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const agentNameSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => !CONTROL_CHARACTER.test(name), { error: 'has a line break or control character' })
  .describe('Name of an agent. Any name is allowed');

const decisionSchema = z.looseObject({
  what: z.string(),
  why: z.string(),
  alternatives: z.array(z.string()).optional(),
});

export const handoffContextSchema = z.looseObject({
  sessionId: z.string().optional().describe('Session identifier for correlation'),
  artifacts: z.array(z.string()).optional().describe('Files generated or modified'),
  workingDirectory: z.string().optional().describe('Working directory or scope'),
  userRequest: z.string().optional().describe("The user's original request"),
  decisions: z.array(decisionSchema).optional().describe('Decisions made so far, with the alternatives set aside'),
  custom: z.record(z.string(), z.unknown()).optional().describe('Anything else, as JSON'),
});

export const handoffInstructionsSchema = z.looseObject({
  task: z.string().min(1).describe('What the receiving agent is asked to do'),
  expectedOutput: z.string().optional().describe('Expected form of the result'),
  constraints: z.array(z.string()).optional().describe('Rules to keep'),
  focusAreas: z.array(z.string()).optional().describe('Where to look first'),
  avoid: z.array(z.string()).optional().describe('What to leave alone'),
  deadline: date.optional().describe('When it has to be done'),
});

const redactionSchema = z.looseObject({ kind: z.string(), field: z.string() });

/** A handoff package as it is written: JSON, dates as ISO 8601 text. Unknown fields are kept. */
export const handoffRecordSchema = z
  .looseObject({
    id: z.string().min(1).max(200).describe('Unique id of the handoff'),
    version: z.string().describe('Version of this format'),
    sourceAgent: agentNameSchema,
    targetAgent: agentNameSchema,
    priority: z.enum(HANDOFF_PRIORITIES),
    status: z.enum(HANDOFF_STATUSES),
    context: handoffContextSchema,
    instructions: handoffInstructionsSchema,
    trace: traceExportSchema.optional().describe('What the source agent did, as recorded by its execution trace'),
    createdAt: date,
    expiresAt: date.optional().describe('Until when it may be accepted'),
    metadata: z.record(z.string(), z.unknown()).optional(),
    redactions: z.array(redactionSchema).optional().describe('What was taken out as a secret, and where'),
  })
  .describe('A handoff: the package passed from one agent to the next');

export type HandoffRecord = z.infer<typeof handoffRecordSchema>;
