import { describe, expect, it } from 'vitest';
import {
  completePhase,
  decide,
  NO_USAGE,
  openAsk,
  passGates,
  playPhase,
  playSession,
  playUntil,
  refusedAttempt,
  refuseGate,
  startSession,
  startTale,
} from '../../test/workflow/tale.ts';
import type { RefusalCode } from '../evidence/reasons.ts';
import { readWorkflow } from './workflow.ts';

const PLAY = { kind: 'play', waitMs: 0 };

describe('a refused attempt', () => {
  it.each<[string, RefusalCode, string]>([
    ['red', 'not_collected', '[R001-43]'],
    ['red', 'test_passes_before_implementation', '[R001-44]'],
    ['red', 'wrong_failure_reason', ''],
    ['red', 'no_new_test', ''],
    ['red', 'missing_snapshot', ''],
    ['green', 'still_failing', ''],
    ['green', 'flaky', ''],
    ['plan', 'list_unreadable', ''],
  ])('in %s (%s) is followed by another that repairs it, and is told why [R001-48] %s', (phase, code) => {
    const told = playUntil(startTale(), phase);
    playSession(told, { candidate: 't1' });
    refuseGate(told, code);
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase, attempt: 2, spent: 1, candidate: undefined });
    expect(told.state.told).toMatchObject({ reasons: [{ code }], repair: 't1' });
  });

  it.each<[string, RefusalCode, string]>([
    ['green', 'regression', '[R001-45]'],
    ['green', 'tests_changed_after_red', ''],
    ['green', 'test_config_changed', ''],
    ['red', 'out_of_scope', '[R000-07]'],
    ['red', 'existing_test_changed', ''],
    ['red', 'secret_in_diff', ''],
    ['plan', 'list_lost_items', ''],
    ['refactor', 'regression', '[R001-46]'],
    ['refactor', 'still_failing', '[R001-46]'],
    ['refactor', 'refactored_test_is_hollow', ''],
  ])('in %s (%s) is followed by another from the base, told the paths and the rule %s', (phase, code) => {
    const told = playUntil(startTale(), phase);
    playSession(told);
    passGates(told, {}, ['scope']);
    refuseGate(told, code);
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase, attempt: 2, spent: 1 });
    expect(told.state.told.reasons).toEqual([{ code, message: `It is ${code}.`, paths: ['stack.ts'] }]);
    expect(told.state.told.repair).toBeUndefined();
  });

  it('is taken back if only one of its reasons asks for that', () => {
    const told = refusedAttempt(playUntil(startTale(), 'green'), 'still_failing', 'regression');
    expect(told.state.told.repair).toBeUndefined();
  });

  it('leaves nothing of what its gates had found', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told);
    passGates(told, {}, ['scope']);
    refuseGate(told, 'not_collected');
    playSession(told);
    expect(told.due).toEqual({ kind: 'judge', gates: ['scope', 'red'] });
  });
});

describe('attempts', () => {
  it('are four by default, and then a person decides [R001-47] [R001-50]', () => {
    const told = playUntil(startTale(), 'red');
    for (let attempt = 1; attempt <= 3; attempt++) expect(refusedAttempt(told, 'not_collected').due).toEqual(PLAY);
    refusedAttempt(told, 'not_collected');
    expect(told.state.need).toEqual({
      kind: 'decision',
      reason: 'attempts',
      about: 'red of cycle 1 did not pass in 4 attempts. The last time: It is not_collected.',
    });
    openAsk(told);
    expect(told.due).toBeUndefined();
    expect(told.state).toMatchObject({ stage: 'waiting', spent: 4, allowed: 4 });
  });

  it('may be fewer for a phase', () => {
    const { name, phases, ...more } = startTale().state.workflow;
    const red = { ...phases.red, attempts: 1 };
    const told = playUntil(startTale({ workflow: readWorkflow({ ...more, name, phases: { ...phases, red } }) }), 'red');
    expect(refusedAttempt(told, 'not_collected').state.need?.reason).toBe('attempts');
    decide(told, 'retry');
    expect(told.state).toMatchObject({ spent: 1, allowed: 2 });
  });

  it('begin anew with every phase', () => {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    expect(playPhase(told).state).toMatchObject({ phase: 'green', attempt: 1, spent: 0, told: { reasons: [] } });
  });

  it('of a refactoring that cannot be made to pass end in green, and the run goes on [R001-46] [R001-38]', () => {
    const told = playUntil(startTale(), 'refactor');
    const green = told.state.milestones.at(-1)?.knowledge;
    for (let attempt = 1; attempt <= 4; attempt++) refusedAttempt(told, 'regression');
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: true });
    const base = told.state.base.tree;
    completePhase(told);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2, base: { tree: `${base}+tick` } });
    const { knowledge } = told.state;
    expect(knowledge).toMatchObject({ completedTests: [{ id: 'T1', done: true }], reportAt: green?.reportAt });
    expect(knowledge.said).toBeUndefined();
  });

  it('of a refactoring that is dropped leave the files of green even if the event names no tree', () => {
    const told = playUntil(startTale(), 'refactor');
    const base = told.state.base.tree;
    for (let attempt = 1; attempt <= 4; attempt++) refusedAttempt(told, 'regression');
    told.tell('phase.completed', { commit: 'f'.repeat(40), workflow: 'tdd', next_phase: 'plan' });
    expect(told.state.base).toEqual({ commit: 'f'.repeat(40), tree: base });
  });

  it('of a refactoring that is dropped do not end with what was refused', () => {
    const told = playUntil(startTale(), 'refactor');
    for (let attempt = 1; attempt <= 4; attempt++) refusedAttempt(told, 'regression');
    const tree = told.state.candidate?.tree ?? '';
    told.tell('phase.completed', { commit: 'f'.repeat(40), tree, workflow: 'tdd', next_phase: 'plan' });
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: true });
  });
});

