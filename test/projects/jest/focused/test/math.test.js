const { add } = require('../src/math.js');

it.only('only this', () => {
  expect(add(1, 2)).toBe(3);
});

it('not this', () => {
  expect(add(1, 2)).toBe(4);
});
