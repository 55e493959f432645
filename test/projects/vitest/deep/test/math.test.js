import { describe, expect, it } from 'vitest';
import { add } from '../src/math.js';

describe('arithmetic', () => {
  describe('of numbers', () => {
    describe('adding', () => {
      it('works', () => {
        expect(add(1, 2)).toBe(3);
      });
    });
  });
});
