import { describe, expect, it } from 'vitest';
import { EVENT_DATA } from '../../../workflow/event-data.ts';
import { usageOf } from './usage.ts';

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
