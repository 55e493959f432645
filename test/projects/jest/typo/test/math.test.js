const { add } = require('../src/math.js');

it('adds', () => {
  const sum = add(1, 2);
  expect(smu).toBe(3);
});
