export function mochaGlobalTeardown() {
  throw new Error('the database will not close');
}
