import { z } from 'zod';
import { showValue } from '../base/json.ts';

/** Text that says something. The pattern tells the published JSON Schema what the check tells zod. */
export const spokenText = z
  .string()
  .refine((text) => text.trim() !== '', {
    error: (issue) => `is ${showValue(issue.input)} (expected text that is not blank)`,
  })
  .meta({ pattern: '\\S' });

export const traceDecisionSchema = z
  .looseObject({
    point: z.string().describe('What had to be decided.'),
    choice: z.string().describe('What was chosen.'),
    reason: z.string().describe('Why it was chosen.'),
  })
  .describe('A decision made during the operation.');

export const traceMetricSchema = z
  .looseObject({
    name: z.string().describe('What was measured.'),
    value: z.number().describe('The number measured.'),
    unit: z.string().optional().describe('The unit of the number, for example ms or files.'),
  })
  .describe('A number measured during the operation.');

export const traceErrorSchema = z
  .looseObject({
    code: z.string().describe('A short word for programs that says what kind of error it was.'),
    message: z.string().describe('What went wrong, in words.'),
  })
  .describe('An error met during the operation, recovered from or not.');

/** What a trace says of one operation; a handoff package carries it as its trace snapshot. Unknown fields are kept. */
export const traceExportSchema = z
  .looseObject({
    operation: spokenText.describe('The name of the operation.'),
    timestamp: z.iso.datetime({ offset: true }).describe('When the operation started, as an ISO 8601 date.'),
    durationMs: z.number().min(0).describe('How long the operation took, or has taken so far, in milliseconds.'),
    decisions: z.array(traceDecisionSchema).describe('The decisions in the order they were made.'),
    metrics: z.array(traceMetricSchema).describe('The measurements in the order they were taken.'),
    errors: z.array(traceErrorSchema).describe('The errors in the order they were met.'),
    success: z.boolean().describe('Whether the operation ended well; false while it has not ended.'),
  })
  .describe('The record of one operation: its decisions, measurements, errors and outcome.');

export type TraceDecision = z.infer<typeof traceDecisionSchema>;
export type TraceMetric = z.infer<typeof traceMetricSchema>;
export type TraceError = z.infer<typeof traceErrorSchema>;
export type TraceExportData = z.infer<typeof traceExportSchema>;
