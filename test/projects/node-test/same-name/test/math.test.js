import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/math.js';

it('twin', () => {
  assert.equal(add(1, 2), 3);
});

it('twin', () => {
  assert.equal(add(1, 2), 4);
});
