const { multiply } = require('../src/math.js');

it('multiplies', () => {
  expect(multiply(2, 3)).toBe(6);
});
