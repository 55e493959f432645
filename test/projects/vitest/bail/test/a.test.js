import { expect, it } from 'vitest';

it('breaks', () => {
  expect(1).toBe(2);
});
