import { describe, expect, it } from 'vitest';
import { activeMs, estimateFrom, type Sample } from '../engine/run/estimate.ts';
import { describeEstimate } from './estimate.ts';

const MINUTE = 60_000;
const OPUS = { 'test-agent': { runner: 'claude', model: 'opus' }, 'other-agent': { runner: 'claude', model: 'opus' } };
const HAIKU = { 'test-agent': { runner: 'claude', model: 'haiku' } };

function sample(minutes: number, usd: number, cycles: number, model = 'opus'): Sample {
  const agents = JSON.stringify(['claude', null, model]);
  return { agents, runners: 'claude', ms: minutes * MINUTE, usd, cycles };
}

function told(samples: readonly Sample[], runners = OPUS as typeof OPUS | typeof HAIKU): string | undefined {
  const estimate = estimateFrom(samples, { workflow: 'tdd', runners: { ...runners } });
  return estimate === undefined ? undefined : describeEstimate(estimate);
}

describe('what a run may take', () => {
  it('is the middle and the range of earlier runs, with their number', () => {
    expect(told([sample(5, 0.3, 1), sample(12, 0.8, 3), sample(91, 2.1, 6)])).toBe(
      '3 earlier tdd runs here with the same agents typically took 12 min (5 min to 1 h 31 min), $0.80 ($0.30 to $2.10), 3 cycles (1 cycle to 6 cycles). This run may take more or less.',
    );
    expect(told([sample(0.5, 0, 1)])).toBe(
      '1 earlier tdd run here with the same agents took 30 s, 1 cycle. This run may take more or less.',
    );
  });

  it('says of how many runs the cost is known', () => {
    expect(told([sample(5, 0, 1), sample(5, 0.4, 1)])).toContain('$0.40 ($0.40 to $0.40, known for 1)');
  });

  it('is taken from other models only where there is nothing better, and says so', () => {
    expect(told([sample(5, 1, 1, 'haiku'), sample(9, 1, 1)], HAIKU)).toContain(
      '1 earlier tdd run here with the same agents',
    );
    expect(told([sample(9, 1, 1)], HAIKU)).toContain(
      '1 earlier tdd run here with claude, but other models or commands took',
    );
  });

  it('is not said where nothing like it was run', () => {
    expect(told([])).toBe(undefined);
    expect(told([{ ...sample(1, 1, 1), agents: 'x', runners: 'codex' }])).toBe(undefined);
  });
});

it('time in which a person was waited for, or nobody ran the run, does not count', () => {
  const at = (second: number) => new Date(second * 1000).toISOString();
  const events = [
    { type: 'run.started', at: at(0), data: {} },
    { type: 'ask.opened', at: at(10), data: {} },
    { type: 'ask.answered', at: at(1_000), data: {} },
    { type: 'session.started', at: at(1_001), data: {} },
    { type: 'session.ended', at: at(5_000), data: { ended: 'lost' } },
    { type: 'run.parked', at: at(5_002), data: {} },
    { type: 'run.resumed', at: at(9_000), data: {} },
    { type: 'run.completed', at: at(9_003), data: {} },
  ];
  expect(activeMs(events)).toBe(16_000);
});
