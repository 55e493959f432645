import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isBatonError } from '../base/error.ts';
import { SummaryFeedbackCoordinator } from './summary.ts';
import { ExecutionTrace, type TraceExportData } from './trace.ts';

const START = '2026-01-31T12:00:00.000Z';
let summary: SummaryFeedbackCoordinator;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(START) });
  summary = new SummaryFeedbackCoordinator();
});

afterEach(() => {
  vi.useRealTimers();
});

type Ending = 'completed' | 'failed' | 'in-progress';

function trace(operation: string, ending: Ending = 'completed'): ExecutionTrace {
  const started = new ExecutionTrace(operation);
  if (ending !== 'in-progress') started.complete(ending === 'completed');
  return started;
}

function exported(change: Partial<TraceExportData> = {}): TraceExportData {
  return { ...trace('build').toJSON(), ...change };
}

function errorCode(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return isBatonError(error) ? `${error.code}: ${error.message}` : 'another error';
  }
  return 'no error';
}

describe('the status', () => {
  const cases: [string, Ending[]][] = [
    ['pending', []],
    ['completed', ['completed', 'completed']],
    ['in-progress', ['in-progress']],
    ['in-progress', ['completed', 'in-progress']],
    ['failed', ['failed', 'failed']],
    ['partial', ['completed', 'failed']],
    ['partial', ['in-progress', 'failed']],
  ];

  it.each(cases)('is %s for operations %j', (status, endings) => {
    for (const ending of endings) summary.collect(trace('build', ending));
    expect(summary.summarize().status).toBe(status);
  });

  it('is read from a running trace each time', () => {
    const running = trace('build', 'in-progress');
    summary.collect(running);
    expect(summary.summarize().status).toBe('in-progress');
    running.complete();
    expect(summary.summarize().status).toBe('completed');
  });

  it('counts an export taken before the end as failed', () => {
    summary.collect(trace('build', 'in-progress').toJSON());
    expect(summary.summarize().status).toBe('failed');
  });
});

describe('collect', () => {
  it('counts operations and adds up their durations', () => {
    summary.collect(exported({ durationMs: 1000 }));
    summary.collect(exported({ durationMs: 500 }));
    expect(summary.operationCount).toBe(2);
    expect(summary.summarize()).toMatchObject({ operationCount: 2, duration: 1500 });
  });

  it('names an operation as told, otherwise by its trace', () => {
    summary.collect(trace('build'));
    summary.collect(trace('build'), 'second build');
    const names = summary.summarize({ includeOperations: true }).operations?.map(({ name }) => name);
    expect(names).toEqual(['build', 'second build']);
  });

  it('copies an export at once', () => {
    const data = exported({ errors: [{ code: 'E1', message: 'boom' }] });
    summary.collect(data);
    data.errors.length = 0;
    expect(summary.summarize().errors).toHaveLength(1);
  });

  it.each([
    ['nothing', undefined, 'invalid_input'],
    ['text', 'trace', 'invalid_input'],
    ['an object without its fields', { operation: 'build' }, 'invalid_input'],
    ['an object JSON cannot carry', { operation: 'build', extra: () => 1 }, 'not_json'],
  ])('refuses %s', (_what, value, code) => {
    expect(errorCode(() => summary.collect(value as never))).toContain(code);
    expect(summary.operationCount).toBe(0);
  });

  it('refuses a blank name', () => {
    expect(errorCode(() => summary.collect(trace('build'), ''))).toBe(
      'invalid_input: Invalid operation: name is "" (expected text that is not blank).',
    );
  });
});

