import { expect, it } from 'vitest';
import { viewOf } from '../../test/cli-view.ts';
import { chooseRun } from './choose-run.ts';

it('the only run that can go on is meant when none is named', () => {
  const views = [
    viewOf({ run: 'a', state: 'completed' }),
    viewOf({ run: 'b', state: 'waiting' }),
    viewOf({ run: 'c', state: 'parked' }),
    viewOf({ run: 'd', state: 'running' }),
  ];
  expect(chooseRun(views).run).toBe('c');
  expect(chooseRun(views.filter(({ run }) => run !== 'c')).run).toBe('b');
});

it('several that can go on are listed with what to type', () => {
  const views = [viewOf({ run: 'a', state: 'parked' }), viewOf({ run: 'b', state: 'stopped', request: 'Do\nit' })];
  expect(() => chooseRun(views)).toThrow(
    '2 runs can go on. Name one:\n  baton resume a   (parked) A stack with push and pop\n  baton resume b   (stopped) Do it',
  );
});

it('where none can go on, a new one can be started', () => {
  expect(() => chooseRun([viewOf({ state: 'failed' })])).toThrow('No run can go on. Start one: baton run');
});
