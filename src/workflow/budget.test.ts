import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completePhase,
  decide,
  NO_USAGE,
  passGates,
  playPhase,
  playSession,
  playUntil,
  refuseGate,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { grantMore, leftToSpend, overspent } from './budget.ts';
import type { RunSettings } from './event-data.ts';

const cost = (usd: number) => ({ ...NO_USAGE, usd });

/** A run whose plan is due. */
function withBudget(budget: RunSettings['budget'], attempts = 4): Tale {
  return playUntil(startTale({ settings: { budget, attempts } }), 'plan');
}

/** Opens the decision that is due and answers it. */
function grant(told: Tale): Tale {
  const { due } = told;
  if (due?.kind !== 'exceed_budget') throw new Error(`No budget is exceeded: ${due?.kind ?? 'nothing'} is due.`);
  return decide(told.tell('budget.exceeded', { what: due.what }), 'retry');
}

describe('the budget of a phase', () => {
  it('is spent by all attempts of the phase together', () => {
    const told = withBudget({ phase: { usd: 1 } });
    for (const usd of [0.6, 0.5]) {
      expect(told.due?.kind).toBe('play');
      playSession(told, { usage: cost(usd) });
      refuseGate(told, 'list_unreadable');
    }
    expect(told.due).toEqual({ kind: 'exceed_budget', what: '1.10 of 1 USD in plan of cycle 1' });
  });

  it.each([
    [{ tokens: 10 }, { ...NO_USAGE, tokens: 12 }, '12 of 10 tokens in plan of cycle 1'],
    [{ minutes: 0.5 }, { ...NO_USAGE, ms: 45_000 }, '0.8 of 0.5 minutes in plan of cycle 1'],
  ])('has every kind of limit: %j', (phase, usage, what) => {
    const told = playSession(withBudget({ phase }), { ended: 'service', usage });
    expect(told.due).toEqual({ kind: 'exceed_budget', what });
  });

  it('begins again with the next phase, and with the same phase of the next cycle', () => {
    const told = withBudget({ phase: { usd: 1 } });
    playSession(told, { usage: cost(7) });
    passGates(told);
    completePhase(told);
    expect(told.state).toMatchObject({ phase: 'red', phaseSpending: NO_USAGE, spending: { usd: 7 } });
    expect(playUntil(told, 'plan', 2).due?.kind).toBe('play');
  });

  it('begins again where a person goes back', () => {
    const told = playPhase(withBudget({ phase: { usd: 1 } }));
    const [start] = told.state.milestones;
    playSession(told, { ended: 'failed', usage: cost(2) });
    expect(told.due?.kind).toBe('exceed_budget');
    rollBack(told, start?.commit);
    expect(told.due?.kind).toBe('play');
  });

  it('is granted for the present phase alone', () => {
    const told = withBudget({ phase: { usd: 1 } });
    playSession(told, { ended: 'failed', usage: cost(2.5) });
    expect(grant(told).state.budgets).toEqual({ run: 1, phase: 3, attempts: 1 });
    expect(told.due?.kind).toBe('play');
    playPhase(told);
    expect(told.state.budgets.phase).toBe(1);
  });
});

describe('the attempts of a run', () => {
  it('are used up by sessions of all phases', () => {
    const told = withBudget({ attempts: 2 });
    playPhase(told);
    playSession(told, { ended: 'timed_out' });
    expect(told.due).toEqual({ kind: 'exceed_budget', what: '2 of 2 attempts' });
    expect(grant(told).state.budgets).toEqual({ run: 1, phase: 1, attempts: 2 });
    expect(told.due?.kind).toBe('play');
  });

  it('are not used up by sessions that a crash, a service or a person ended', () => {
    const told = withBudget({ attempts: 1 });
    for (const ended of ['lost', 'service', 'interrupted', 'unavailable'] as const) playSession(told, { ended });
    told.tell('run.resumed', {});
    expect(told.state.attemptsMade).toBe(0);
    expect(told.due?.kind).toBe('play');
  });
});

describe('a figure that nobody reported', () => {
  const silent = { usage: { tokens: 0, usd: 0, ms: 0, unreported: ['tokens' as const] } };

  it('stops a run whose budget limits it, until a person lets it go on', () => {
    const told = playSession(playUntil(startTale({ settings: { budget: { tokens: 100 } } }), 'plan'), {
      ...silent,
      ended: 'failed',
    });
    expect(told.due).toEqual({
      kind: 'exceed_budget',
      what: 'a session did not report its tokens, so that limit cannot hold',
    });
    told.tell('budget.exceeded', { what: 'it' });
    decide(told, 'retry');
    expect(told.due).toMatchObject({ kind: 'play' });
  });

  it('stops no run whose budget does not limit it', () => {
    const told = playUntil(startTale({ settings: { budget: { minutes: 100 } } }), 'plan');
    expect(playSession(told, { ...silent, ended: 'failed' }).due).toMatchObject({ kind: 'play' });
  });
});

describe('several budgets', () => {
  it('are told and granted together where all are used up, and otherwise one by one', () => {
    const told = withBudget({ usd: 1, attempts: 5, phase: { usd: 0.1 } });
    playSession(told, { ended: 'failed', usage: cost(0.3) });
    expect(overspent(told.state)).toBe('0.30 of 0.1 USD in plan of cycle 1');
    expect(grant(told).state.budgets).toEqual({ run: 1, phase: 4, attempts: 1 });
    playSession(told, { ended: 'failed', usage: cost(0.9) });
    expect(overspent(told.state)).toBe('1.20 of 1 USD, 1.20 of 0.4 USD in plan of cycle 1');
    expect(grant(told).state.budgets).toEqual({ run: 2, phase: 13, attempts: 1 });
  });

  it('leave the next session the smaller of what is left', () => {
    const usd = (budget: RunSettings['budget']) => leftToSpend(withBudget(budget).state);
    expect(usd({ tokens: 5, phase: { minutes: 3 } })).toBeUndefined();
    expect(usd({ usd: 5 })).toBe(5);
    expect(usd({ phase: { usd: 2 } })).toBe(2);
    expect(usd({ usd: 5, phase: { usd: 2 } })).toBe(2);
    const told = withBudget({ usd: 5, phase: { usd: 2 } });
    for (let session = 0; session < 3; session++) {
      playSession(told, { usage: cost(1.5) });
      passGates(told);
      completePhase(told);
    }
    expect(leftToSpend(told.state)).toBe(0.5);
    expect(leftToSpend(playSession(told, { ended: 'failed', usage: cost(9) }).state)).toBe(0);
  });
});

const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
const limit = fc.option(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { nil: undefined });
const limits = fc.record({ usd: limit, tokens: limit, minutes: limit });
const spending = fc.record({ usd: amount, tokens: amount, ms: amount });

it('whatever was spent, what is left and what is used up never contradict each other, and a grant is enough', () => {
  const { state } = withBudget({});
  fc.assert(
    fc.property(limits, limits, spending, spending, fc.nat(99), (ofRun, ofPhase, spent, phaseSpent, made) => {
      const budget = { ...ofRun, phase: ofPhase, attempts: 10 };
      const settings = { ...state.settings, budget };
      const now = { ...state, settings, spending: spent, phaseSpending: phaseSpent, attemptsMade: made };
      const left = leftToSpend(now);
      if (left === 0) expect(overspent(now)).toContain('USD');
      if (overspent(now) === undefined) expect(left ?? 1).toBeGreaterThan(0);
      expect(overspent({ ...now, budgets: grantMore(now) })).toBeUndefined();
    }),
  );
});
