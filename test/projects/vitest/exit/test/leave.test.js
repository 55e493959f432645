import { it } from 'vitest';

it('leaves', () => {
  process.exit(1);
});
