it('holds', () => {
  expect(1).toBe(1);
});
