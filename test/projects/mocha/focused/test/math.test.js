import assert from 'node:assert/strict';

it.only('only this', () => {
  assert.ok(true);
});

it('not this', () => {
  assert.ok(true);
});
