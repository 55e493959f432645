import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { SessionMessage } from '../../runners/runner.ts';
import type { Telemetry } from './listener.ts';
import { traceparentOf } from './traceparent.ts';

/** The span of a session that runs, with those of the tools it calls. */
export interface SessionSpan {
  readonly traceparent: string | undefined;
  onMessage(message: SessionMessage): void;
  end(attributes: Attributes): void;
}

export function openSessionSpan(api: Telemetry, tracer: Tracer, within: Context, attributes: Attributes): SessionSpan {
  const name = `invoke_agent ${String(attributes['gen_ai.agent.name'] ?? '')}`.trimEnd();
  const span = tracer.startSpan(name, { kind: api.SpanKind.CLIENT, attributes }, within);
  const tools = openToolSpans(api, tracer, api.trace.setSpan(within, span));
  return {
    traceparent: traceparentOf(api, span),
    onMessage(message) {
      if (message.kind === 'tool_call') tools.begin(message.tool);
      else if (message.kind === 'tool_result') tools.end(message.tool, message.ok);
      else if (message.kind === 'error') span.addEvent('baton.session.error');
    },
    end(more) {
      tools.endAll();
      endSpan(api, span, more);
    },
  };
}

/** Ends a span with what is known by then; an error makes it a failed one. */
export function endSpan(api: Telemetry, span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
  if (attributes['error.type'] !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
  span.end();
}

/**
 * Calls of tools, from what a session says. A result belongs to the earliest call of its tool that has none: programs
 * name no calls. What they were called with, and what came of it, is not told: both may hold anything.
 */
function openToolSpans(api: Telemetry, tracer: Tracer, within: Context) {
  const open: { readonly tool: string; readonly span: Span }[] = [];
  return {
    begin(tool: string): void {
      const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool };
      open.push({ tool, span: tracer.startSpan(`execute_tool ${tool}`, { attributes }, within) });
    },
    end(tool: string, ok: boolean): void {
      const at = open.findIndex((one) => one.tool === tool);
      const [call] = at < 0 ? [] : open.splice(at, 1);
      if (call !== undefined) endSpan(api, call.span, ok ? {} : { 'error.type': 'tool_error' });
    },
    endAll(): void {
      for (const { span } of open.splice(0)) span.end();
    },
  };
}