describe('feedback', () => {
  it('is sorted into warnings and errors, with time and source', () => {
    summary.addWarning('slow', 'build');
    vi.advanceTimersByTime(1000);
    summary.addError('boom');
    const { warnings, errors } = summary.summarize();
    expect(warnings).toStrictEqual([
      { severity: 'warning', message: 'slow', source: 'build', timestamp: new Date(START) },
    ]);
    expect(errors).toStrictEqual([
      { severity: 'error', message: 'boom', timestamp: new Date(Date.parse(START) + 1000) },
    ]);
  });

  it('of severity info is in the markdown alone', () => {
    summary.addFeedback('info', 'cache was warm', 'build');
    const { warnings, errors, text, markdown } = summary.summarize();
    expect([...warnings, ...errors]).toEqual([]);
    expect(text).not.toContain('cache');
    expect(markdown).toContain('## Notes\n\n- **build**: cache was warm');
    expect(summary.hasErrors() || summary.hasWarnings()).toBe(false);
  });

  it('lists the errors of the traces first, by operation', () => {
    summary.addError('added');
    const failing = trace('build', 'in-progress');
    failing.recordError('E1', 'boom');
    failing.recordError('', 'no code');
    summary.collect(failing, 'my build');
    expect(summary.summarize().errors).toStrictEqual([
      { severity: 'error', message: 'E1: boom', source: 'my build', timestamp: new Date(START) },
      { severity: 'error', message: 'no code', source: 'my build', timestamp: new Date(START) },
      { severity: 'error', message: 'added', timestamp: new Date(START) },
    ]);
  });

  it.each([
    ['a severity', () => summary.addFeedback('fatal' as never, 'x'), 'severity is "fatal" (expected "info", "warning"'],
    ['a blank message', () => summary.addWarning(' '), 'message is " "'],
    ['a source', () => summary.addError('x', 5 as never), 'source is 5 (expected text)'],
    ['a blank action', () => summary.addSuggestion('', 'y'), 'action is ""'],
    ['a reason', () => summary.addSuggestion('x', 5 as never), 'reason is 5 (expected text)'],
    ['a priority', () => summary.addSuggestion('x', 'y', 'top' as never), 'priority is "top"'],
  ])('refuses what is not %s', (_what, action, sentence) => {
    expect(errorCode(action)).toMatch(/^invalid_input: /);
    expect(errorCode(action)).toContain(sentence);
    expect(summary.hasErrors() || summary.hasWarnings()).toBe(false);
  });
});

describe('hasErrors', () => {
  it('is false while all is well', () => {
    summary.collect(trace('build'));
    summary.addWarning('slow');
    expect(summary.hasErrors()).toBe(false);
    expect(summary.hasWarnings()).toBe(true);
  });

  it('is true for an added error', () => {
    summary.addError('boom');
    expect(summary.hasErrors()).toBe(true);
    expect(summary.hasWarnings()).toBe(false);
  });

  it('is true for an error recorded in a running trace', () => {
    const running = trace('build', 'in-progress');
    summary.collect(running);
    expect(summary.hasErrors()).toBe(false);
    running.recordError('E1', 'boom');
    expect(summary.hasErrors()).toBe(true);
  });

  it('is true for a failed operation that names no error', () => {
    summary.collect(trace('build', 'failed'));
    expect(summary.hasErrors()).toBe(true);
    expect(summary.summarize().errors).toEqual([]);
  });
});

