import { describe, expect, it } from 'vitest';
import { EVENT_DATA } from '../../../workflow/event-data.ts';
import { usageFor, usageOf } from './usage.ts';

const kept = (usage: unknown) => EVENT_DATA['session.ended'].shape.usage.parse(usage);

describe('what a session used', () => {
  it('is recorded with everything its program tells', () => {
    const told = {
      inputTokens: 11_900,
      outputTokens: 400,
      cacheReadTokens: 9_000,
      cacheWriteTokens: 1_000,
      turns: 7,
      serviceMs: 19_000,
      usd: 0.04,
    };
    expect(kept(usageOf(told, 27_000))).toEqual({
      tokens: 12_300,
      usd: 0.04,
      ms: 27_000,
      input_tokens: 11_900,
      output_tokens: 400,
      cache_read_tokens: 9_000,
      cache_write_tokens: 1_000,
      turns: 7,
      service_ms: 19_000,
    });
  });

  it('is no more than its time where the program tells nothing', () => {
    expect(kept(usageOf(undefined, 27_000))).toEqual({ tokens: 0, usd: 0, ms: 27_000 });
  });

  it('leaves out what is no amount, so that the record can be read', () => {
    const told = { inputTokens: Number.NaN, outputTokens: -1, turns: Number.POSITIVE_INFINITY, usd: -0.5 };
    expect(kept(usageOf(told, 5))).toEqual({ tokens: 0, usd: 0, ms: 5 });
  });

  it('of a journal from before is read as it was written', () => {
    expect(kept({ tokens: 3, usd: 0, ms: 5 })).toEqual({ tokens: 3, usd: 0, ms: 5 });
  });
});

const LIMITED = { ms: 5, isOver: true, budget: { usd: 1, phase: { tokens: 100 } } };

it('what the agent itself says counts where its runner sees nothing, and is marked so', () => {
  const said = { input_tokens: 70, output_tokens: 30, cost_usd: 0.02 };
  expect(usageFor(undefined, said, LIMITED)).toMatchObject({ tokens: 100, usd: 0.02, ms: 5, claimed: true });
  const seen = { inputTokens: 1, outputTokens: 2, usd: 3 };
  expect(usageFor(seen, said, LIMITED)).toEqual({ tokens: 3, usd: 3, ms: 5, input_tokens: 1, output_tokens: 2 });
});

it('what a budget limits and nobody reported is recorded', () => {
  expect(usageFor(undefined, undefined, LIMITED).unreported).toEqual(['usd', 'tokens']);
  expect(usageFor(undefined, { output_tokens: 4 }, LIMITED).unreported).toEqual(['usd']);
  expect(usageFor({ inputTokens: 1, outputTokens: 1 }, undefined, LIMITED).unreported).toEqual(['usd']);
  expect(usageFor(undefined, undefined, { ...LIMITED, budget: { minutes: 3 } }).unreported).toBeUndefined();
  expect(usageFor(undefined, undefined, { ...LIMITED, isOver: false }).unreported).toBeUndefined();
});
