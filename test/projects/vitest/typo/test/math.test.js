import { expect, it } from 'vitest';
import { add } from '../src/math.js';

it('adds', () => {
  const sum = add(1, 2);
  expect(smu).toBe(3);
});
