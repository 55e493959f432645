import { z } from 'zod';
import { checkShape } from '../base/check.ts';
import { now } from '../base/clock.ts';
import { copyJson, isObject } from '../base/json.ts';
import { errorsOf, mostUrgentFirst, overallStatus, sumMetrics } from './summary-facts.ts';
import { renderMarkdown, renderText, type SummaryFacts } from './summary-render.ts';
import {
  type FeedbackItem,
  type FeedbackSeverity,
  feedbackSchema,
  type Suggestion,
  type SuggestionPriority,
  type SummaryOperation,
  type SummaryOptions,
  type SummaryResult,
  suggestionSchema,
  summaryOptionsSchema,
} from './summary-result.ts';
import { ExecutionTrace, type TraceExportData } from './trace.ts';
import { spokenText, traceExportSchema } from './trace-schema.ts';

export type {
  FeedbackItem,
  OperationStatus,
  Suggestion,
  SummaryMetric,
  SummaryOperation,
  SummaryOptions,
  SummaryResult,
} from './summary-result.ts';

/** Gathers the traces of several operations, and what was noticed on the way, into one summary for a person. */
export class SummaryFeedbackCoordinator {
  #collected: Collected[] = [];
  #feedback: FeedbackItem[] = [];
  #suggestions: Suggestion[] = [];

  /**
   * A trace object is read anew by every `summarize`, so it may go on recording; an export is copied now, and counts
   * as failed when it was taken before the operation ended.
   */
  collect(trace: ExecutionTrace | TraceExportData, name?: string): void {
    const source = trace instanceof ExecutionTrace ? trace : checkTrace(trace);
    const given = name === undefined ? undefined : checkShape(NAME, { name }, 'operation', 'invalid_input').name;
    this.#collected.push({ source, name: given });
  }

  addFeedback(severity: FeedbackSeverity, message: string, source?: string): void {
    const given = source === undefined ? { severity, message } : { severity, message, source };
    checkShape(feedbackSchema, given, 'feedback', 'invalid_input');
    this.#feedback.push({ ...given, timestamp: now() });
  }

  addWarning(message: string, source?: string): void {
    this.addFeedback('warning', message, source);
  }

  addError(message: string, source?: string): void {
    this.addFeedback('error', message, source);
  }

  addSuggestion(action: string, reason: string, priority: SuggestionPriority = 'medium'): void {
    this.#suggestions.push(checkShape(suggestionSchema, { action, reason, priority }, 'suggestion', 'invalid_input'));
  }

  /** Everything in the result is a copy: what is collected or added later does not change it. */
  summarize(options: SummaryOptions = {}): SummaryResult {
    const wanted = checkShape(summaryOptionsSchema, options, 'summary options', 'invalid_input');
    const operations = this.#collected.map(readOperation);
    const facts: SummaryFacts = {
      status: overallStatus(operations),
      duration: operations.reduce((sum, { trace }) => sum + trace.durationMs, 0),
      operationCount: operations.length,
      ...(wanted.includeOperations && { operations }),
      warnings: this.#feedbackOf('warning'),
      errors: [...operations.flatMap(errorsOf), ...this.#feedbackOf('error')],
      ...(wanted.includeSuggestions && { suggestions: mostUrgentFirst(this.#suggestions) }),
      ...(wanted.includeMetrics && { metrics: sumMetrics(operations) }),
    };
    return {
      ...facts,
      text: renderText(facts, operations, wanted.maxLength),
      markdown: renderMarkdown(facts, this.#feedbackOf('info')),
    };
  }

  reset(): void {
    this.#collected = [];
    this.#feedback = [];
    this.#suggestions = [];
  }

  /** Whether an error was added or is in a trace, or an operation failed without naming one. */
  hasErrors(): boolean {
    if (this.#feedback.some(({ severity }) => severity === 'error')) return true;
    return this.#collected
      .map(readOperation)
      .some(({ status, trace }) => status === 'failed' || trace.errors.length > 0);
  }

  hasWarnings(): boolean {
    return this.#feedback.some(({ severity }) => severity === 'warning');
  }

  get operationCount(): number {
    return this.#collected.length;
  }

  #feedbackOf(wanted: FeedbackSeverity): FeedbackItem[] {
    const items = this.#feedback.filter(({ severity }) => severity === wanted);
    return items.map((item) => ({ ...item, timestamp: new Date(item.timestamp) }));
  }
}

interface Collected {
  readonly source: ExecutionTrace | TraceExportData;
  readonly name: string | undefined;
}

const NAME = z.object({ name: spokenText });

function checkTrace(trace: unknown): TraceExportData {
  const copy = isObject(trace) ? copyJson(trace, 'trace') : trace;
  return checkShape(traceExportSchema, copy, 'trace', 'invalid_input');
}

function readOperation({ source, name }: Collected): SummaryOperation {
  const trace = source instanceof ExecutionTrace ? source.toJSON() : structuredClone(source);
  const isRunning = source instanceof ExecutionTrace && !source.isComplete;
  const status = isRunning ? 'in-progress' : trace.success ? 'completed' : 'failed';
  return { name: name ?? trace.operation, status, trace };
}
