import assert from 'node:assert/strict';
import { Stack } from '../src/stack.js';

it('is empty', () => {
  assert.equal(new Stack().size, 0);
});
