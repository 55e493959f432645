import { describe, expect, it } from 'vitest';
import {
  answer,
  completePhase,
  decide,
  hash,
  openAsk,
  passGates,
  playPhase,
  playSession,
  playUntil,
  refusedAttempt,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { readWorkflow } from './workflow.ts';

const PLAY = { kind: 'play', waitMs: 0 };

function usedUp(phase: string, told: Tale = startTale()): Tale {
  playUntil(told, phase);
  for (let attempt = 1; attempt <= 4; attempt++) refusedAttempt(told, 'not_collected');
  return told;
}

describe('an approval', () => {
  function awaited(settings = { approvals: ['green'] }): Tale {
    const told = playUntil(startTale({ settings }), 'green');
    playSession(told, {
      candidate: 't1',
      ...(settings.approvals.length === 0 ? { status: 'needs_review' as const } : {}),
    });
    return passGates(told);
  }

  it('is asked for where the phase is configured so, once its gates have passed [R001-57]', () => {
    const told = awaited();
    const need = { kind: 'approval', reason: 'approval', about: 'May green of cycle 1 be accepted?' };
    expect(told.due).toEqual({ kind: 'open_ask', need });
    openAsk(told);
    expect(told.due).toBeUndefined();
    expect(told.state.ask).toMatchObject({ kind: 'approval', tree: 't1' });
  });

  it('is asked for where the agent says that its work needs a review [R002-10]', () => {
    expect(awaited({ approvals: [] }).state.need?.kind).toBe('approval');
  });

  it('is not asked for while a gate has not passed', () => {
    const told = playUntil(startTale(), 'green');
    playSession(told, { status: 'needs_review' });
    passGates(told, {}, ['scope']);
    expect(told.due).toEqual({ kind: 'judge', gates: ['green'] });
  });

  it('lets the phase be completed with the tree it was about', () => {
    const told = answer(awaited(), { kind: 'approval', approved: true });
    expect(told.due).toEqual({ kind: 'complete_phase', dropped: false });
    expect(completePhase(told, { tree: 't2' }).state.phase).toBe('green');
    expect(completePhase(told, { tree: 't1' }).state.phase).toBe('refactor');
  });

  it('is void where its ask names another tree', () => {
    const told = awaited();
    told.tell('ask.opened', { ask: 'ask-x', kind: 'approval', about: 'this?', tree: 't2' });
    told.tell('ask.answered', { ask: 'ask-x', answer: { kind: 'approval', approved: true } });
    expect(told.due?.kind).toBe('open_ask');
  });

  it('of one attempt says nothing about the next, even on the same tree', () => {
    const told = answer(awaited(), { kind: 'approval', approved: true });
    const session = told.state.candidate?.session ?? '';
    told.tell('session.ended', { session, ended: 'lost', usage: { tokens: 0, usd: 0, ms: 0 } });
    playSession(told, { candidate: 't1' });
    expect(passGates(told).due?.kind).toBe('open_ask');
  });

  it('that is refused uses up an attempt, and the reason is a hint to the next', () => {
    const told = answer(awaited(), { kind: 'approval', approved: false, reason: 'Name it better.' });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ attempt: 2, spent: 1, ask: undefined, need: undefined });
    expect(told.state.told).toMatchObject({ trouble: 'A person did not approve it.', hint: 'Name it better.' });
  });

  it('that is refused the last time is a decision, or drops a refactoring', () => {
    const told = awaited();
    for (let attempt = 1; attempt < 4; attempt++) {
      answer(told, { kind: 'approval', approved: false });
      playSession(told);
      passGates(told);
    }
    expect(answer(told, { kind: 'approval', approved: false }).state.need?.reason).toBe('attempts');

    const tidy = playUntil(startTale({ settings: { approvals: ['refactor'], attempts: 1 } }), 'refactor');
    playSession(tidy);
    passGates(tidy);
    expect(answer(tidy, { kind: 'approval', approved: false }).due).toEqual({ kind: 'complete_phase', dropped: true });
  });
});

