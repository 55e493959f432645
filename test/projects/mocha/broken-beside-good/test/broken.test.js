import assert from 'node:assert/strict';

it('adds', () => {
  assert.equal(1 + 1, 2;
});
