import assert from 'node:assert/strict';
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
