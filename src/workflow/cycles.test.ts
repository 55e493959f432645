import { describe, expect, it } from 'vitest';
import {
  decide,
  listOf,
  planned,
  playPhase,
  playUntil,
  proveBaseline,
  rollBack,
  startTale,
} from '../../test/workflow/tale.ts';
import { readWorkflow } from './workflow.ts';

const PLAY = { kind: 'play', waitMs: 0 };

describe('cycles', () => {
  it('are counted from 1, one for each time round [R001-56]', () => {
    const told = playUntil(startTale({}), 'plan', 3);
    expect(told.state.milestones.map(({ phase, cycle }) => `${phase ?? 'start'} ${cycle}`)).toEqual([
      ...['start 0', 'plan 1', 'red 1', 'green 1', 'refactor 1'],
      ...['plan 2', 'red 2', 'green 2', 'refactor 2'],
    ]);
  });

  it('begin with no test, and nothing remembered of the one before', () => {
    const told = playUntil(startTale(), 'plan', 2);
    expect(told.state.milestones.at(-1)?.knowledge).toMatchObject({
      item: { id: 'T1' },
      newTests: [expect.any(String)],
    });
    expect(told.state.knowledge).toMatchObject({ item: undefined, red: undefined, newTests: [] });
  });

  it('do not include the last plan, which only sees that nothing is left', () => {
    const told = proveBaseline(startTale({ settings: { max_cycles: 1 } }));
    playPhase(told, planned(listOf(['push'])));
    playUntil(told, 'plan', 2);
    expect(told.due).toEqual(PLAY);
    playPhase(told);
    expect(told.due).toEqual({ kind: 'close_run' });
  });

  it('are asked for when that plan finds more to do', () => {
    const told = proveBaseline(startTale({ settings: { max_cycles: 1 } }));
    playPhase(told, planned(listOf(['push'])));
    playUntil(told, 'plan', 2);
    playPhase(told, planned(listOf(['x push', 'pop'], told.state.knowledge.list)));
    expect(told.state).toMatchObject({ phase: 'red', cycle: 2, need: { reason: 'cycles' } });
    expect(decide(told, 'retry').due).toEqual(PLAY);
  });

  it('begin when their first phase is entered again, not when it is entered', () => {
    const phase = { agent: 'a', writes: 'anything', gates: ['scope'], commit: 'feat' };
    const workflow = readWorkflow({
      name: 'loop',
      description: 'brief once, then go round',
      start: 'brief',
      cycle: 'work',
      phases: {
        brief: { ...phase, on: { complete: 'work' } },
        work: { ...phase, on: { complete: 'check' } },
        check: { ...phase, gates: ['scope', 'handoff'], on: { complete: 'work', '@good': 'end' } },
      },
    });
    const told = proveBaseline(startTale({ workflow }));
    const seen = [];
    for (let count = 0; count < 5; count++) {
      seen.push(`${told.state.phase} ${told.state.cycle}`);
      playPhase(told);
    }
    expect(seen).toEqual(['brief 1', 'work 1', 'check 1', 'work 2', 'check 2']);
    rollBack(told, told.state.milestones[1]?.commit);
    expect(told.state).toMatchObject({ phase: 'work', cycle: 1 });
  });

  it('beyond what is allowed are a person matter, who allows as many again', () => {
    const told = playUntil(startTale({ settings: { max_cycles: 1 } }), 'plan', 2);
    expect(told.state.need).toEqual({ kind: 'decision', reason: 'cycles', about: '1 cycle is done.' });
    expect(decide(told, 'retry').due).toEqual(PLAY);
    expect(told.state.allowedCycles).toBe(2);
  });

  it('that a person allows do not allow a visit too many', () => {
    const phase = { agent: 'a', writes: 'anything', gates: ['scope'], commit: 'feat' };
    const workflow = readWorkflow({
      name: 'once',
      description: 'one phase, once',
      start: 'work',
      cycle: 'work',
      phases: {
        work: { ...phase, gates: ['scope', 'handoff'], on: { complete: 'work', '@good': 'end' }, max_visits: 1 },
      },
    });
    const told = playPhase(proveBaseline(startTale({ workflow, settings: { max_cycles: 1 } })));
    expect(told.state.need?.reason).toBe('cycles');
    expect(decide(told, 'retry').state.need?.reason).toBe('visits');
    expect(decide(told, 'retry').due).toEqual(PLAY);
  });
});
