import assert from 'node:assert/strict';
import { multiply } from '../src/math.js';

it('multiplies', () => {
  assert.equal(multiply(2, 3), 6);
});
