import { inline, labelled } from './markdown.ts';
import type { TraceDecision, TraceError, TraceMetric } from './trace-schema.ts';

/** `**template**: standard (why it was chosen)`, on one line of markdown. */
export function describeDecision({ point, choice, reason }: TraceDecision): string {
  return labelled(point, `${inline(choice)} (${inline(reason)})`);
}

/** `**artifacts**: 7 files`, on one line of markdown. */
export function describeMetric({ name, value, unit = '' }: Pick<TraceMetric, 'name' | 'value' | 'unit'>): string {
  return labelled(name, `${value} ${inline(unit)}`.trim());
}

/** `**E_PARSE**: what went wrong`, on one line of markdown. */
export function describeError({ code, message }: TraceError): string {
  return labelled(code, inline(message));
}
