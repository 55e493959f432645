import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { gitObject } from './object-file.ts';
import { storeDurably } from './object-pack.ts';
import { openRepository } from './repository.ts';

it.each([['sha1'], ['sha256']])('many objects become one pack, a few files of their own (%s)', async (format) => {
  const path = temporaryRepository(`--object-format=${format}`);
  const repository = await openRepository(path);
  const packs = () => readdirSync(join(repository.objectsDir, 'pack')).filter((name) => name.endsWith('.pack'));
  const sizes = [0, 1, 15, 16, 127, 128, 2047, 2048, 40_000, 300_000];
  const few = sizes.map((size) => gitObject(repository, 'blob', 'f'.repeat(size)));
  await storeDurably(repository, few);
  expect(packs()).toEqual([]);
  const many = Array.from({ length: 40 }, (_, n) =>
    gitObject(repository, 'blob', `${n}\n`.repeat((sizes[n] ?? n) + 1)),
  );
  const tree = gitObject(repository, 'tree', '');
  await storeDurably(repository, [...many, ...many, tree]);
  expect(packs()).toHaveLength(1);
  for (const { id, content } of [...few, ...many]) {
    expect(gitIn(path, 'cat-file', '-s', id)).toBe(String(content.length));
  }
  gitIn(path, 'fsck', '--strict', '--full');
  await storeDurably(repository, many);
  await storeDurably(repository, []);
});
