import { describe, expect, it } from 'vitest';
import { allStories, CONSTRAINTS, DIMENSIONS, pairsOf, storiesFor, titleOf } from './matrix.ts';

const FIRST = storiesFor(1);

describe('the matrix of the world', () => {
  it.each([1, 2, 77])('covers every pair that can be played, with seed %d', (seed) => {
    const covered = new Set(storiesFor(seed).flatMap(pairsOf));
    const possible = new Set(allStories().flatMap(pairsOf));
    expect([...possible].filter((pair) => !covered.has(pair))).toEqual([]);
  });

  it('leaves out only pairs that a constraint forbids', () => {
    const possible = new Set(allStories().flatMap(pairsOf));
    const values = Object.values(DIMENSIONS);
    const product = values.flatMap((one, at) =>
      values.slice(at + 1).flatMap((other) => one.flatMap((a) => other.map((b) => `${a} + ${b}`))),
    );
    expect(product.filter((pair) => !possible.has(pair))).toEqual([
      'sandbox gone at resume + complete',
      'sandbox new at resume + complete',
      'complete + other clone',
      'complete + other clone and back',
      'interrupt + other clone and back',
    ]);
  });

  it('has no story that a constraint forbids, and none twice', () => {
    for (const { reason, forbids } of CONSTRAINTS) expect(FIRST.filter(forbids), reason).toEqual([]);
    expect(new Set(FIRST.map(titleOf)).size).toBe(FIRST.length);
  });

  it('is the same for the same seed and another one for another', () => {
    expect(storiesFor(1)).toEqual(FIRST);
    expect(storiesFor(2)).not.toEqual(FIRST);
  });

  it('comes to little more than one story for each pair of the two largest dimensions', () => {
    const least = DIMENSIONS.repository.length * DIMENSIONS.event.length;
    expect(FIRST.length).toBeGreaterThanOrEqual(least);
    expect(FIRST.length).toBeLessThan(least + 10);
  });

  it('has values that no other dimension has, so that a title is unambiguous', () => {
    const values = Object.values(DIMENSIONS).flat();
    expect(new Set<string>(values).size).toBe(values.length);
  });
});