describe('a session whose program', () => {
  it.each(['failed', 'timed_out'] as const)('%s uses up an attempt, and the next is told', (ended) => {
    const told = playUntil(startTale(), 'green');
    playSession(told, { ended, detail: 'no answer within 30 minutes' });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ attempt: 2, spent: 1 });
    expect(told.state.told).toMatchObject({ trouble: 'no answer within 30 minutes', repair: undefined });
    for (let attempt = 2; attempt <= 4; attempt++) playSession(told, { ended });
    expect(told.state.need?.about).toBe(`green of cycle 1 did not pass in 4 attempts. The last time: ${ended}`);
  });

  it.each(['lost', 'interrupted'] as const)('was %s uses up none and is played again as it was', (ended) => {
    const told = refusedAttempt(playUntil(startTale(), 'green'), 'still_failing');
    const before = told.state;
    playSession(told, { ended });
    expect(told.due).toEqual(PLAY);
    const { seq: _, handoff: __, ...after } = told.state;
    expect(before).toMatchObject(after);
  });

  it('cannot work here parks the run until somebody resumes it', () => {
    const told = playUntil(startTale(), 'plan');
    playSession(told, { ended: 'unavailable', detail: 'Set ANTHROPIC_API_KEY.' });
    expect(told.state).toMatchObject({ parked: 'Set ANTHROPIC_API_KEY.', stage: 'ready', attempt: 1, spent: 0 });
    expect(told.due).toBeUndefined();
    expect(told.tell('run.resumed', {}).due).toEqual(PLAY);
  });

  it('ended is not heard twice, nor by another name', () => {
    const told = playUntil(startTale(), 'red');
    const session = startSession(told);
    told.tell('session.ended', { session: 'another', ended: 'failed', usage: NO_USAGE });
    expect(told.state.stage).toBe('playing');
    told.tell('session.ended', { session, ended: 'failed', usage: NO_USAGE });
    told.tell('session.ended', { session, ended: 'failed', usage: NO_USAGE });
    expect(told.state).toMatchObject({ attempt: 2, spent: 1 });
  });

  it.each(['judging', 'settled'] as const)('left a candidate that is not here is played again (%s)', (stage) => {
    const told = playUntil(startTale(), 'red');
    playSession(told);
    if (stage === 'settled') passGates(told);
    const session = told.state.candidate?.session ?? '';
    told.tell('session.ended', { session, ended: 'lost', usage: NO_USAGE });
    expect(told.state).toMatchObject({ stage: 'ready', attempt: 1, spent: 0, candidate: undefined });
  });
});

describe('a service that cannot be had', () => {
  it('is waited for 1, 2, 4 ... seconds and at most a minute, without using up an attempt [R001-49] [R001-41]', () => {
    const told = playUntil(startTale(), 'red');
    const waits = Array.from({ length: 7 }, () => playSession(told, { ended: 'service' }).due);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60].map((seconds) => ({ kind: 'play', waitMs: seconds * 1000 })));
    expect(told.state).toMatchObject({ attempt: 1, spent: 0 });
  });

  it('is not held against the agent: no reason is given for a retry, while a refusal gives one [R001-41]', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told, { ended: 'service', detail: '529 overloaded' });
    expect(told.state).toMatchObject({ waits: 1, attempt: 1, spent: 0, told: { reasons: [] } });
    playSession(told);
    refuseGate(told, 'not_collected');
    expect(told.state).toMatchObject({
      waits: 0,
      attempt: 2,
      spent: 1,
      told: { reasons: [{ code: 'not_collected' }] },
    });
  });

  it('is waited for as long as it asks, within a day', () => {
    const told = playUntil(startTale(), 'red');
    const wait = (retry_after_ms: number) => playSession(told, { ended: 'service', retry_after_ms }).due;
    expect(wait(30_000)).toEqual({ kind: 'play', waitMs: 30_000 });
    expect(wait(500)).toEqual({ kind: 'play', waitMs: 2000 });
    expect(wait(1e12)).toEqual({ kind: 'play', waitMs: 86_400_000 });
  });

  it('is no longer waited for once a session has come through, or the run was resumed', () => {
    const told = playUntil(startTale(), 'red');
    playSession(told, { ended: 'service', retry_after_ms: 5000 });
    expect(refusedAttempt(told, 'not_collected').due).toEqual(PLAY);
    playSession(told, { ended: 'service' });
    told.tell('run.parked', { reason: 'interrupted' });
    expect(told.due).toBeUndefined();
    expect(told.tell('run.resumed', {}).due).toEqual(PLAY);
  });

  it('is a person matter after the eighth time in a row', () => {
    const told = playUntil(startTale(), 'red');
    for (let count = 1; count <= 8; count++) playSession(told, { ended: 'service', detail: 'overloaded' });
    expect(told.state.need).toMatchObject({
      reason: 'service',
      about: 'A service failed 8 times in a row: overloaded',
    });
    expect(decide(told, 'retry').due).toEqual(PLAY);
  });
});

