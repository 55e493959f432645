import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SummaryFeedbackCoordinator } from './summary.ts';
import { ExecutionTrace } from './trace.ts';

let summary: SummaryFeedbackCoordinator;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-31T12:00:00.000Z') });
  summary = new SummaryFeedbackCoordinator();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Collects an operation that ends after `durationMs`, or never when it is not said how. */
function operation(name: string, durationMs: number, success?: boolean): void {
  const trace = new ExecutionTrace(name).toJSON();
  if (success === undefined) summary.collect(new ExecutionTrace(name));
  else summary.collect({ ...trace, durationMs, success });
}

describe('the text', () => {
  it('says that nothing was collected yet', () => {
    expect(summary.summarize().text).toBe('No operation yet.');
  });

  it('counts what is completed, in how long, with warnings', () => {
    operation('a', 1000, true);
    operation('b', 500, true);
    summary.addWarning('the cache is cold');
    expect(summary.summarize().text).toBe('Completed 2 operations in 1.5s. 1 warning: the cache is cold.');
  });

  it('counts what is still in progress', () => {
    operation('a', 20, true);
    operation('b', 0);
    expect(summary.summarize().text).toBe('In progress after 20ms: 1 of 2 operations completed.');
  });

  it('names errors before warnings, then the most urgent suggestion', () => {
    operation('a', 5, false);
    summary.addWarning('slow');
    summary.addError('boom!');
    summary.addError('bang!');
    summary.addSuggestion('wait', 'it may pass', 'low');
    summary.addSuggestion('retry', 'it was flaky', 'high');
    expect(summary.summarize().text).toBe(
      'Failed 1 operation in 5ms. 2 errors: boom!; bang! 1 warning: slow. Next: retry.',
    );
  });

  it('counts what failed among others, and what still runs', () => {
    operation('a', 5, false);
    operation('b', 5, true);
    expect(summary.summarize().text).toBe('Partly done after 10ms: 1 of 2 operations failed.');
    operation('c', 0);
    expect(summary.summarize().text).toBe('Partly done after 10ms: 1 of 3 operations failed, 1 still in progress.');
  });

  it('is one line and no markdown', () => {
    summary.addError(' a_b\n<c>\n');
    expect(summary.summarize().text).toBe('No operation yet. 1 error: a_b <c>.');
  });

  it.each([
    [0, '0ms'],
    [999.4, '999ms'],
    [999.6, '1s'],
    [59_940, '59.9s'],
    [59_960, '1m 0s'],
    [125_400, '2m 5s'],
  ])('writes a duration of %d as %s', (durationMs, expected) => {
    operation('a', durationMs, true);
    expect(summary.summarize().text).toBe(`Completed 1 operation in ${expected}.`);
  });
});

describe('the markdown', () => {
  it('shows every part that the result carries, in a fixed order', () => {
    const trace = new ExecutionTrace('build');
    trace.recordMetric('size', 3, 'kB');
    trace.recordError('E1', 'boom');
    trace.complete(false);
    summary.collect(trace);
    operation('test', 1500, true);
    summary.addSuggestion('retry', 'it was flaky', 'high');
    summary.addFeedback('info', 'cache was warm');
    summary.addWarning('slow', 'test');
    const { markdown } = summary.summarize({ includeOperations: true, includeMetrics: true, maxLength: 0 });
    expect(markdown).toBe(
      [
        '# Summary: partial',
        '',
        '- **Operations**: 2',
        '- **Duration**: 1.5s',
        '',
        '## Operations',
        '',
        '- **build**: failed, 0ms',
        '- **test**: completed, 1.5s',
        '',
        '## Errors',
        '',
        '- **build**: E1: boom',
        '',
        '## Warnings',
        '',
        '- **test**: slow',
        '',
        '## Notes',
        '',
        '- cache was warm',
        '',
        '## Metrics',
        '',
        '- **size**: 3 kB',
        '',
        '## Suggestions',
        '',
        '- **high**: retry (it was flaky)',
      ].join('\n'),
    );
  });

  it('leaves out what there is nothing to say of', () => {
    expect(summary.summarize().markdown).toBe('# Summary: pending\n\n- **Operations**: 0\n- **Duration**: 0ms');
  });

  it('lets no value leave its line', () => {
    operation('a\n# b', 0, true);
    summary.addError('c\n# d', 'e\n# f');
    summary.addSuggestion('g\n# h', 'i\n# j');
    const { markdown } = summary.summarize({ includeOperations: true });
    const headings = ['# Summary: completed', '## Operations', '## Errors', '## Suggestions'];
    expect(markdown.match(/^#.*$/gm)).toEqual(headings);
  });
});
