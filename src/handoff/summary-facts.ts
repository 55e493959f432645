import type {
  FeedbackItem,
  OperationStatus,
  Suggestion,
  SuggestionPriority,
  SummaryMetric,
  SummaryOperation,
} from './summary-result.ts';

/** The rule behind `OperationStatus`: see there. */
export function overallStatus(operations: readonly SummaryOperation[]): OperationStatus {
  if (operations.length === 0) return 'pending';
  if (operations.every(({ status }) => status === 'failed')) return 'failed';
  if (operations.some(({ status }) => status === 'failed')) return 'partial';
  return operations.some(({ status }) => status === 'in-progress') ? 'in-progress' : 'completed';
}

export function errorsOf({ name, trace }: SummaryOperation): FeedbackItem[] {
  return trace.errors.map(({ code, message }) => ({
    severity: 'error',
    message: code.trim() === '' ? message : `${code}: ${message}`,
    source: name,
    timestamp: new Date(trace.timestamp),
  }));
}

const PRIORITIES: readonly SuggestionPriority[] = ['high', 'medium', 'low'];

export function mostUrgentFirst(suggestions: readonly Suggestion[]): Suggestion[] {
  const copies = suggestions.map((suggestion) => ({ ...suggestion }));
  return copies.sort((a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority));
}

/** Numbers are added up only when name and unit are the same. */
export function sumMetrics(operations: readonly SummaryOperation[]): SummaryMetric[] {
  const sums = new Map<string, SummaryMetric>();
  for (const { name, value, unit } of operations.flatMap(({ trace }) => trace.metrics)) {
    const key = JSON.stringify([name, unit]);
    const sum = (sums.get(key)?.value ?? 0) + value;
    sums.set(key, unit === undefined ? { name, value: sum } : { name, value: sum, unit });
  }
  return [...sums.values()];
}
