import { describe, expect, it } from 'vitest';
import {
  commitAsPerson,
  decide,
  listOf,
  openAsk,
  passGates,
  planned,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  refusedAttempt,
  rollBack,
  startSession,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import type { RunSettings } from './event-data.ts';
import { readWorkflow } from './workflow.ts';

const PLAY = { kind: 'play', waitMs: 0 };

describe('a commit of a person', () => {
  it('is the new base, whose files are proved before anything else', () => {
    const told = playUntil(startTale(), 'green');
    const commit = commitAsPerson(told);
    expect(told.due).toEqual({ kind: 'prove_baseline' });
    expect(told.state.base.commit).toBe(commit);
    proveBaseline(told, { known_failing: ['a.test.ts::one'] });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase: 'green', cycle: 1, attempt: 1 });
    expect(told.state.knowledge).toMatchObject({ knownFailing: ['a.test.ts::one'], reportAt: told.events.length });
    expect(told.state.knowledge.red?.newTests).toHaveLength(1);
  });

  it('is an accepted commit once proved: going back to it goes back to it', () => {
    const told = playUntil(startTale(), 'plan', 2);
    const commit = commitAsPerson(told);
    proveBaseline(told);
    const { tree } = told.state.base;
    usedUp(playUntil(told, 'red'));
    decide(told, 'rollback');
    expect(told.due).toMatchObject({ kind: 'roll_back', to: commit });
    rollBack(told);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2, base: { tree } });
  });

  it('is gone back to in the phase it came in, however that was reached', () => {
    const { phases, ...more } = startTale().state.workflow;
    const red = { ...phases.red, blocked: { unknown: 'plan' } };
    const told = playUntil(startTale({ workflow: readWorkflow({ ...more, phases: { ...phases, red } }) }), 'red');
    playSession(told, { status: 'blocked' });
    const commit = commitAsPerson(told);
    proveBaseline(told);
    playUntil(told, 'green');
    rollBack(told, commit);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2 });
  });

  it('is kept when a test of the cycle it came before is skipped', () => {
    const told = playUntil(startTale(), 'plan', 2);
    commitAsPerson(told);
    proveBaseline(told);
    playUntil(told, 'red');
    const planned = told.state.base.commit;
    usedUp(told);
    expect(decide(told, 'skip').due).toMatchObject({ kind: 'roll_back', to: planned, skip: true });
  });

  it('takes the refused files from the next session, since they belong to the base before', () => {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    expect(told.state.told.repair).toBeDefined();
    commitAsPerson(told);
    proveBaseline(told);
    expect(told.state.told).toMatchObject({ repair: undefined, reasons: [{ code: 'not_collected' }] });
  });

  it('makes void whatever was under way on the base before', () => {
    for (const begin of [startSession, usedUp, asked, decided, judged]) {
      const told = playUntil(startTale(), 'red');
      begin(told);
      const { attempt } = told.state;
      commitAsPerson(told);
      proveBaseline(told);
      expect(told.due).toEqual(PLAY);
      expect(told.state).toMatchObject({ attempt: attempt + 1, ask: undefined, need: undefined, candidate: undefined });
      refusedAttempt(told, 'regression');
      expect(told.state.spent).toBeLessThanOrEqual(told.state.allowed);
    }
  });

  it('does not answer the question whether there may be more cycles', () => {
    const told = playUntil(startTale({ settings: { max_cycles: 1 } }), 'plan', 2);
    openAsk(told);
    commitAsPerson(told);
    proveBaseline(told);
    expect(told.state.need?.reason).toBe('cycles');
  });

  it('completes no phase that a person let be visited once more', () => {
    const phase = { agent: 'a', writes: 'anything', gates: [], commit: 'feat' };
    const build = { ...phase, on: { complete: 'look' }, max_visits: 1 };
    const look = { ...phase, on: { complete: 'end' }, blocked: { unknown: 'build' } };
    const workflow = readWorkflow({ name: 'desk', description: 'd', start: 'build', phases: { build, look } });
    const told = playUntil(startTale({ workflow }), 'look');
    decide(playSession(told, { status: 'blocked', blocked_reason: 'unknown' }), 'retry');
    expect(told.state).toMatchObject({ phase: 'build', stage: 'ready' });
    commitAsPerson(told);
    expect(proveBaseline(told).state).toMatchObject({ phase: 'build', stage: 'ready' });
  });

  it('on which tests fail is a decision: to prove again, or to go back before it and lose nothing else', () => {
    const told = playUntil(startTale(), 'green');
    const red = told.state.base.commit;
    const commit = commitAsPerson(told);
    proveBaseline(told, { refused: ['a.test.ts::one'] });
    expect(told.state.need).toEqual({
      kind: 'decision',
      reason: 'baseline',
      about: 'Tests fail on the commits that were added to baton/r1: a.test.ts::one.',
    });
    expect(decide(told, 'retry', 'It was a full disk.').due).toEqual({ kind: 'prove_baseline' });
    proveBaseline(told, { refused: ['a.test.ts::one'] });
    expect(decide(told, 'rollback').due).toMatchObject({ kind: 'roll_back', to: red });
    rollBack(told);
    expect(told.state).toMatchObject({ phase: 'green', cycle: 1 });
    expect(told.state.milestones.map((milestone) => milestone.commit)).not.toContain(commit);
  });

  it('on which tests fail may be followed by another that mends them', () => {
    const told = playUntil(startTale(), 'green');
    commitAsPerson(told);
    proveBaseline(told, { refused: ['a.test.ts::one'] });
    commitAsPerson(told);
    expect(proveBaseline(told).due).toEqual(PLAY);
  });

  it('after the list was done leads to the last proof again, unless it opens the list', () => {
    const told = playUntil(startTale(), 'plan', 9);
    commitAsPerson(told);
    expect(proveBaseline(told).due).toEqual({ kind: 'close_run' });
    commitAsPerson(told);
    proveBaseline(told, { list: listOf(['x push one element', 'x pop it again', 'peek'], told.state.knowledge.list) });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 4, attempt: 1, spent: 0 });
    playPhase(told);
    expect(told.state.knowledge.item).toMatchObject({ id: 'T3', description: 'peek' });
  });

  it('may edit the list, which is then the one that plan is held to', () => {
    const told = playUntil(startTale(), 'plan', 2);
    const commit = commitAsPerson(told);
    const list = listOf(['x push one element', 'peek first'], told.state.knowledge.list);
    proveBaseline(told, { list });
    expect(told.state.knowledge.list).toEqual(list);
    playUntil(told, 'green');
    rollBack(told, commit);
    expect(told.state.knowledge.list).toEqual(list);
  });

  it('ends the wait for a service', () => {
    const told = playUntil(startTale(), 'red');
    overloaded(told);
    commitAsPerson(told);
    expect(proveBaseline(told).due).toEqual(PLAY);
  });

  it('before the first baseline takes back that the run cannot start', () => {
    const told = proveBaseline(startTale(), { refused: ['a.test.ts::one'] });
    commitAsPerson(told);
    expect(told.due).toEqual({ kind: 'prove_baseline' });
    expect(proveBaseline(told).state.milestones).toMatchObject([{ ...told.state.base, next: 'plan' }]);
  });
});

