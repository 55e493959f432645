import { describe, expect, it } from 'vitest';
import {
  answer,
  commitAsPerson,
  decide,
  listOf,
  openAsk,
  planned,
  playPhase,
  playUntil,
  proveBaseline,
  refusedAttempt,
  rollBack,
  startTale,
  type Tale,
} from '../../test/workflow/tale.ts';
import { RULES } from './event-data.ts';
import { confirmation } from './list-progress.ts';
import { readWorkflow } from './workflow.ts';

const TICKED = listOf(['x push', 'x pop']);
const yes = { kind: 'approval', approved: true } as const;
const no = { kind: 'approval', approved: false, reason: 'peek is missing' } as const;

/** A run whose list was done before it began, planned as it was. */
function planNothing(start: Parameters<typeof startTale>[0] = {}): Tale {
  const told = proveBaseline(startTale(start), { list: TICKED });
  return playPhase(told, planned(TICKED));
}

describe('a run with a list in which nothing was done', () => {
  it('does not end by itself: a person is asked', () => {
    const told = planNothing();
    expect(told.due).toMatchObject({ kind: 'open_ask', need: { kind: 'approval', reason: 'nothing_to_do' } });
    expect(told.tell('run.completed', {}).state.ended).toBeUndefined();
    openAsk(told);
    expect(told.tell('run.completed', {}).state).toMatchObject({ stage: 'waiting', ended: undefined });
  });

  it('ends once a person confirms that there is nothing to do, which is kept with the name', () => {
    const told = planNothing();
    const ask = openAsk(told);
    told.record({ type: 'ask.answered', actor: 'ann', data: { ask, answer: yes } });
    expect(told.due).toEqual({ kind: 'close_run' });
    told.tell('run.completed', {});
    expect(told.state.ended).toBe('completed');
    expect(confirmation(told.state)).toBe('ann');
  });

  it('is planned again when a person says that there is something to do, at no cost of attempts or cycles', () => {
    const told = answer(planNothing(), no);
    expect(told.state).toMatchObject({ stage: 'ready', phase: 'plan', cycle: 1, attempt: 1, spent: 0 });
    expect(told.state.told).toMatchObject({ hint: 'peek is missing' });
    playPhase(told, planned(listOf(['x push', 'x pop', 'peek'], TICKED)));
    playPhase(playUntil(told, 'plan', 2));
    expect(told.due).toEqual({ kind: 'close_run' });
  });

  it('asks again after commits of a person, for which nothing was confirmed yet', () => {
    const told = answer(planNothing(), yes);
    commitAsPerson(told);
    proveBaseline(told, { list: TICKED });
    expect(told.due).toMatchObject({ kind: 'open_ask', need: { reason: 'nothing_to_do' } });
  });

  it('asks after a rollback to before everything it did, and not once an item is completed', () => {
    const told = proveBaseline(startTale());
    const start = told.state.base.commit;
    playPhase(told, planned(listOf(['push'])));
    playPhase(playUntil(told, 'plan', 2));
    expect(told.due).toEqual({ kind: 'close_run' });
    rollBack(told, start);
    playPhase(told, planned(TICKED));
    expect(told.state.need?.reason).toBe('nothing_to_do');
  });

  it('asks where the only item was skipped, and names it', () => {
    const told = playUntil(proveBaseline(startTale({ settings: { attempts: 1 } })), 'plan');
    playPhase(told, planned(listOf(['push'])));
    decide(refusedAttempt(told, 'no_new_test'), 'skip');
    rollBack(told);
    playPhase(told, planned(told.state.knowledge.list));
    expect(told.state.need).toMatchObject({ reason: 'nothing_to_do' });
    expect(told.state.need?.about).toContain('skipped: T1 push (a person said so)');
  });

  it('asks where the plan dropped what was open, and names that', () => {
    const list = listOf(['x push', 'pop']);
    const told = proveBaseline(startTale(), { list });
    playPhase(told, planned(listOf(['x push'], list)));
    expect(told.state.need?.about).toContain('dropped: T2 pop');
  });

  it('ends as before where it began under the rules of before, or the workflow has no list', () => {
    expect(planNothing({ rules: 1 }).due).toEqual({ kind: 'close_run' });
    const workflow = readWorkflow({
      name: 'note',
      description: 'one phase',
      start: 'note',
      phases: { note: { agent: 'a', writes: 'anything', gates: ['scope'], on: { complete: 'end' }, commit: 'docs' } },
    });
    expect(playPhase(proveBaseline(startTale({ workflow }))).due).toEqual({ kind: 'close_run' });
  });
});

it('a run that is judged by rules of a newer Baton is shown and not moved', () => {
  const { state, due } = startTale({ rules: 99 });
  expect([state.unknown, due]).toEqual([`it is judged by rules 99, and this Baton knows ${RULES}`, undefined]);
});
