import { describe, expect, it } from 'vitest';
import { TDD } from '../../test/workflow/built-in.ts';
import {
  completePhase,
  decide,
  openAsk,
  passGates,
  playSession,
  playUntil,
  refusedAttempt,
  refuseGate,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { phaseOf } from './workflow.ts';

const CLAIM = { status: 'blocked', blocked_reason: 'already_implemented', attempted: ['a test that passes'] } as const;

/** Red of the first cycle, whose agent says that the item is there already. */
function claimed(told: Tale = playUntil(startTale(), 'red')): Tale {
  playSession(told, { ...CLAIM, attempted: [...CLAIM.attempted] });
  return passGates(told, {}, ['scope']);
}

describe('an agent that says its item is implemented already', () => {
  it('has its test run, and a person decides once that passes, at no cost of attempts', () => {
    const told = claimed();
    expect(told.due).toEqual({ kind: 'judge', gates: ['red'] });
    refuseGate(told, 'already_implemented');
    expect(told.state).toMatchObject({ stage: 'asking', spent: 0, need: { kind: 'decision' } });
    expect(told.state.need?.about).toMatch(/^test-agent says that T1 is implemented already: push one element\. It is/);
    openAsk(told);
    expect(told.state.ask?.choices).toEqual(['retry', 'skip', 'rollback', 'abort']);
  });

  it('is skipped by a person, who need not say why', () => {
    const told = decide(refuseGate(claimed(), 'already_implemented'), 'skip');
    expect(told.due).toMatchObject({ kind: 'roll_back', skip: true, hint: 'already implemented' });
    rollBack(told);
    expect(told.state).toMatchObject({ stage: 'ready', phase: 'plan' });
  });

  it('is asked for another test, with the words of a person and all attempts left', () => {
    const told = decide(refuseGate(claimed(), 'already_implemented'), 'retry', 'It has to throw');
    expect(told.state).toMatchObject({ stage: 'ready', phase: 'red', spent: 0, attempt: 2 });
    expect(told.state.told).toMatchObject({ hint: 'It has to throw', trouble: expect.stringContaining('implemented') });
  });

  it('completes nothing by that, whatever is recorded of its test', () => {
    const told = passGates(claimed());
    expect(told.due).toEqual({ kind: 'judge', gates: ['red'] });
    completePhase(told);
    expect(told.state.phase).toBe('red');
  });

  it('uses up an attempt where its test does not show it, and so does one that claims nothing', () => {
    expect(refuseGate(claimed(), 'no_new_test').state).toMatchObject({ stage: 'ready', spent: 1 });
    expect(refuseGate(claimed(), 'already_implemented', 'missing_snapshot').state).toMatchObject({ spent: 1 });
    expect(refusedAttempt(playUntil(startTale(), 'red'), 'already_implemented').state).toMatchObject({ spent: 1 });
  });

  it('asks a question like any blocked agent where no failing test is wanted, and goes where the workflow says', () => {
    const green = playSession(playUntil(startTale(), 'green'), { ...CLAIM, attempted: ['it'] });
    expect(green.state.need).toMatchObject({ kind: 'question', reason: 'already_implemented' });
    const red = { ...phaseOf(TDD, 'red'), blocked: { already_implemented: 'plan' } };
    const workflow = { ...TDD, phases: { ...TDD.phases, red } };
    expect(claimed(playUntil(startTale({ workflow }), 'red')).state.phase).toBe('plan');
  });
});

describe('to skip where nothing can be skipped', () => {
  const atPlan = (rules?: number) =>
    refusedAttempt(
      playUntil(startTale({ settings: { attempts: 1 }, ...(rules && { rules }) }), 'plan'),
      'list_unreadable',
    );

  it('is no choice, and changes nothing', () => {
    const told = atPlan();
    openAsk(told);
    expect(told.state.ask?.choices).toEqual(['retry', 'rollback', 'abort']);
    const before = told.state;
    expect({ ...decide(told, 'skip').state, seq: 0 }).toEqual({ ...before, seq: 0 });
  });

  it('was to try again by the rules of before', () => {
    expect(decide(atPlan(1), 'skip').state).toMatchObject({ stage: 'ready', phase: 'plan' });
  });
});
