import assert from 'node:assert/strict';

it('zählt bis drei ✓ 数える', () => {
  assert.deepEqual([1, 2, 3].at(-1), 3);
});
