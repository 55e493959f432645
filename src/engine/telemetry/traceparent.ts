import type { Context, Span } from '@opentelemetry/api';
import type { Telemetry } from './listener.ts';

/** What a drive belongs to: whatever this process does already, else the trace that `TRACEPARENT` names. */
export function parentOf(api: Telemetry, environment: NodeJS.ProcessEnv): Context {
  const active = api.context.active();
  if (api.trace.getSpan(active) !== undefined) return active;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(environment.TRACEPARENT ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return active;
  const given = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return api.isSpanContextValid(given) ? api.trace.setSpanContext(active, given) : active;
}

/** Versions behind the first may have more fields; `ff` is none. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** A span as W3C's `traceparent` tells it to another program; nothing if it belongs to no trace. */
export function traceparentOf(api: Telemetry, span: Span): string | undefined {
  const given = span.spanContext();
  if (!api.isSpanContextValid(given)) return undefined;
  return `00-${given.traceId}-${given.spanId}-${given.traceFlags.toString(16).padStart(2, '0')}`;
}