describe('the parts of a result', () => {
  it('are suggestions, but neither operations nor metrics, unless asked for', () => {
    const result = summary.summarize();
    expect(result.suggestions).toEqual([]);
    expect(result).not.toHaveProperty('operations');
    expect(result).not.toHaveProperty('metrics');
  });

  it('are what was asked for', () => {
    summary.addSuggestion('retry', 'it was flaky');
    const options = { includeOperations: true, includeMetrics: true, includeSuggestions: false };
    const result = summary.summarize(options);
    expect(result).toMatchObject({ operations: [], metrics: [] });
    expect(result).not.toHaveProperty('suggestions');
    expect(result.text + result.markdown).not.toContain('retry');
  });

  it('hold suggestions by priority, then as they came', () => {
    summary.addSuggestion('a', 'x', 'low');
    summary.addSuggestion('b', 'x');
    summary.addSuggestion('c', 'x', 'high');
    summary.addSuggestion('d', 'x', 'medium');
    summary.addSuggestion('e', 'x', 'high');
    expect(summary.summarize().suggestions?.map(({ action }) => action)).toEqual(['c', 'e', 'b', 'd', 'a']);
    expect(summary.summarize().suggestions?.[2]).toStrictEqual({ action: 'b', reason: 'x', priority: 'medium' });
  });

  it('hold metrics summed by name and unit', () => {
    summary.collect(
      exported({
        metrics: [
          { name: 'size', value: 1, unit: 'kB' },
          { name: 'size', value: 5 },
        ],
      }),
    );
    summary.collect(exported({ metrics: [{ name: 'size', value: 2, unit: 'kB' }] }));
    expect(summary.summarize({ includeMetrics: true }).metrics).toStrictEqual([
      { name: 'size', value: 3, unit: 'kB' },
      { name: 'size', value: 5 },
    ]);
  });

  it('hold each operation with its trace', () => {
    const live = trace('build');
    summary.collect(live);
    expect(summary.summarize({ includeOperations: true }).operations).toStrictEqual([
      { name: 'build', status: 'completed', trace: live.toJSON() },
    ]);
  });

  it('are copies, in both directions', () => {
    const live = trace('build');
    live.recordError('E1', 'boom');
    summary.collect(live);
    summary.collect(exported({ errors: [{ code: 'E2', message: 'bang' }] }));
    summary.addWarning('slow');
    summary.addSuggestion('retry', 'it was flaky');
    const options = { includeOperations: true, includeMetrics: true };
    const result = summary.summarize(options);
    const copy = structuredClone(result);
    live.recordError('E3', 'later');
    live.recordMetric('size', 1);
    summary.addWarning('later');
    expect(result).toStrictEqual(copy);
    const before = summary.summarize(options);
    for (const operation of result.operations ?? []) operation.trace.errors.length = 0;
    for (const item of [...result.warnings, ...result.errors]) item.timestamp.setTime(0);
    for (const suggestion of result.suggestions ?? []) Object.assign(suggestion, { action: 'changed' });
    expect(summary.summarize(options)).toStrictEqual(before);
  });
});

describe('reset', () => {
  it('empties everything', () => {
    const fresh = summary.summarize({ includeOperations: true });
    summary.collect(trace('build', 'failed'));
    summary.addWarning('slow');
    summary.addSuggestion('retry', 'it was flaky');
    summary.reset();
    expect(summary.summarize({ includeOperations: true })).toStrictEqual(fresh);
    expect([summary.operationCount, summary.hasErrors(), summary.hasWarnings()]).toEqual([0, false, false]);
  });
});

describe('maxLength', () => {
  it.each([-1, Number.NaN, 1.5, Number.POSITIVE_INFINITY, '10' as never])('refuses %s', (maxLength) => {
    expect(errorCode(() => summary.summarize({ maxLength }))).toMatch(/^invalid_input: .*maxLength is/);
  });

  it('is 500 unless told otherwise', () => {
    summary.addError('x'.repeat(1000));
    const { text, markdown } = summary.summarize();
    expect(text).toHaveLength(500);
    expect(text.endsWith('x…')).toBe(true);
    expect(markdown.length).toBeGreaterThan(1000);
  });

  it.each([
    [0, ''],
    [1, '…'],
    [29, 'No operation yet. 1 error: …'],
    [30, 'No operation yet. 1 error: 😀…'],
    [31, 'No operation yet. 1 error: 😀…'],
    [32, 'No operation yet. 1 error: 😀😀.'],
  ])('of %d cuts between characters', (maxLength, expected) => {
    summary.addError('😀😀');
    expect(summary.summarize({ maxLength }).text).toBe(expected);
  });

  it('holds for any text and length, and cuts no character in half', () => {
    const message = fc.string({ unit: fc.constantFrom('a', '😀', '\n', ' ', 'é'), minLength: 1 });
    fc.assert(
      fc.property(fc.array(message), fc.nat(120), (messages, maxLength) => {
        summary.reset();
        for (const each of messages.filter((text) => text.trim() !== '')) summary.addError(each);
        const { text } = summary.summarize({ maxLength });
        const whole = summary.summarize({ maxLength: 100_000 }).text;
        expect(text.length).toBeLessThanOrEqual(maxLength);
        expect(Buffer.from(text).toString()).toBe(text);
        expect(text).not.toMatch(/\n/);
        if (whole.length <= maxLength) expect(text).toBe(whole);
        else if (maxLength > 0) {
          expect(text.endsWith('…')).toBe(true);
          expect(whole.startsWith(text.slice(0, -1))).toBe(true);
          expect(text.length).toBeGreaterThanOrEqual(maxLength - 1);
        }
      }),
    );
  });
});
