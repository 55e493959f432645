import { expect, it } from 'vitest';
import { add, subtract } from '../src/math.js';

it('adds', () => {
  expect(add(1, 2)).toBe(3);
});

it('subtracts', () => {
  expect(subtract(3, 2)).toBe(2);
});
