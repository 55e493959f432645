import { describe, expect, it } from 'vitest';
import { isSlipOf, pairSimilar, SIMILAR, similarity } from './similar-names.ts';

describe('how alike names are', () => {
  it.each([
    ['adds two numbers', 'adds two numbers', 1],
    ['', 'a', 0],
    ['ab', 'cd', 0],
  ])('%s and %s: %d', (a, b, expected) => {
    expect(similarity(a, b)).toBe(expected);
  });

  it('is high for a reworded name, low for another one', () => {
    expect(similarity('adds two numbers', 'adds two small numbers')).toBeGreaterThan(SIMILAR);
    expect(similarity('adds two numbers', 'rejects an empty stack')).toBeLessThan(SIMILAR);
  });
});

describe('pairs', () => {
  const named = (name: string) => ({ name });
  const namesOf = (a: { name: string }, b: { name: string }) => [a.name, b.name] as const;

  it('take the most alike first, each once', () => {
    const from = [named('adds two numbers'), named('adds numbers')];
    const to = [named('adds numbers!'), named('adds two numbers!')];
    expect(pairSimilar(from, to, namesOf)).toEqual([
      [from[0], to[1]],
      [from[1], to[0]],
    ]);
  });

  it('are the same whenever they are asked for', () => {
    const from = [named('aaaa'), named('aaaa')];
    const to = [named('aaaa'), named('aaaa')];
    expect(pairSimilar(from, to, namesOf).map(([a, b]) => [from.indexOf(a), to.indexOf(b)])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('are not looked for where there is too much to compare', () => {
    const many = Array.from({ length: 300 }, (_, at) => named(`name ${at}`));
    expect(pairSimilar(many, many, namesOf)).toEqual([]);
  });
});

it.each([
  ['gto', 'got', true],
  ['reslt', 'result', true],
  ['expcted', 'expected', true],
  ['resullt', 'result', true],
  ['wamt', 'want', true],
  ['pattern', 'patterns', false],
  ['want1', 'want2', false],
  ['tokNumber', 'tokPlus', false],
  ['max', 'max', false],
  ['a', 'b', false],
] as const)('%s is %s but for a slip: %s', (name, other, is) => {
  expect(isSlipOf(name, other)).toBe(is);
  expect(isSlipOf(other, name)).toBe(is);
});