describe('a result that cannot be read', () => {
  it('is asked for again twice, from the same files, then the evidence alone is judged', () => {
    const told = playUntil(startTale(), 'green');
    for (let count = 1; count <= 2; count++) {
      playSession(told, { unreadable: 'status is missing', candidate: `t${count}` });
      expect(told.due).toEqual(PLAY);
      expect(told.state).toMatchObject({ attempt: count + 1, spent: 0 });
      expect(told.state.told).toMatchObject({
        trouble: expect.stringContaining('status is missing'),
        repair: `t${count}`,
      });
    }
    playSession(told, { unreadable: 'status is missing' });
    expect(told.due).toEqual({ kind: 'judge', gates: ['scope', 'green'] });
    refuseGate(told, 'still_failing');
    playSession(told, { unreadable: 'status is missing' });
    expect(told.due?.kind).toBe('judge');
  });

  it('may be unreadable twice again in the next phase', () => {
    const told = playUntil(startTale(), 'red');
    for (let count = 1; count <= 3; count++) playSession(told, { unreadable: 'no JSON' });
    passGates(told);
    completePhase(told);
    expect(playSession(told, { unreadable: 'no JSON' }).due).toEqual(PLAY);
  });
});

describe('the budget', () => {
  it.each([
    [{ usd: 1 }, { tokens: 0, usd: 1.25, ms: 0 }, '1.25 of 1 USD'],
    [{ tokens: 1000 }, { tokens: 1000, usd: 0, ms: 0 }, '1000 of 1000 tokens'],
    [{ minutes: 2 }, { tokens: 0, usd: 0, ms: 150_000 }, '2.5 of 2 minutes'],
  ])('refuses the next session once it is used up: %j', (budget, usage, what) => {
    const told = playUntil(startTale({ settings: { budget } }), 'plan');
    playSession(told, { usage });
    expect(told.due?.kind).toBe('judge');
    passGates(told);
    completePhase(told);
    expect(told.due).toEqual({ kind: 'exceed_budget', what });
    told.tell('budget.exceeded', { what });
    expect(told.state.need).toEqual({ kind: 'decision', reason: 'budget', about: `The budget is used up: ${what}.` });
    expect(decide(told, 'retry').due).toEqual(PLAY);
  });

  it('counts what every session used, however it ended', () => {
    const told = playUntil(startTale({ settings: { budget: { tokens: 100 } } }), 'plan');
    const usage = { tokens: 40, usd: 0, ms: 10 };
    for (const ended of ['lost', 'service', 'failed'] as const) playSession(told, { ended, usage });
    expect(told.state.spending).toEqual({ tokens: 120, usd: 0, ms: 30 });
    expect(told.due?.kind).toBe('exceed_budget');
  });

  it('once granted again allows a session, however much was spent before', () => {
    const told = playUntil(startTale({ settings: { budget: { usd: 1 } } }), 'plan');
    playSession(told, { ended: 'failed', usage: { tokens: 0, usd: 7.5, ms: 0 } });
    told.tell('budget.exceeded', { what: 'USD' });
    expect(decide(told, 'retry').due).toEqual(PLAY);
    expect(told.state.budgets.run).toBe(8);
  });

  it('is not exceeded by a word that comes while a session is at work', () => {
    const told = playUntil(startTale(), 'plan');
    startSession(told);
    expect(told.tell('budget.exceeded', { what: 'x' }).due).toEqual({ kind: 'recover_session' });
  });
});

describe('a run that is parked', () => {
  it('stays where it is, whatever that is, until it is resumed', () => {
    const told = playUntil(startTale(), 'green');
    playSession(told);
    told.tell('run.parked', { reason: 'interrupted', detail: 'interrupted by a person' });
    expect(told.state).toMatchObject({ stage: 'judging', parked: 'interrupted by a person' });
    expect(told.due).toBeUndefined();
    expect(told.tell('run.resumed', {}).due).toEqual({ kind: 'judge', gates: ['scope', 'green'] });
    expect(told.tell('run.parked', {}).state.parked).toBe('parked');
  });
});
