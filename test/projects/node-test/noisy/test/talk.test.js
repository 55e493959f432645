import assert from 'node:assert/strict';
import { it } from 'node:test';

it('talks', () => {
  const line = 'x'.repeat(99);
  for (let i = 0; i < 50_000; i += 1) process.stdout.write(`${line}\n`);
  assert.equal(line.length, 99);
});
