export function teardown() {
  throw new Error('the database will not close');
}
