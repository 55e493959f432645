import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add } from '../src/math.js';

it('adds', () => {
  const sum = add(1, 2);
  assert.equal(smu, 3);
});
