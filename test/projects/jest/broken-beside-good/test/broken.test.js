const { add } = require('../src/math.js');

it('subtracts', () => {
  expect(add(1, 2).toBe(3);
});
