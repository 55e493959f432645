const { add } = require('../src/math.js');

it('adds', () => {
  expect(add(1, 2)).toBe(3);
});

it.skip('later', () => {
  expect(add(1, 1)).toBe(3);
});
