import { describe, expect, it } from 'vitest';
import {
  completePhase,
  decide,
  listOf,
  openAsk,
  passGates,
  planned,
  playPhase,
  playSession,
  playUntil,
  proveBaseline,
  refuseGate,
  startSession,
  startTale,
  tale,
} from '../../test/workflow/tale.ts';
import { fold, step } from './machine.ts';

describe('a run', () => {
  it('proves its baseline, then goes through plan, red, green and refactor and back to plan [R001-30] [R000-03]', () => {
    const told = startTale();
    expect(told.due).toEqual({ kind: 'prove_baseline' });
    proveBaseline(told);
    const phases = [];
    for (let count = 0; count < 5; count++) {
      phases.push([told.state.phase, told.state.cycle, told.due]);
      playPhase(told);
    }
    const play = { kind: 'play', waitMs: 0 };
    expect(phases).toEqual([
      ['plan', 1, play],
      ['red', 1, play],
      ['green', 1, play],
      ['refactor', 1, play],
      ['plan', 2, play],
    ]);
  });

  it('does one thing after the other: play, judge what is left, complete', () => {
    const told = playUntil(startTale(), 'red');
    const session = startSession(told);
    expect(told.state).toMatchObject({ stage: 'playing', handoff: `handoff-${session}` });
    expect(told.due).toEqual({ kind: 'recover_session' });
    expect(told.tell('phase.started', { handoff: 'late' }).state.handoff).toBe(`handoff-${session}`);
    told.tell('session.ended', { session, ended: 'done', candidate: 't1', usage: { tokens: 5, usd: 0.5, ms: 100 } });
    expect(told.due).toEqual({ kind: 'judge', gates: ['scope', 'red'] });
    told.tell('gate.passed', { gate: 'scope', tree: 't1' });
    expect(told.due).toEqual({ kind: 'judge', gates: ['red'] });
    told.tell('gate.passed', { gate: 'red', tree: 't1' });
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: false });
    completePhase(told);
    expect(told.state).toMatchObject({ phase: 'green', attempt: 1, spent: 0, base: { tree: 't1' } });
    expect(told.state.spending).toEqual({ tokens: 5, usd: 0.5, ms: 100 });
  });

  it('is moved by evidence on exactly its candidate, not by claims or by other trees [R000-04] [R001-42]', () => {
    const told = playUntil(startTale(), 'green');
    playSession(told, { candidate: 't1', status: 'complete', summary: 'All tests pass.' });
    told.tell('gate.passed', { gate: 'scope', tree: 't1' }).tell('gate.passed', { gate: 'green', tree: 't2' });
    expect(told.due).toEqual({ kind: 'judge', gates: ['green'] });
    told.tell('gate.refused', { gate: 'green', tree: 't2', reasons: [] });
    expect(told.state.stage).toBe('judging');
    completePhase(told);
    expect(told.state).toMatchObject({ stage: 'judging', phase: 'green' });
  });

  it('completes a phase only with the tree that was judged', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told, { candidate: 't1' });
    passGates(told);
    completePhase(told, { tree: 't2' });
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: false });
    completePhase(told, { tree: 't1' });
    expect(told.state.phase).toBe('green');
  });

  it('ends when a plan finds nothing open and the last proof is green [R001-11] [R001-06]', () => {
    const told = startTale();
    proveBaseline(told);
    playPhase(told, planned(listOf(['push'])));
    playUntil(told, 'plan', 2);
    expect(told.state.knowledge.list.items).toMatchObject([{ id: 'T1', done: true }]);
    playPhase(told);
    expect(told.due).toEqual({ kind: 'close_run' });
    told.tell('run.completed', {});
    expect(told.state).toMatchObject({ stage: 'ended', ended: 'completed' });
    expect(told.due).toBeUndefined();
  });

  it('takes the word `done` from the gate alone, never from an agent [R000-04] [R002-07]', () => {
    const told = playUntil(startTale(), 'plan');
    playSession(told, { trigger: 'done' });
    passGates(told);
    completePhase(told, { outcome: 'done' });
    expect(told.state).toMatchObject({ stage: 'ready', phase: 'red' });
  });

  it('asks a person when the last proof is not green, and may try that again', () => {
    const told = playUntil(startTale(), 'plan');
    playPhase(told, planned(listOf(['push'])));
    playPhase(playUntil(told, 'plan', 2));
    told.tell('gate.refused', { gate: 'final', tree: 'another tree', reasons: [] });
    expect(told.due).toEqual({ kind: 'close_run' });
    refuseGate(told, 'regression');
    expect(told.state.need).toMatchObject({
      kind: 'decision',
      reason: 'final',
      about: expect.stringMatching(/regression/),
    });
    decide(told, 'retry');
    expect(told.due).toEqual({ kind: 'close_run' });
  });

  it('fails when tests fail before anything was done [R000-19]', () => {
    const told = proveBaseline(startTale(), { refused: ['a.test.ts::one', 'a.test.ts::two'] });
    expect(told.due).toEqual({ kind: 'fail_run', reason: '2 tests fail before anything was done' });
    told.tell('run.failed', { reason: 'tests fail' });
    expect(told.state).toMatchObject({ stage: 'ended', ended: 'failed' });
  });

  it('pins accepted failures and the report of its baseline [R000-18] [R000-19]', () => {
    const told = proveBaseline(startTale(), { known_failing: ['a.test.ts::one'] });
    expect(told.state.knowledge).toMatchObject({ knownFailing: ['a.test.ts::one'], reportAt: 2 });
    expect(told.state.milestones).toMatchObject([{ phase: undefined, cycle: 0, next: 'plan' }]);
  });

  it('does not take the proof of another tree for its baseline', () => {
    expect(proveBaseline(startTale(), { tree: 'another' }).due).toEqual({ kind: 'prove_baseline' });
  });

  it('gives the same state and command for the same events every time [R000-05]', () => {
    const told = playUntil(startTale(), 'green', 2);
    const again = tale(told.events);
    expect(again.state).toEqual(told.state);
    expect(again.due).toEqual(told.due);
    const last = told.events.at(-1);
    if (last === undefined) throw new Error('There are no events.');
    expect(step(fold(told.events.slice(0, -1)), last)).toEqual({ state: told.state, commands: [told.due] });
  });

  it('is started once', () => {
    const told = playUntil(startTale(), 'red');
    const { seq: _, ...before } = told.state;
    const { seq, ...after } = told.record({ ...told.events[0], seq: 99 }).state;
    expect([after, seq]).toEqual([before, 99]);
  });

  it('keeps what agents learnt, the last ten only', () => {
    const told = playUntil(startTale(), 'red');
    for (let count = 1; count <= 6; count++) {
      playSession(told, { learnt: [`a${count}`, `b${count}`] });
      passGates(told);
      completePhase(told);
    }
    expect(told.state.learnt).toEqual(['a2', 'b2', 'a3', 'b3', 'a4', 'b4', 'a5', 'b5', 'a6', 'b6']);
  });
});

