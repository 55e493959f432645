it('hangs', function () {
  this.timeout(100);
  return new Promise((resolve) => setTimeout(resolve, 500));
});
