import { z } from 'zod';
import { spokenText, type TraceExportData } from './trace-schema.ts';

/**
 * - `pending`: nothing was collected yet.
 * - `in-progress`: a trace is still running and none has failed.
 * - `completed`: every operation ended well.
 * - `failed`: every operation failed.
 * - `partial`: some operations failed and some did not.
 *
 * A single operation is never `pending` or `partial`.
 */
export type OperationStatus = 'pending' | 'in-progress' | 'completed' | 'failed' | 'partial';

export const feedbackSchema = z.object({
  severity: z.enum(['info', 'warning', 'error']),
  message: spokenText,
  source: spokenText.optional(),
});

export const suggestionSchema = z.object({
  action: spokenText,
  reason: spokenText,
  priority: z.enum(['high', 'medium', 'low']),
});

export const summaryOptionsSchema = z.object({
  /** Carry each operation with a copy of its trace; left out unless asked for. */
  includeOperations: z.boolean().default(false),
  /** Carry the metrics of all operations, summed by name and unit; left out unless asked for. */
  includeMetrics: z.boolean().default(false),
  /** Carry the suggestions; carried unless this is false. */
  includeSuggestions: z.boolean().default(true),
  /** Greatest length of `text` in UTF-16 units, 500 by default. It does not bind `markdown`. */
  maxLength: z.int().min(0).default(500),
});

export type FeedbackSeverity = z.infer<typeof feedbackSchema>['severity'];
export type SuggestionPriority = Suggestion['priority'];
export type SummaryOptions = z.input<typeof summaryOptionsSchema>;

export interface FeedbackItem {
  readonly severity: FeedbackSeverity;
  readonly message: string;
  /** Who says so; of an error in a trace, the operation's name. */
  readonly source?: string;
  /** When it was added; of an error in a trace, when the operation started. */
  readonly timestamp: Date;
}

export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>;

export interface SummaryOperation {
  readonly name: string;
  readonly status: OperationStatus;
  readonly trace: TraceExportData;
}

export interface SummaryMetric {
  readonly name: string;
  readonly value: number;
  readonly unit?: string;
}

export interface SummaryResult {
  readonly status: OperationStatus;
  /** The durations of all operations added up, in milliseconds. */
  readonly duration: number;
  readonly operationCount: number;
  readonly operations?: readonly SummaryOperation[];
  readonly warnings: readonly FeedbackItem[];
  /** The errors in the traces, operation by operation, then those that were added. */
  readonly errors: readonly FeedbackItem[];
  /** High priority first, otherwise as they were added. */
  readonly suggestions?: readonly Suggestion[];
  readonly metrics?: readonly SummaryMetric[];
  /** The summary as plain text on one line. */
  readonly text: string;
  /** Everything this result carries, and the feedback of severity `info`. */
  readonly markdown: string;
}
