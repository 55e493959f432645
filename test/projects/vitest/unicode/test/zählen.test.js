import { expect, it } from 'vitest';

it('zählt bis drei ✓ 数える', () => {
  expect([1, 2, 3]).toHaveLength(3);
});
