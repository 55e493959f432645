import assert from 'node:assert/strict';
import { it } from 'node:test';

it('adds', () => {
  assert.equal(1 + 1, 2;
});
