import assert from 'node:assert/strict';

it('holds', () => {
  assert.equal(1, 1);
});