describe('a run that is resumed with other settings', () => {
  const other = (told: Tale, more: Partial<RunSettings>) => {
    return told.tell('run.resumed', { settings: { ...told.state.settings, ...more } });
  };

  it('has as many attempts and cycles more, or less, as they say', () => {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    expect(other(told, { attempts: 6, max_cycles: 60 }).state).toMatchObject({
      allowed: 6,
      allowedCycles: 60,
      spent: 1,
    });
    expect(other(told, { attempts: 1, max_cycles: 1 }).state).toMatchObject({ allowed: 2, allowedCycles: 1 });
    expect(refusedAttempt(told, 'not_collected').state.need?.reason).toBe('attempts');
  });

  it('may finish the cycle it is in where they allow fewer, and asks before the next', () => {
    const told = playUntil(startTale({ settings: { max_cycles: 3 } }), 'red', 2);
    expect(other(told, { max_cycles: 1 }).state).toMatchObject({ cycle: 2, allowedCycles: 2 });
    const more = planned(listOf(['x push', 'x pop', 'peek'], told.state.knowledge.list));
    expect(playPhase(playUntil(told, 'plan', 3), more).state).toMatchObject({ cycle: 3, need: { reason: 'cycles' } });
    expect(decide(told, 'retry').due).toEqual(PLAY);
    expect(playPhase(told).due).toEqual(PLAY);
  });

  it('keeps what a person has granted, and what the workflow says', () => {
    const told = playUntil(startTale({ settings: { attempts: 1 } }), 'red');
    decide(refusedAttempt(told, 'not_collected'), 'retry');
    expect(other(told, { attempts: 3 }).state.allowed).toBe(4);
    const { phases, ...more } = startTale().state.workflow;
    const workflow = readWorkflow({ ...more, phases: { ...phases, red: { ...phases.red, attempts: 2 } } });
    expect(other(playUntil(startTale({ workflow }), 'red'), { attempts: 9 }).state.allowed).toBe(2);
  });

  it('asks for an approval they want of what has passed but is not committed', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told);
    passGates(told);
    expect(told.due?.kind).toBe('complete_phase');
    expect(other(told, { approvals: ['red'] }).due).toMatchObject({ kind: 'open_ask', need: { kind: 'approval' } });
  });

  it('counts what was spent against another budget', () => {
    const told = playUntil(startTale({ settings: { budget: { usd: 1 } } }), 'plan');
    playSession(told, { ended: 'failed', usage: { tokens: 0, usd: 2, ms: 0 } });
    expect(told.due?.kind).toBe('exceed_budget');
    expect(other(told, { budget: { usd: 5 } }).due).toEqual(PLAY);
  });
});

function usedUp(told: Tale): void {
  while (told.due?.kind === 'play') refusedAttempt(told, 'not_collected');
}

function asked(told: Tale): void {
  usedUp(told);
  openAsk(told);
}

function decided(told: Tale): void {
  usedUp(told);
  decide(told, 'abort');
}

function judged(told: Tale): void {
  playSession(told);
  passGates(told);
}

function overloaded(told: Tale): void {
  for (let count = 1; count <= 8; count++) playSession(told, { ended: 'service' });
}
