import assert from 'node:assert/strict';

it('breaks', () => {
  assert.equal(1, 2);
});
