import assert from 'node:assert/strict';
import { add } from '../src/math.js';

it('adds', () => {
  Promise.reject(new Error('nobody listens'));
  assert.equal(add(1, 2), 3);
});
