import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { bytePath } from './byte-path.ts';
import { openRepository } from './repository.ts';
import { buildTree, checkId, fileMode, listTree } from './tree-listing.ts';

it.each([['sha1'], ['sha256']])('a tree made from its own listing is the same tree (%s)', async (format) => {
  const path = temporaryRepository(`--object-format=${format}`);
  writeFiles(path, { 'a/b/c': '1', 'a.b': '2', 'a-b/x': '3', 'ü\n/x': '4', ab: '5', 'a/b.c': '6' });
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0x20])]), 'no text');
  symlinkSync('a', join(path, 'link'));
  mkdirSync(join(path, 'module'));
  gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${gitIn(path, 'rev-parse', 'HEAD')},module`);
  gitIn(path, 'add', '.');
  const tree = gitIn(path, 'write-tree');
  const repository = await openRepository(path);
  const { files, folders } = await listTree(repository, tree);
  expect([files.size, folders.size]).toEqual([9, 4]);
  expect([files.get(bytePath('ü\n/x'))?.mode, files.get('link')?.mode, files.get('module')?.mode]).toEqual([
    '100644',
    '120000',
    '160000',
  ]);
  const built = buildTree(repository, files);
  expect(built.at(-1)?.id).toBe(tree);
  expect(new Set(built.slice(0, -1).map(({ id }) => id))).toEqual(new Set(folders.values()));
  expect([...folders.keys()]).toEqual(['a-b', 'a', 'a/b', bytePath('ü\n')]);
});

it('of a file’s mode only the owner’s execute bit counts', () => {
  expect([0o100644n, 0o100600n, 0o100755n, 0o100700n, 0o100655n].map(fileMode)).toEqual([
    '100644',
    '100644',
    '100755',
    '100755',
    '100644',
  ]);
});

it('what is no object id is never given to git', async () => {
  const repository = await openRepository(temporaryRepository());
  for (const id of ['', 'HEAD', '--help', 'F'.repeat(40), 'f'.repeat(64), `${'f'.repeat(39)}\n`]) {
    expect(() => checkId(repository, id), id).toThrow('Not a whole object id');
  }
  await expect(listTree(repository, 'f'.repeat(40))).rejects.toMatchObject({ code: 'git_failed' });
});
