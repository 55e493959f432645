import { it } from 'node:test';

it('leaves', () => {
  process.exit(3);
});
