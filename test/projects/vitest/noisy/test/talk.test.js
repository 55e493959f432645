import { expect, it } from 'vitest';

it('talks', () => {
  const line = 'x'.repeat(99);
  for (let i = 0; i < 50_000; i += 1) process.stdout.write(`${line}\n`);
  expect(line).toHaveLength(99);
});
