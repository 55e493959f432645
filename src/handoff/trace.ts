import { checkShape } from '../base/check.ts';
import { now } from '../base/clock.ts';
import { inline, section } from './markdown.ts';
import { describeDecision, describeError, describeMetric } from './trace-markdown.ts';
import {
  type TraceDecision,
  type TraceError,
  type TraceExportData,
  type TraceMetric,
  traceDecisionSchema,
  traceErrorSchema,
  traceExportSchema,
  traceMetricSchema,
} from './trace-schema.ts';

export type { TraceDecision, TraceError, TraceExportData, TraceMetric } from './trace-schema.ts';

/**
 * The record of one operation while it runs: it starts with the object and ends with the first `complete`, which alone
 * fixes the duration and the outcome. What is recorded after that is kept too.
 */
export class ExecutionTrace {
  readonly #operation: string;
  readonly #start = now();
  readonly #decisions: TraceDecision[] = [];
  readonly #metrics: TraceMetric[] = [];
  readonly #errors: TraceError[] = [];
  #end: { readonly durationMs: number; readonly success: boolean } | undefined;

  constructor(operation: string) {
    this.#operation = checkShape(OPERATION, { operation }, 'trace', 'invalid_input').operation;
  }

  recordDecision(point: string, choice: string, reason: string): void {
    const decision = { point, choice, reason };
    this.#decisions.push(checkShape(traceDecisionSchema, decision, 'trace decision', 'invalid_input'));
  }

  recordMetric(name: string, value: number, unit?: string): void {
    const metric = unit === undefined ? { name, value } : { name, value, unit };
    this.#metrics.push(checkShape(traceMetricSchema, metric, 'trace metric', 'invalid_input'));
  }

  /** An error may be recorded of an operation that succeeds all the same. */
  recordError(code: string, message: string): void {
    this.#errors.push(checkShape(traceErrorSchema, { code, message }, 'trace error', 'invalid_input'));
  }

  complete(success = true): void {
    const outcome = checkShape(OUTCOME, { success }, 'trace outcome', 'invalid_input');
    this.#end ??= { durationMs: this.#elapsed(), success: outcome.success };
  }

  get isComplete(): boolean {
    return this.#end !== undefined;
  }

  /** The trace as it stands now, as a copy of its own. */
  toJSON(): TraceExportData {
    return {
      operation: this.#operation,
      timestamp: this.#start.toISOString(),
      durationMs: this.#end?.durationMs ?? this.#elapsed(),
      decisions: this.#decisions.map((decision) => ({ ...decision })),
      metrics: this.#metrics.map((metric) => ({ ...metric })),
      errors: this.#errors.map((error) => ({ ...error })),
      success: this.#end?.success ?? false,
    };
  }

  toMarkdown(): string {
    const data = this.toJSON();
    return [
      `# Execution Trace: ${inline(data.operation)}`,
      '',
      `- **Started**: ${data.timestamp}`,
      `- **Duration**: ${data.durationMs}ms`,
      `- **Status**: ${this.#status()}`,
      ...section('Decisions', data.decisions.map(describeDecision)),
      ...section('Metrics', data.metrics.map(describeMetric)),
      ...section('Errors', data.errors.map(describeError)),
    ].join('\n');
  }

  /** Never negative, whatever is done to the machine's clock meanwhile. */
  #elapsed(): number {
    return Math.max(0, now().getTime() - this.#start.getTime());
  }

  #status(): string {
    if (this.#end === undefined) return 'in progress';
    return this.#end.success ? 'completed' : 'failed';
  }
}

const OPERATION = traceExportSchema.pick({ operation: true });
const OUTCOME = traceExportSchema.pick({ success: true });
