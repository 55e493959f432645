it('breaks', () => {
  expect(1).toBe(2);
});
