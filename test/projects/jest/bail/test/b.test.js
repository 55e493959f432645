it('breaks too', () => {
  expect(1).toBe(2);
});
