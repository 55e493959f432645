import { describe, expect, it } from 'vitest';
import { sampleChange, sampleMove } from '../testing/evidence-samples.ts';
import { earlierPath, fileChangeSchema, movesIn, sameContent, touchedPaths } from './diff.ts';

it('a change fits its schema', () => {
  for (const change of [sampleChange('a', 'x', 'y'), sampleMove('a', 'b', 'x'), sampleChange('a', undefined, 'y')]) {
    expect(fileChangeSchema.parse(change)).toEqual(change);
  }
  expect(fileChangeSchema.safeParse({ ...sampleChange('a', 'x', 'y'), modeAfter: '0' }).success).toBe(false);
});

it('a rename touches both paths and is a move', () => {
  const move = sampleMove('a', 'b', 'x');
  expect([earlierPath(move), touchedPaths(move)]).toEqual(['a', ['a', 'b']]);
  expect([...movesIn([move, sampleChange('c', 'x', 'y')])]).toEqual([['a', 'b']]);
  expect(touchedPaths(sampleChange('b', undefined, 'x', { kind: 'copied', from: 'a' }))).toEqual(['b']);
});

describe('the same content', () => {
  it.each([
    ['by object id', sampleChange('a', undefined, undefined, { blobBefore: '1', blobAfter: '1' }), true],
    [
      'by object id, though the texts are alike',
      sampleChange('a', 'x', 'x', { blobBefore: '1', blobAfter: '2' }),
      false,
    ],
    ['by text', sampleChange('a', 'x', 'x'), true],
    ['not by text', sampleChange('a', 'x', 'y'), false],
    ['not known', sampleChange('a', undefined, undefined), false],
  ])('%s', (_, change, expected) => {
    expect(sameContent(change)).toBe(expected);
  });
});
