import assert from 'node:assert/strict';
import { it } from 'node:test';

it.only('only this', () => {
  assert.ok(true);
});

it('not this', () => {
  assert.ok(true);
});
