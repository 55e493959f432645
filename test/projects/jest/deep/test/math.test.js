const { add } = require('../src/math.js');

describe('arithmetic', () => {
  describe('of numbers', () => {
    describe('adding', () => {
      it('works', () => {
        expect(add(1, 2)).toBe(3);
      });
    });
  });
});
