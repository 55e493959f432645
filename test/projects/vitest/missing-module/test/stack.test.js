import { expect, it } from 'vitest';
import { Stack } from '../src/stack.js';

it('is empty at first', () => {
  expect(new Stack().size).toBe(0);
});