describe('a run that has ended', () => {
  it('takes nothing any more', () => {
    const told = playUntil(startTale(), 'red').tell('run.aborted', { reason: 'enough' });
    const { seq: _, ...ended } = told.state;
    playSession(told);
    told.record({ type: 'run.from_the_future' }).tell('run.failed', { reason: 'late' });
    const { seq, ...after } = told.state;
    expect(after).toEqual(ended);
    expect(seq).toBe(told.events.length);
  });

  it('has no open ask and is not parked', () => {
    const told = playUntil(startTale({ settings: { approvals: ['plan'] } }), 'plan');
    playSession(told);
    passGates(told);
    const ask = openAsk(told);
    told.tell('run.parked', { reason: 'interrupted' }).tell('run.aborted', { reason: 'enough' });
    expect(told.state).toMatchObject({ ended: 'aborted', ask: undefined, need: undefined, parked: undefined });
    told.tell('ask.answered', { ask, answer: { kind: 'approval', approved: true } });
    expect(told.state.ended).toBe('aborted');
  });

  it('is not completed by a word that comes too early', () => {
    expect(playUntil(startTale(), 'green').tell('run.completed', {}).due).toEqual({ kind: 'play', waitMs: 0 });
  });
});

describe('a journal this Baton does not wholly know', () => {
  it.each([
    ['a type it does not know', { type: 'run.teleported' }, 'event 3 is run.teleported (v1)'],
    ['a newer version', { type: 'phase.started', v: 2 }, 'event 3 is phase.started (v2)'],
    ['data it cannot understand', { type: 'session.started', data: { session: 7 } }, 'event 3 (session.started)'],
  ])('can be read and is not moved: %s', (_, event, why) => {
    const told = proveBaseline(startTale()).record(event);
    expect(told.state.unknown).toContain(why);
    expect(told.due).toBeUndefined();
    playSession(told);
    expect(told.due).toBeUndefined();
    expect(told.record({ type: 'run.teleported' }).state.unknown).toContain(why);
  });

  it('is not moved when its very first event is newer', () => {
    const [first] = startTale().events;
    const told = tale([{ ...first, v: 2 } as never]);
    expect(told.state.unknown).toContain('event 1 is run.started (v2)');
    expect(told.due).toBeUndefined();
  });

  it('does not mind events that are for others', () => {
    const told = proveBaseline(startTale()).record({ type: 'suspicion.raised', data: { anything: true } });
    expect(told.state).toMatchObject({ unknown: undefined, seq: 3 });
  });

  it.each([
    ['nothing', [], 'not with nothing'],
    ['another event', [{ type: 'run.resumed' }], 'not with run.resumed'],
    ['data of another shape', [{ type: 'run.started', run: 'r1', v: 1, data: {} }], 'run.started of r1 cannot be'],
    [
      'data of a newer Baton',
      [{ type: 'run.started', run: 'r1', v: 9, seq: 1, data: {} }],
      'which this Baton does not know',
    ],
  ])('is refused as corrupt where it begins with %s', (_, events, why) => {
    expect(() => fold(events as never)).toThrow(expect.objectContaining({ code: 'corrupt_journal' }));
    expect(() => fold(events as never)).toThrow(why);
  });

  it('is refused as corrupt where its workflow leads to a phase that does not exist', () => {
    const [first] = startTale().events;
    const workflow = { ...(first?.data.workflow as object), start: 'constructor' };
    expect(() => fold([{ ...first, data: { ...first?.data, workflow } } as never])).toThrow('start is constructor');
  });
});
