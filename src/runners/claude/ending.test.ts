import { describe, expect, it } from 'vitest';
import { type Conversation, outcomeOf } from './ending.ts';
import type { ResultMessage } from './sdk.ts';

const request = {
  model: 'sonnet',
  maxTurns: 7,
  budgetUsd: 0.5,
  deadlineMs: 8_000,
  signal: new AbortController().signal,
} as Parameters<typeof outcomeOf>[1];

const OK: ResultMessage = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  stop_reason: 'end_turn',
  result: 'All is done.',
  duration_api_ms: 10,
  total_cost_usd: 0.25,
};

const API_ERROR = { ...OK, is_error: true, stop_reason: 'stop_sequence' };

function endOf(given: Partial<Conversation>, stopped?: Conversation['stopped']) {
  return outcomeOf({ heard: {}, program: undefined, words: '', stopped, ...given }, request, 'Set a key.');
}

function endOfResult(result: Partial<ResultMessage>, error?: string) {
  return endOf({ heard: { result: { ...OK, ...result }, ...(error === undefined ? {} : { error }) } });
}

describe('the end of a session of Claude Code', () => {
  it('is done by a success without an error, with its structured result or else its last words', () => {
    expect(endOfResult({})).toMatchObject({ ended: 'done', detail: '', result: 'All is done.' });
    expect(endOfResult({ structured_output: { status: 'complete' } })).toMatchObject({
      ended: 'done',
      result: { status: 'complete' },
    });
  });

  it.each([
    ['a refusal', { ...API_ERROR, stop_reason: 'refusal' }, 'failed', 'its model refused to go on'],
    ['a refusal told as success', { stop_reason: 'refusal' }, 'failed', 'its model refused to go on'],
    ['turns that are used up', { subtype: 'error_max_turns' }, 'failed', 'its 7 turns are used up'],
    ['its budget', { subtype: 'error_max_budget_usd', total_cost_usd: 0.6 }, 'failed', '($0.60 of $0.50)'],
    ['a result of no use', { subtype: 'error_max_structured_output_retries' }, 'failed', 'the form that is asked for'],
    ['something else', { subtype: 'error_during_execution', errors: ['Enough.'] }, 'failed', 'It said: Enough.'],
    ['a lost connection', { ...API_ERROR, result: 'Connection dropped (ECONNRESET).' }, 'service', 'connection'],
    ['an overload', { ...API_ERROR, api_error_status: 529 }, 'service', '529'],
    ['no login', { ...API_ERROR, result: 'Not logged in · Please run /login' }, 'unavailable', 'Set a key.'],
    ['a long prompt', { ...API_ERROR, api_error_status: 400, result: 'Prompt is too long' }, 'failed', 'too long'],
  ] as const)('by %s', (_, result, ended, told) => {
    const outcome = endOfResult(result);
    expect(outcome.ended).toBe(ended);
    expect(outcome.detail).toContain(told);
    expect(outcome).not.toHaveProperty('result');
  });

  it.each(['billing_error', 'account_on_hold'])('by %s waits for a person, whatever the status', (error) => {
    expect(endOfResult({ ...API_ERROR, api_error_status: 400 }, error)).toMatchObject({
      ended: 'unavailable',
      detail: expect.stringContaining(error),
    });
  });

  it('keeps how long the service asked to wait', () => {
    const heard = { result: { ...API_ERROR, api_error_status: 429 }, retryAfterMs: 7_000 };
    expect(endOf({ heard })).toMatchObject({ ended: 'service', retryAfterMs: 7_000 });
  });

  it('that Baton brought about goes before all that is told', () => {
    const heard = { result: OK, usage: { inputTokens: 1, outputTokens: 1 } };
    expect(endOf({ heard }, 'interrupted')).toMatchObject({ ended: 'interrupted', usage: heard.usage });
    expect(endOf({ heard }, 'timed_out')).toMatchObject({ ended: 'timed_out', detail: expect.stringContaining('8 s') });
  });

  it('without a result is a failure, even with the exit code of success', () => {
    const program = { exitCode: 0, signal: null, timedOut: false, output: '', wallMs: 1 };
    expect(endOf({ program })).toMatchObject({ ended: 'failed', detail: expect.stringContaining('without a result') });
    expect(endOf({ program: { ...program, exitCode: 1 }, words: 'no such option' })).toMatchObject({
      ended: 'failed',
      exitCode: 1,
      detail: expect.stringContaining('no such option'),
    });
    expect(endOf({ words: 'not found' })).toMatchObject({ ended: 'unavailable', model: 'sonnet' });
  });
});
