import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deadEnd } from '../../test/dead-process.ts';
import { temporaryDirectory } from '../../test/repository.ts';
import { ownedEnd, sweepOwned } from './owned-name.ts';

it('what dead processes left is taken away, and nothing else', () => {
  const directory = temporaryDirectory();
  const [ours, dead] = [ownedEnd(), deadEnd()];
  const elsewhere = dead.replace(/-[0-9a-f]{6}-/, '-000000-');
  for (const name of [`a.${ours}`, `a.${dead}`, `b.${dead}`, `a.${elsewhere}`, 'a', `${dead}.txt`]) {
    writeFileSync(join(directory, name), '');
  }
  mkdirSync(join(directory, `a-${dead}`, 'in'), { recursive: true });
  sweepOwned(directory, 'a');
  expect(readdirSync(directory).sort()).toEqual(
    ['a', `a.${ours}`, `a.${elsewhere}`, `b.${dead}`, `${dead}.txt`].sort(),
  );
});

it('a directory that is not there has nothing in it to be taken away', () => {
  expect(() => sweepOwned(join(temporaryDirectory(), 'none'))).not.toThrow();
});
