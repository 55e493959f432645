import assert from 'node:assert/strict';
import { it } from 'node:test';
import { add, subtract } from '../src/math.js';

it('adds', () => {
  assert.equal(add(1, 2), 3);
});

it('subtracts', () => {
  assert.equal(subtract(3, 2), 1);
});
