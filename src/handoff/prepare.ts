import { checkShape } from '../base/check.ts';
import { now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { newId } from '../base/id.ts';
import { copyJson, isObject, type JsonObject, showValue } from '../base/json.ts';
import {
  type AgentId,
  checkRecord,
  type ExecutionTraceSnapshot,
  type HandoffContext,
  type HandoffInstructions,
  type HandoffPriority,
  type SealedHandoff,
  seal,
} from './package.ts';
import { HANDOFF_VERSION } from './package-schema.ts';
import { redact } from './redact.ts';
import { type TraceExportData, traceExportSchema } from './trace-schema.ts';

/** Anything that exports an execution trace: an `ExecutionTrace`, or one of another library. */
export interface TraceSource {
  toJSON(): TraceExportData;
}

/** What it takes to prepare a handoff. */
export interface CreateHandoffRequest {
  readonly sourceAgent: AgentId;
  readonly targetAgent: AgentId;
  readonly trace?: TraceSource | undefined;
  readonly context: HandoffContext;
  readonly instructions: string | HandoffInstructions;
  /** Default `normal`. */
  readonly priority?: HandoffPriority | undefined;
  /** Default 60. */
  readonly expirationMinutes?: number | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What happens to secrets in the request: replaced and recorded (default), or the whole request refused. */
  readonly redaction?: 'redact' | 'refuse' | undefined;
}

const DEFAULT_EXPIRATION_MINUTES = 60;

/** A sealed package from a request: copied, freed of secrets, checked, frozen. */
export function preparePackage(request: CreateHandoffRequest): SealedHandoff {
  if (!isObject(request)) {
    throw new BatonError('invalid_input', `Invalid handoff request: expected an object, got ${showValue(request)}.`);
  }
  const createdAt = now();
  const given = {
    id: newId(),
    version: HANDOFF_VERSION,
    sourceAgent: request.sourceAgent,
    targetAgent: request.targetAgent,
    priority: request.priority ?? 'normal',
    status: 'pending',
    context: request.context,
    instructions: typeof request.instructions === 'string' ? { task: request.instructions } : request.instructions,
    trace: request.trace === undefined ? undefined : snapshotTrace(request.trace),
    createdAt,
    expiresAt: expiryDate(createdAt, request.expirationMinutes ?? DEFAULT_EXPIRATION_MINUTES),
    metadata: request.metadata,
  };
  const copy = copyJson(given, 'handoff');
  const { value, redactions } = redact(copy, { mode: request.redaction ?? 'redact' });
  if (redactions.length === 0) return seal(checkRecord(value));
  return seal(checkRecord(Object.freeze({ ...(value as JsonObject), redactions })));
}

/** A copy of a trace's export, reduced to the fields a package carries. */
export function snapshotTrace(trace: TraceSource): ExecutionTraceSnapshot {
  if (!isObject(trace) || typeof trace.toJSON !== 'function') {
    throw new BatonError(
      'invalid_input',
      `Invalid handoff request: trace is ${showValue(trace)}, not an ExecutionTrace.`,
    );
  }
  const { operation, timestamp, durationMs, decisions, metrics, errors, success } = trace.toJSON();
  return {
    operation,
    timestamp,
    durationMs,
    decisions: decisions.map(({ point, choice, reason }) => ({ point, choice, reason })),
    metrics: metrics.map(({ name, value, unit }) => (unit === undefined ? { name, value } : { name, value, unit })),
    errors: errors.map(({ code, message }) => ({ code, message })),
    success,
  };
}

/** A trace that was written as JSON, as the source of one; an error names the field that is wrong. */
export function traceFrom(given: unknown): TraceSource {
  const data = checkShape(traceExportSchema, copyJson(given, 'trace'), 'trace', 'invalid_input');
  return { toJSON: () => data };
}

function expiryDate(createdAt: Date, minutes: number): Date {
  const expiresAt = new Date(createdAt.getTime() + minutes * 60_000);
  if (typeof minutes === 'number' && minutes >= 0 && !Number.isNaN(expiresAt.getTime())) return expiresAt;
  throw new BatonError(
    'invalid_input',
    `Invalid handoff request: expirationMinutes is ${showValue(minutes)} (expected minutes from 0 up to a real date).`,
  );
}
