import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatonError } from '../base/error.ts';
import { traceFrom } from './prepare.ts';
import { ExecutionTrace } from './trace.ts';
import { traceExportSchema } from './trace-schema.ts';

const START = '2026-01-31T12:00:00.000Z';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(START) });
});

afterEach(() => {
  vi.useRealTimers();
});

function fullTrace(): ExecutionTrace {
  const trace = new ExecutionTrace('speckit-generate');
  trace.recordDecision('template', 'standard', 'Using the standard template');
  trace.recordMetric('artifacts', 7, 'files');
  trace.recordMetric('score', 0.5);
  trace.recordError('E_RETRY', 'First attempt timed out');
  return trace;
}

function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof BatonError && error.code === 'invalid_input') return error.message;
    throw error;
  }
  return 'not refused';
}

describe('toJSON', () => {
  it('exports what was recorded, in order [R004-50] [R004-52]', () => {
    const trace = fullTrace();
    vi.advanceTimersByTime(1500);
    trace.complete();
    expect(trace.toJSON()).toStrictEqual({
      operation: 'speckit-generate',
      timestamp: START,
      durationMs: 1500,
      decisions: [{ point: 'template', choice: 'standard', reason: 'Using the standard template' }],
      metrics: [
        { name: 'artifacts', value: 7, unit: 'files' },
        { name: 'score', value: 0.5 },
      ],
      errors: [{ code: 'E_RETRY', message: 'First attempt timed out' }],
      success: true,
    });
  });

  it('is what JSON.stringify writes, and satisfies the schema', () => {
    const trace = fullTrace();
    expect(traceExportSchema.parse(JSON.parse(JSON.stringify(trace)))).toStrictEqual(trace.toJSON());
  });

  it('gives a copy that later recordings do not change', () => {
    const trace = fullTrace();
    const before = trace.toJSON();
    const copy = structuredClone(before);
    trace.recordDecision('a', 'b', 'c');
    trace.recordMetric('d', 1);
    trace.recordError('e', 'f');
    trace.complete();
    expect(before).toStrictEqual(copy);
  });

  it('gives a copy whose changes do not reach the trace', () => {
    const trace = fullTrace();
    const before = trace.toJSON();
    const copy = structuredClone(before);
    for (const entry of [...before.decisions, ...before.metrics, ...before.errors]) Object.assign(entry, { x: 1 });
    before.decisions.length = 0;
    before.metrics.length = 0;
    before.errors.length = 0;
    expect(trace.toJSON()).toStrictEqual(copy);
  });
});

describe('complete', () => {
  it('turns success true, and without it success stays false [R004-51]', () => {
    const trace = new ExecutionTrace('build');
    expect(trace.isComplete).toBe(false);
    expect(trace.toJSON().success).toBe(false);
    trace.complete();
    expect(trace.isComplete).toBe(true);
    expect(trace.toJSON().success).toBe(true);
  });

  it('with false ends the operation as failed', () => {
    const trace = new ExecutionTrace('build');
    trace.complete(false);
    expect(trace.isComplete).toBe(true);
    expect(trace.toJSON().success).toBe(false);
  });

  it('fixes the duration, which grows until then', () => {
    const trace = new ExecutionTrace('build');
    vi.advanceTimersByTime(10);
    expect(trace.toJSON().durationMs).toBe(10);
    vi.advanceTimersByTime(10);
    trace.complete();
    vi.advanceTimersByTime(10);
    expect(trace.toJSON().durationMs).toBe(20);
  });

  it('decides once: a second call changes nothing', () => {
    const trace = new ExecutionTrace('build');
    trace.complete(false);
    vi.advanceTimersByTime(10);
    trace.complete(true);
    expect(trace.toJSON()).toMatchObject({ durationMs: 0, success: false });
  });

  it('gives no negative duration when the clock is set back', () => {
    const trace = new ExecutionTrace('build');
    vi.setSystemTime(new Date(0));
    expect(trace.toJSON().durationMs).toBe(0);
  });
});

describe('input that is no trace', () => {
  const trace = () => new ExecutionTrace('build');
  const number = 5 as unknown as string;

  it.each([
    ['a blank operation', () => new ExecutionTrace(' '), 'operation is " " (expected text that is not blank)'],
    ['an operation that is no text', () => new ExecutionTrace(number), 'operation is 5 (expected text)'],
    ['a point that is no text', () => trace().recordDecision(number, '', ''), 'point is 5'],
    ['a choice that is no text', () => trace().recordDecision('', number, ''), 'choice is 5'],
    ['a reason that is no text', () => trace().recordDecision('', '', number), 'reason is 5'],
    ['a metric without name', () => trace().recordMetric(number, 1), 'name is 5'],
    ['a metric that is NaN', () => trace().recordMetric('size', Number.NaN), 'value is NaN (expected a number)'],
    ['a metric without end', () => trace().recordMetric('size', Number.POSITIVE_INFINITY), 'value is Infinity'],
    ['a unit that is no text', () => trace().recordMetric('size', 1, number), 'unit is 5'],
    ['a code that is no text', () => trace().recordError(number, ''), 'code is 5'],
    ['a message that is no text', () => trace().recordError('', number), 'message is 5'],
    ['an outcome that is neither true nor false', () => trace().complete(number as never), 'success is 5'],
  ])('is refused: %s', (_what, action, sentence) => {
    expect(refusal(action)).toContain(sentence);
  });

  it('leaves the trace as it was', () => {
    const kept = trace();
    refusal(() => kept.recordMetric('size', Number.NaN));
    refusal(() => kept.complete(number as never));
    expect(kept.toJSON().metrics).toEqual([]);
    expect(kept.isComplete).toBe(false);
  });
});

describe('toMarkdown', () => {
  it('shows the outcome and all that was recorded', () => {
    const trace = fullTrace();
    trace.complete();
    expect(trace.toMarkdown()).toBe(
      [
        '# Execution Trace: speckit-generate',
        '',
        `- **Started**: ${START}`,
        '- **Duration**: 0ms',
        '- **Status**: completed',
        '',
        '## Decisions',
        '',
        '- **template**: standard (Using the standard template)',
        '',
        '## Metrics',
        '',
        '- **artifacts**: 7 files',
        '- **score**: 0.5',
        '',
        '## Errors',
        '',
        '- **E\\_RETRY**: First attempt timed out',
      ].join('\n'),
    );
  });

  it('says whether the operation is in progress or failed', () => {
    const trace = new ExecutionTrace('build');
    expect(trace.toMarkdown()).toMatch(/\*\*Status\*\*: in progress$/);
    trace.complete(false);
    expect(trace.toMarkdown()).toMatch(/\*\*Status\*\*: failed$/);
  });

  it('lets no value leave its line', () => {
    const trace = new ExecutionTrace('a\n# b');
    trace.recordDecision('c\n# d', 'e\n# f', 'g\n# h');
    trace.recordMetric('i\n# j', 1, 'k\n# l');
    trace.recordError('m\n# n', 'o\n# p');
    const headings = trace.toMarkdown().match(/^#.*$/gm);
    expect(headings).toEqual(['# Execution Trace: a # b', '## Decisions', '## Metrics', '## Errors']);
  });
});

it('a trace that was written as JSON is the source of one, or an error that names the field', () => {
  const trace = new ExecutionTrace('build');
  trace.complete(true);
  expect(traceFrom(trace.toJSON()).toJSON()).toEqual(trace.toJSON());
  expect(() => traceFrom({ operation: 'build' })).toThrow(/trace/);
});
