const { Stack } = require('../src/stack.js');

it('is empty at first', () => {
  expect(new Stack().size).toBe(0);
});
