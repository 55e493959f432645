import { describe, expect, it } from 'vitest';
import {
  decide,
  hash,
  listOf,
  openAsk,
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
import type { RunState } from './state.ts';

const PLAY = { kind: 'play', waitMs: 0 };
const LONG_LIST = planned(listOf(['push', 'pop', 'peek']));

/** Two whole cycles, with the state right after each accepted commit. */
function twoCycles(): { told: Tale; after: Map<string, RunState> } {
  const told = proveBaseline(startTale());
  const after = new Map([[told.state.base.commit, told.state]]);
  playPhase(told, LONG_LIST);
  after.set(told.state.base.commit, told.state);
  for (let count = 1; count < 8; count++) {
    playPhase(told);
    after.set(told.state.base.commit, told.state);
  }
  return { told, after };
}

describe('going back', () => {
  it('to any accepted commit goes back to all that was known there [R001-58]', () => {
    const { told, after } = twoCycles();
    expect(after.size).toBe(9);
    for (const [commit, then] of after) {
      const top = rollBack(told, commit);
      const { phase, cycle, knowledge, visits, stage } = told.state;
      expect({ phase, cycle, visits, stage }).toEqual({
        phase: then.phase,
        cycle: then.cycle,
        visits: then.visits,
        stage: 'ready',
      });
      expect(knowledge).toEqual({ ...then.knowledge, list: { ...then.knowledge.list, highest: 3 } });
      expect(told.state.base).toEqual({ commit: top, tree: then.base.tree });
    }
  });

  it('deletes nothing, and can itself be gone back to and past', () => {
    const { told } = twoCycles();
    const before = told.state.milestones;
    const green = before[3];
    const top = rollBack(told, green?.commit);
    expect(told.state.milestones).toEqual([...before, { ...green, ...told.state.base }]);
    playPhase(told);
    rollBack(told, top);
    expect(told.state).toMatchObject({ phase: 'refactor', cycle: 1 });
    rollBack(told, before.at(-1)?.commit);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 3 });
  });

  it('never gives the id of one test to another', () => {
    const { told } = twoCycles();
    rollBack(told, hash(0));
    expect(told.state.knowledge.list).toEqual({ items: [], highest: 3 });
    expect(listOf(['shift'], told.state.knowledge.list).items[0]?.id).toBe('T4');
  });

  it('ends whatever was under way: a session, an ask, a decision, a wait', () => {
    for (const begin of [startSession, usedUp, asked, decided, overloaded]) {
      const { told } = twoCycles();
      begin(told);
      rollBack(told, told.state.milestones[2]?.commit);
      expect(told.due).toEqual(PLAY);
      expect(told.state).toMatchObject({
        phase: 'green',
        cycle: 1,
        attempt: 1,
        spent: 0,
        waits: 0,
        candidate: undefined,
      });
      expect(told.state).toMatchObject({ ask: undefined, need: undefined, decision: undefined });
    }
  });

  it('needs an accepted commit of the run, and its files', () => {
    const { told } = twoCycles();
    const before = told.state;
    rollBack(told, hash(999));
    told.tell('phase.rolled_back', { to: hash(0), commit: hash(1000), tree: 'something else' });
    expect({ ...told.state, seq: 0 }).toEqual({ ...before, seq: 0 });
  });

  it('to the commit that ended the list leads to the last proof again', () => {
    const told = playUntil(startTale(), 'plan', 9);
    expect(told.due).toEqual({ kind: 'close_run' });
    const { commit } = told.state.base;
    rollBack(told, told.state.milestones[1]?.commit);
    expect(told.due).toEqual(PLAY);
    rollBack(told, commit);
    expect(told.due).toEqual({ kind: 'close_run' });
  });

  it('while parked stays parked', () => {
    const { told } = twoCycles();
    told.tell('run.parked', {});
    rollBack(told, hash(0));
    expect(told.due).toBeUndefined();
    expect(told.tell('run.resumed', {}).due).toEqual(PLAY);
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

function overloaded(told: Tale): void {
  for (let count = 1; count <= 8; count++) playSession(told, { ended: 'service' });
}

describe('work that another phase has to repair', () => {
  /** Green of the first cycle, refused for its test. */
  const weak = (told = playUntil(startTale(), 'green')) => refusedAttempt(told, 'result_unchecked');

  it('sends that phase back to where it began, with the reasons and what it had left', () => {
    const green = playUntil(startTale(), 'green');
    const red = green.state.base;
    const [plan] = green.state.milestones.filter(({ next }) => next === 'red');
    const told = weak(green);
    expect(told.due).toMatchObject({ kind: 'roll_back', to: plan?.commit, skip: false });
    rollBack(told, plan?.commit);
    expect(told.state).toMatchObject({ phase: 'red', cycle: 1, attempt: 1, spent: 0, stage: 'ready' });
    expect(told.state.told).toMatchObject({
      reasons: [{ code: 'result_unchecked' }],
      repair: red.tree,
      hint: undefined,
    });
    expect(told.due).toEqual(PLAY);
  });

  it('does so twice in a cycle; then a person is asked, who may let it go on', () => {
    const told = playUntil(startTale(), 'green');
    for (const _ of [1, 2]) {
      const { due } = weak(told);
      rollBack(told, due?.kind === 'roll_back' ? due.to : undefined);
      playUntil(told, 'green');
    }
    weak(told);
    expect(told.due).toMatchObject({ kind: 'open_ask', need: { kind: 'decision', reason: 'sent_back' } });
    decide(told, 'retry');
    expect(told.state).toMatchObject({ phase: 'green', stage: 'ready', sentBack: 0 });
  });

  it('is tried again where the phase itself has something to repair, and where nothing says where to', () => {
    expect(refusedAttempt(playUntil(startTale(), 'green'), 'result_unchecked', 'regression').due).toEqual(PLAY);
    expect(refusedAttempt(playUntil(startTale(), 'red'), 'result_unchecked').due).toEqual(PLAY);
  });

  it('does not happen where an experiment showed that the code is at fault', () => {
    const refused = (fault: 'code' | 'tests') => {
      const told = playSession(playUntil(startTale(), 'green'));
      const why = { code: 'expectation_ignored', message: 'It passes whatever it expects.', fault } as const;
      return told.tell('gate.refused', { gate: 'scope', tree: told.state.candidate?.tree ?? '', reasons: [why] });
    };
    expect(refused('code').due).toEqual(PLAY);
    expect(refused('tests').due).toMatchObject({ kind: 'roll_back' });
  });

  it('counts anew in the next cycle', () => {
    const told = weak();
    rollBack(told, told.due?.kind === 'roll_back' ? told.due.to : undefined);
    expect(told.state.sentBack).toBe(1);
    expect(playUntil(told, 'red', 2).state.sentBack).toBe(0);
  });
});
