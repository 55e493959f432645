import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { add } from '../src/math.js';

describe('arithmetic', () => {
  describe('of numbers', () => {
    describe('adding', () => {
      it('works', () => {
        assert.equal(add(1, 2), 3);
      });
    });
  });
});
