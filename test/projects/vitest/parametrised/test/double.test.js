import { expect, it } from 'vitest';

it.each([
  [1, 2],
  [2, 5],
  [3, 6],
])('doubles %i', (number, doubled) => {
  expect(number * 2).toBe(doubled);
});