describe('a question', () => {
  function blocked(more = {}): Tale {
    const told = refusedAttempt(playUntil(startTale(), 'red'), 'not_collected');
    return playSession(told, { status: 'blocked', blocked_reason: 'missing_requirements', ...more });
  }

  it('is asked where an agent is blocked, in its own words [R002-09] [R002-15]', () => {
    const told = blocked({ questions: ['May a stack be full?', 'How full?'] });
    expect(told.state.need).toEqual({
      kind: 'question',
      reason: 'missing_requirements',
      about: 'May a stack be full?\nHow full?',
    });
  });

  it.each(['out_of_scope', 'unknown', 'constructor', '__proto__'])(
    'is asked whatever the reason: %s [R002-17] [R002-18]',
    (reason) => {
      const told = blocked({ blocked_reason: reason, summary: 'I cannot.' });
      expect(told.state.need).toEqual({
        kind: 'question',
        reason,
        about: `test-agent is blocked (${reason}): I cannot.`,
      });
    },
  );

  it('has an answer that the next session is told, with the question, and uses up no attempt', () => {
    const told = answer(blocked({ questions: ['May a stack be full?'] }), { kind: 'question', text: 'No.' });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ attempt: 3, spent: 1 });
    expect(told.state.told).toMatchObject({ question: 'May a stack be full?', answer: 'No.' });
    expect(told.state.told.reasons).toMatchObject([{ code: 'not_collected' }]);
  });

  it('has an answer that holds for all later sessions of the phase, and only for them', () => {
    const told = answer(blocked({ questions: ['Full?'] }), { kind: 'question', text: 'No.' });
    refusedAttempt(told, 'flaky');
    expect(told.state.told).toMatchObject({ question: 'Full?', answer: 'No.', reasons: [{ code: 'flaky' }] });
    expect(playPhase(told).state.told.answer).toBeUndefined();
  });

  it('is not asked where another phase takes over, which is told why [R002-27]', () => {
    const { phases, ...more } = startTale().state.workflow;
    const red = { ...phases.red, blocked: { missing_requirements: 'plan' } };
    const told = playUntil(startTale({ workflow: readWorkflow({ ...more, phases: { ...phases, red } }) }), 'red');
    playSession(told, {
      status: 'blocked',
      blocked_reason: 'missing_requirements',
      summary: 'Which error?',
      questions: ['Q'],
    });
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2, attempt: 1, visits: { plan: 2, red: 1 } });
    expect(told.state.stuck).toMatchObject({
      phase: 'red',
      agent: 'test-agent',
      reason: 'missing_requirements',
      text: 'Which error?',
      questions: ['Q'],
    });
  });
});

