import { expect, it } from 'vitest';
import { add } from '../src/math.js';

it('twin', () => {
  expect(add(1, 2)).toBe(3);
});

it('twin', () => {
  expect(add(1, 2)).toBe(4);
});
