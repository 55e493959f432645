import assert from 'node:assert/strict';
import { it } from 'node:test';

it('zählt bis drei ✓ 数える', () => {
  assert.deepEqual([1, 2, 3].at(-1), 3);
});
