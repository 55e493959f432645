import { expect, it } from 'vitest';

it('breaks too', () => {
  expect(1).toBe(2);
});
