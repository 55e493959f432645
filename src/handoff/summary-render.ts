import { inline, labelled, oneLine, section } from './markdown.ts';
import type { FeedbackItem, Suggestion, SummaryOperation, SummaryResult } from './summary-result.ts';
import { describeMetric } from './trace-markdown.ts';

export type SummaryFacts = Omit<SummaryResult, 'text' | 'markdown'>;

/** The summary as plain text on one line, no longer than `maxLength`. */
export function renderText(facts: SummaryFacts, operations: readonly SummaryOperation[], maxLength: number): string {
  const sentences = [
    statusSentence(facts, operations),
    ...countSentence('error', facts.errors),
    ...countSentence('warning', facts.warnings),
    ...(facts.suggestions ?? []).slice(0, 1).map(({ action }) => endSentence(`Next: ${action}`)),
  ];
  return cut(oneLine(sentences.join(' ')), maxLength);
}

export function renderMarkdown(facts: SummaryFacts, notes: readonly FeedbackItem[]): string {
  return [
    `# Summary: ${facts.status}`,
    '',
    `- **Operations**: ${facts.operationCount}`,
    `- **Duration**: ${formatDuration(facts.duration)}`,
    ...section('Operations', (facts.operations ?? []).map(describeOperation)),
    ...section('Errors', facts.errors.map(describeFeedback)),
    ...section('Warnings', facts.warnings.map(describeFeedback)),
    ...section('Notes', notes.map(describeFeedback)),
    ...section('Metrics', (facts.metrics ?? []).map(describeMetric)),
    ...section('Suggestions', (facts.suggestions ?? []).map(describeSuggestion)),
  ].join('\n');
}

function statusSentence(facts: SummaryFacts, operations: readonly SummaryOperation[]): string {
  const all = plural(facts.operationCount, 'operation');
  const time = formatDuration(facts.duration);
  const count = (status: string) => operations.filter((operation) => operation.status === status).length;
  switch (facts.status) {
    case 'pending':
      return 'No operation yet.';
    case 'in-progress':
      return `In progress after ${time}: ${count('completed')} of ${all} completed.`;
    case 'completed':
      return `Completed ${all} in ${time}.`;
    case 'failed':
      return `Failed ${all} in ${time}.`;
    case 'partial': {
      const running = count('in-progress');
      const tail = running === 0 ? '' : `, ${running} still in progress`;
      return `Partly done after ${time}: ${count('failed')} of ${all} failed${tail}.`;
    }
  }
}

function countSentence(word: string, items: readonly FeedbackItem[]): string[] {
  if (items.length === 0) return [];
  const messages = items.map(({ message }) => message.trim()).join('; ');
  return [endSentence(`${plural(items.length, word)}: ${messages}`)];
}

function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

function endSentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** The text's beginning with an ellipsis, never with half a character before it. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (maxLength === 0) return '';
  const room = maxLength - 1;
  const splitsPair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, room - 1), room + 1));
  return `${text.slice(0, splitsPair ? room - 1 : room)}…`;
}

/** `850ms`, `1.5s`, `2m 5s`. */
function formatDuration(durationMs: number): string {
  const wholeMs = Math.round(durationMs);
  if (wholeMs < 1000) return `${wholeMs}ms`;
  const tenths = Math.round(durationMs / 100) / 10;
  if (tenths < 60) return `${tenths}s`;
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
}

function describeOperation({ name, status, trace }: SummaryOperation): string {
  return labelled(name, `${status}, ${formatDuration(trace.durationMs)}`);
}

function describeFeedback({ message, source = '' }: FeedbackItem): string {
  return labelled(source, inline(message));
}

function describeSuggestion({ action, reason, priority }: Suggestion): string {
  return labelled(priority, `${inline(action)} (${inline(reason)})`);
}
