import { expect, it } from 'vitest';
import { multiply } from '../src/math.js';

it('multiplies', () => {
  expect(multiply(2, 3)).toBe(6);
});
