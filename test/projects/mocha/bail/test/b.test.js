import assert from 'node:assert/strict';

it('breaks too', () => {
  assert.equal(1, 2);
});
