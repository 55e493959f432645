import { expect, it } from 'vitest';
import type { RunMergeOutcome } from '../engine/run/merge.ts';
import { describeMerge } from './merge-words.ts';

const outcomes: readonly RunMergeOutcome[] = [
  { state: 'moved', into: 'main', at: undefined },
  { state: 'branch_moved', into: 'main', branch: 'baton/r1', at: 'a'.repeat(40), expected: 'b'.repeat(40) },
  { state: 'dirty', into: 'main', workTree: '/here', paths: ['a.ts'] },
  { state: 'busy', into: 'main', workTree: '/here' },
  { state: 'refused', into: 'main', why: 'pre-merge-commit: no' },
  { state: 'different', into: 'main', tree: 't' },
  { state: 'conflicts', into: 'main', paths: ['a.ts'] },
  { state: 'not_green', into: 'main', reasons: [{ code: 'regression', message: 'Tests fail.' }] },
];

it.each(outcomes)('a merge that was not made ($state) says what to type next', (outcome) => {
  expect(describeMerge('r1', outcome).join('\n')).toMatch(/baton merge r1|git merge --no-ff baton\/r1/);
});

it('a merge that was made names its commit', () => {
  const [line] = describeMerge('r1', { state: 'merged', into: 'main', commit: 'c'.repeat(40) });
  expect(line).toBe('Merged r1 into main as cccccccccccc; all tests pass on the result.');
});

it('a merge without tests does not claim that they pass', () => {
  const [line] = describeMerge('r1', { state: 'merged', into: 'main', commit: 'c'.repeat(40), unproved: true });
  expect(line).not.toContain('all tests pass');
});

it('only the first of many paths are named', () => {
  const paths = Array.from({ length: 25 }, (_, number) => `f${number}`);
  expect(describeMerge('r1', { state: 'conflicts', into: 'main', paths })).toContain('  and 5 more');
});

it("a merge that took in a person's commits names them", () => {
  const added = [{ commit: 'a'.repeat(40), subject: 'Fix a typo' }];
  const lines = describeMerge('r1', { state: 'merged', into: 'main', commit: 'c'.repeat(40), added });
  expect(lines.slice(1)).toEqual([
    'This commit was added to baton/r1 after the run ended, and merged with it:',
    '  aaaaaaaaaaaa Fix a typo',
  ]);
});
