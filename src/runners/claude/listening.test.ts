import { describe, expect, it } from 'vitest';
import type { SessionMessage } from '../runner.ts';
import { listen } from './listening.ts';
import type { SdkMessage } from './sdk.ts';

function hear(...messages: readonly SdkMessage[]) {
  const told: SessionMessage[] = [];
  const ear = listen(
    (message) => told.push(message),
    () => 1_000_000,
  );
  for (const message of messages) ear.take(message);
  return { told, ...ear.heard() };
}

const usage = { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: null };
const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } };

describe('what a session of Claude Code says', () => {
  it('is passed on as texts, calls and what came of them [R001-61] [R001-62]', () => {
    const { told } = hear(
      { type: 'assistant', message: { id: 'm1', content: [{ type: 'thinking' }, { type: 'text', text: 'Hi.' }] } },
      { type: 'assistant', message: { id: 'm1', content: [call] } },
      { type: 'user', message: { content: 'Go on.' } },
      { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a.txt' }] } },
      {
        type: 'user',
        message: {
          content: [
            { type: 'tool_result', tool_use_id: 't2', is_error: true, content: [{ type: 'text', text: 'denied' }] },
          ],
        },
      },
      { type: 'unknown' },
    );
    expect(told).toEqual([
      { kind: 'text', text: 'Hi.\n' },
      { kind: 'tool_call', tool: 'Bash', input: { command: 'ls' } },
      { kind: 'tool_result', tool: 'Bash', ok: true, text: 'a.txt' },
      { kind: 'tool_result', tool: 'unknown', ok: false, text: 'denied' },
    ]);
  });

  it('tells its session and its model', () => {
    expect(hear({ type: 'system', subtype: 'init', session_id: 's', model: 'm' })).toMatchObject({
      sessionId: 's',
      model: 'm',
    });
  });

  it('counts each answer once while there is no result', () => {
    const spoken = (id: string) => ({ type: 'assistant', message: { id, content: [], usage } }) as const;
    expect(hear(spoken('m1'), spoken('m1'), spoken('m2')).usage).toEqual({
      inputTokens: 220,
      outputTokens: 2,
      cacheReadTokens: 200,
      cacheWriteTokens: 0,
      turns: 2,
    });
  });

  it('adds up what all models used once there is one', () => {
    const one = { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 30, cacheCreationInputTokens: 400 };
    const heard = hear(
      { type: 'assistant', message: { id: 'm1', content: [], usage } },
      {
        type: 'result',
        subtype: 'success',
        is_error: false,
        duration_api_ms: 5,
        total_cost_usd: 0.5,
        modelUsage: { a: one, b: one },
      },
    );
    const total = { inputTokens: 862, outputTokens: 4, cacheReadTokens: 60, cacheWriteTokens: 800 };
    expect(heard.usage).toEqual({ ...total, turns: 1, serviceMs: 5, usd: 0.5 });
    expect(heard.told).toMatchObject([
      { kind: 'usage', usage: { turns: 1 } },
      { kind: 'usage', usage: heard.usage },
    ]);
  });

  it('tells how long to wait as far as the service asked for it [R001-63]', () => {
    const retry = (retry_delay_ms: number, error = 'rate_limit') =>
      ({ type: 'system', subtype: 'api_retry', retry_delay_ms, error_status: 429, error }) as const;
    expect(hear(retry(7_000))).toMatchObject({
      retryAfterMs: 7_000,
      told: [{ kind: 'error', text: expect.stringMatching(/\(rate_limit\).*again in 7 s/) }],
    });
    expect(hear(retry(1_108)).retryAfterMs).toBe(undefined);
    const overload = hear(retry(2_000, 'overloaded'));
    expect(overload.retryAfterMs).toBe(undefined);
    expect(overload.told).toMatchObject([{ kind: 'error', text: expect.stringContaining('(overloaded)') }]);
  });

  it('tells when a subscription can be used again', () => {
    const limit = (status: string, resetsAt: number) =>
      ({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt } }) as const;
    expect(hear(limit('rejected', 1_060)).retryAfterMs).toBe(60_000);
    expect(hear(limit('rejected', 900)).retryAfterMs).toBe(0);
    expect(hear(limit('allowed_warning', 1_060)).retryAfterMs).toBe(undefined);
  });

  it('keeps the kind of an error, and tells it as one', () => {
    const content = [{ type: 'text', text: 'Credit balance is too low' }];
    expect(hear({ type: 'assistant', error: 'billing_error', message: { id: 'x', content, usage } })).toMatchObject({
      error: 'billing_error',
      told: [{ kind: 'error', text: 'Credit balance is too low\n' }],
    });
  });
});