describe('a decision', () => {
  it('to try again allows as many attempts more, and the hint holds for all of them [R001-50]', () => {
    const told = decide(usedUp('red'), 'retry', 'Use toEqual.');
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ attempt: 5, spent: 4, allowed: 8 });
    expect(told.state.told).toMatchObject({ hint: 'Use toEqual.', reasons: [{ code: 'not_collected' }] });
    refusedAttempt(told, 'no_new_test');
    expect(told.state.told).toMatchObject({ hint: 'Use toEqual.', reasons: [{ code: 'no_new_test' }] });
    for (let attempt = 6; attempt <= 8; attempt++) refusedAttempt(told, 'no_new_test');
    expect(decide(told, 'retry').state.told.hint).toBe('Use toEqual.');
    for (let attempt = 9; attempt <= 12; attempt++) refusedAttempt(told, 'no_new_test');
    expect(decide(told, 'retry', 'Or toBe.').state.told.hint).toBe('Or toBe.');
  });

  it('to skip the test marks it where it was chosen, and plan chooses again [R001-50]', () => {
    const told = usedUp('green');
    const [, plan, red] = told.state.milestones;
    decide(told, 'skip', 'It needs a server.');
    expect(told.due).toEqual({ kind: 'roll_back', to: plan?.commit, skip: true, hint: 'It needs a server.' });
    rollBack(told);
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2, base: { tree: `${plan?.tree}+skip` } });
    expect(told.state.knowledge.list.items).toMatchObject([{ id: 'T1', skipped: 'a person said so' }, { id: 'T2' }]);
    expect(told.state.told.hint).toBeUndefined();
    playPhase(told);
    expect(told.state).toMatchObject({ phase: 'red', knowledge: { item: { id: 'T2' }, red: undefined } });
    expect(told.state.milestones.map(({ commit }) => commit)).toContain(red?.commit);
  });

  it('to skip leaves no test chosen, also where no cycle begins', () => {
    const { phases, cycle: _, ...more } = startTale().state.workflow;
    const plan = { ...phases.plan, max_visits: 9 };
    const told = usedUp('red', startTale({ workflow: readWorkflow({ ...more, phases: { ...phases, plan } }) }));
    decide(told, 'skip');
    rollBack(told);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 1, knowledge: { item: undefined } });
  });

  it('to roll back goes to where the cycle began, and a hint reaches the next session', () => {
    const told = usedUp('green', playUntil(startTale(), 'plan', 2));
    const before = told.state.milestones.findLast(({ phase }) => phase === 'refactor');
    decide(told, 'rollback', 'Plan smaller steps.');
    expect(told.due).toMatchObject({ kind: 'roll_back', to: before?.commit, skip: false });
    rollBack(told);
    expect(told.due).toEqual(PLAY);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 2, attempt: 1, spent: 0 });
    expect(told.state.told.hint).toBe('Plan smaller steps.');
  });

  it('to roll back in the first cycle goes to where the run began', () => {
    const told = decide(usedUp('red'), 'rollback');
    expect(told.due).toMatchObject({ kind: 'roll_back', to: hash(0) });
    rollBack(told);
    expect(told.state).toMatchObject({ phase: 'plan', cycle: 1, knowledge: { list: { items: [], highest: 2 } } });
  });

  it('to abort ends the run once it was carried out', () => {
    const told = decide(usedUp('red'), 'abort');
    expect(told.due).toEqual({ kind: 'abort', reason: 'a person decided so' });
    told.tell('run.parked', {});
    expect(told.due).toBeUndefined();
    told.tell('run.resumed', {}).tell('run.aborted', { reason: 'a person decided so' });
    expect(told.state).toMatchObject({ ended: 'aborted', decision: undefined });
    expect(decide(usedUp('red'), 'abort', 'wrong idea').due).toEqual({ kind: 'abort', reason: 'wrong idea' });
  });
});

describe('an answer', () => {
  it('works once', () => {
    const told = usedUp('red');
    const ask = openAsk(told);
    decide(told, 'retry', 'first');
    const { seq: _, ...first } = told.state;
    told.tell('ask.answered', { ask, answer: { kind: 'decision', choice: 'abort' } });
    expect(told.state).toMatchObject(first);
  });

  it('works once also while it waits to be carried out', () => {
    const told = usedUp('red');
    const ask = openAsk(told);
    decide(told, 'rollback');
    told.tell('ask.answered', { ask, answer: { kind: 'decision', choice: 'abort' } });
    expect(told.due?.kind).toBe('roll_back');
  });

  it('of another kind, to another ask, or before there is an ask, changes nothing', () => {
    const told = usedUp('red');
    told.tell('ask.answered', { ask: 'ask-1', answer: { kind: 'decision', choice: 'abort' } });
    expect(told.due?.kind).toBe('open_ask');
    const ask = openAsk(told);
    told.tell('ask.answered', { ask, answer: { kind: 'approval', approved: true } });
    told.tell('ask.answered', { ask: 'ask-other', answer: { kind: 'decision', choice: 'abort' } });
    expect(told.state.ask?.id).toBe(ask);
    expect(told.due).toBeUndefined();
  });

  it('to an ask that became void changes nothing', () => {
    const told = usedUp('green');
    const ask = openAsk(told);
    rollBack(told, told.state.milestones[1]?.commit);
    expect(told.due).toEqual(PLAY);
    told.tell('ask.answered', { ask, answer: { kind: 'decision', choice: 'abort' } });
    expect(told.due).toEqual(PLAY);
  });

  it('cannot be had for an ask of another kind than is needed', () => {
    const told = usedUp('red');
    told.tell('ask.opened', {
      ask: 'ask-x',
      kind: 'approval',
      about: 'Accept it anyway?',
      tree: told.state.candidate?.tree,
    });
    expect(told.due).toMatchObject({ kind: 'open_ask', need: { kind: 'decision' } });
  });

  it('can be given while the run is parked, and counts when it is resumed', () => {
    const told = usedUp('red');
    openAsk(told);
    told.tell('run.parked', {});
    expect(decide(told, 'retry').due).toBeUndefined();
    expect(told.tell('run.resumed', {}).due).toEqual(PLAY);
  });
});
