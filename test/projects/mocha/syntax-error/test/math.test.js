import assert from 'node:assert/strict';
import { add } from '../src/math.js';

it('adds', () => {
  assert.equal(add(1, 2), 3;
});
