import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Stack } from '../src/stack.js';

it('is empty', () => {
  assert.equal(new Stack().size, 0);
});
