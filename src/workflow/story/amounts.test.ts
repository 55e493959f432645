import { expect, it } from 'vitest';
import { burnDown, count, elapsed, spent } from './amounts.ts';

it('time is told as a clock shows it', () => {
  expect([0, 42_900, 723_000, 3_723_000, -5].map(elapsed)).toEqual(['0:00', '0:42', '12:03', '1:02:03', '0:00']);
});

it('a count has its word in the right number', () => {
  expect([count(1, 'test'), count(0, 'test'), count(1_234_567, 'token')]).toEqual([
    '1 test',
    '0 tests',
    '1,234,567 tokens',
  ]);
});

it('only what was spent is told', () => {
  expect(spent({ tokens: 12_300, usd: 0.041 })).toEqual(['12,300 tokens', '$0.04']);
  expect(spent({ tokens: 0, usd: 0 })).toEqual([]);
});

it('a list burns down, and its bar is full only at the end', () => {
  expect(burnDown(4, 10)).toBe('[####......] 4 of 10');
  expect(burnDown(0, 3)).toBe('[..........] 0 of 3');
  expect(burnDown(99, 100)).toBe('[#########.] 99 of 100');
  expect(burnDown(3, 3)).toBe('[##########] 3 of 3');
  expect(burnDown(0, 0)).toBe('[..........] 0 of 0');
});
