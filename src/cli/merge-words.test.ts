import { expect, it } from 'vitest';
import type { Homecoming } from '../engine/run/merge.ts';
import { tellHomecoming } from './merge-words.ts';

const outcomes: readonly Homecoming[] = [
  { state: 'moved', into: 'main', at: undefined },
  { state: 'dirty', into: 'main', workTree: '/here', paths: ['a.ts'] },
  { state: 'busy', into: 'main', workTree: '/here' },
  { state: 'refused', into: 'main', why: 'pre-merge-commit: no' },
  { state: 'different', into: 'main', tree: 't' },
  { state: 'conflicts', into: 'main', paths: ['a.ts'] },
  { state: 'not_green', into: 'main', reasons: [{ code: 'regression', message: 'Tests fail.' }] },
];

it.each(outcomes)('a merge that was not made ($state) says what to type next', (outcome) => {
  expect(tellHomecoming('r1', outcome).join('\n')).toMatch(/baton merge r1|git merge --no-ff baton\/r1/);
});

it('a merge that was made names its commit', () => {
  const [line] = tellHomecoming('r1', { state: 'merged', into: 'main', commit: 'c'.repeat(40) });
  expect(line).toBe('r1 is merged into main by cccccccccccc; the result was proved green.');
});

it('a merge that nothing was proved of does not say so', () => {
  const [line] = tellHomecoming('r1', { state: 'merged', into: 'main', commit: 'c'.repeat(40), unproved: true });
  expect(line).not.toContain('proved green');
});

it('only the first of many paths are named', () => {
  const paths = Array.from({ length: 25 }, (_, number) => `f${number}`);
  expect(tellHomecoming('r1', { state: 'conflicts', into: 'main', paths })).toContain('  and 5 more');
});
