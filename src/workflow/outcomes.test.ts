import { describe, expect, it } from 'vitest';
import {
  commitAsPerson,
  completePhase,
  decide,
  passGates,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  rollBack,
  startSession,
  startTale,
} from '../../test/workflow/tale.ts';
import { readWorkflow } from './workflow.ts';

describe('an outcome', () => {
  const workflow = readWorkflow({
    name: 'review',
    description: 'build and review',
    start: 'build',
    phases: {
      build: { agent: 'a', writes: 'anything', gates: [], on: { complete: 'review' }, max_visits: 2, commit: 'feat' },
      review: {
        agent: 'b',
        writes: 'nothing',
        gates: ['scope', 'handoff'],
        on: { complete: 'end', '@fix': 'build', '@unsure': 'ask' },
        commit: 'review',
      },
    },
  });

  it('may be a trigger the phase names', () => {
    const told = playUntil(startTale({ workflow }), 'review');
    playSession(told, { trigger: '@fix' });
    passGates(told);
    completePhase(told);
    expect(told.state).toMatchObject({ phase: 'build', cycle: 1, visits: { build: 2, review: 1 } });
  });

  it.each(['@toString', 'constructor', '@constructor', '__proto__', '@unknown', 'end'])(
    'is `complete` where an agent raises what the phase does not name: %s',
    (trigger) => {
      const told = playUntil(startTale({ workflow }), 'review');
      playSession(told, { trigger });
      passGates(told);
      expect(completePhase(told).due).toEqual({ kind: 'close_run' });
    },
  );

  it('that a gate invents leads where `complete` does', () => {
    const told = playUntil(startTale({ workflow }), 'review');
    playSession(told);
    passGates(told, { outcome: 'toString' });
    expect(completePhase(told).due).toEqual({ kind: 'close_run' });
  });

  it('may lead to a person, who lets the phase be played anew', () => {
    const told = playUntil(startTale({ workflow }), 'review');
    playSession(told, { trigger: '@unsure' });
    passGates(told);
    completePhase(told);
    expect(told.state.need).toMatchObject({ kind: 'decision', reason: 'routing' });
    decide(told, 'retry', 'Look at the locks.');
    expect(told.due).toEqual({ kind: 'play', waitMs: 0 });
    expect(told.state).toMatchObject({ phase: 'review', attempt: 1, told: { hint: 'Look at the locks.' } });
  });

  it('that had led to a person does so again when the run goes back to it', () => {
    const told = playUntil(startTale({ workflow }), 'review');
    playSession(told, { trigger: '@unsure' });
    passGates(told);
    completePhase(told);
    const { commit } = told.state.base;
    decide(told, 'rollback');
    rollBack(told);
    expect(told.state).toMatchObject({ phase: 'build', stage: 'ready' });
    rollBack(told, commit);
    expect(told.state).toMatchObject({ phase: 'review', need: { reason: 'routing' } });
  });

  it('that would visit a phase too often is a person matter, and a person allows one visit more', () => {
    const told = playUntil(startTale({ workflow }), 'review');
    const fix = () => {
      playSession(told, { trigger: '@fix' });
      passGates(told);
      completePhase(told);
    };
    fix();
    playPhase(told);
    fix();
    expect(told.state.need).toMatchObject({ reason: 'visits', about: 'build was visited too often.' });
    decide(told, 'retry');
    commitAsPerson(told);
    expect(proveBaseline(told).due).toEqual({ kind: 'play', waitMs: 0 });
    playPhase(told);
    fix();
    expect(told.state.need?.reason).toBe('visits');
  });

  it('needs no gate where the phase has none', () => {
    const told = playUntil(startTale({ workflow }), 'build');
    playSession(told);
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: false });
  });

  it('needs a candidate even where the phase has no gate', () => {
    const told = playUntil(startTale({ workflow }), 'build');
    const session = startSession(told);
    told.tell('session.ended', { session, ended: 'done', usage: { tokens: 0, usd: 0, ms: 0 } });
    expect(told.due).toEqual({ kind: 'judge', gates: [] });
    told.tell('session.ended', { session, ended: 'lost', usage: { tokens: 0, usd: 0, ms: 0 } });
    expect(told.due).toEqual({ kind: 'play', waitMs: 0 });
  });
});
