import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLineFile } from './line-file.ts';

it('a file of lines stops growing at its limit of bytes, whatever is written', () => {
  const file = openLineFile(join(mkdtempSync(join(tmpdir(), 'baton-lines-')), 'lines'), 1_000);
  for (let n = 0; n < 100; n++) file.add('語'.repeat(20));
  expect(statSync(file.path).size).toBeLessThanOrEqual(1_000);
});
