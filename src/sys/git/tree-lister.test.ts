import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openReader } from './reader.ts';
import { openRepository } from './repository.ts';
import { openTreeLister } from './tree-lister.ts';
import { listTree } from './tree-listing.ts';

async function listerIn(path: string) {
  const repository = await openRepository(path);
  const reader = openReader(repository);
  onTestFinished(() => reader.close());
  return { repository, list: openTreeLister(repository, reader) };
}

function treeOf(path: string): string {
  gitIn(path, 'add', '--all');
  return gitIn(path, 'write-tree');
}

it.each([['sha1'], ['sha256']])('a tree is listed as git lists it, in the same order (%s)', async (format) => {
  const path = temporaryRepository(`--object-format=${format}`);
  writeFiles(path, { 'a/b/c': '1', 'a.b': '2', 'a-b/x': '3', 'ü\n/x': '4', ab: '5', 'a/b.c': '6', 'z/b/c': '1' });
  writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff, 0x20])]), 'no text');
  writeFileSync(join(path, 'run'), '#!/bin/sh', { mode: 0o755 });
  symlinkSync('a', join(path, 'link'));
  gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${gitIn(path, 'rev-parse', 'HEAD')},module`);
  const tree = treeOf(path);
  const { repository, list } = await listerIn(path);
  for (const packed of [false, true]) {
    if (packed) gitIn(path, 'repack', '-adq');
    const [ours, gits] = [await list(tree), await listTree(repository, tree)];
    expect([...ours.files]).toEqual([...gits.files]);
    expect([...ours.folders]).toEqual([...gits.folders]);
  }
});

it('trees made one from the other are listed each as it is', async () => {
  const path = temporaryRepository();
  writeFiles(path, { 'a/x': '1', 'b/x': '1', 'b/y': '2' });
  const first = treeOf(path);
  writeFiles(path, { 'a/x': '3', 'c/d/e': '4' });
  gitIn(path, 'rm', '-q', '--cached', 'b/y');
  const second = gitIn(path, 'write-tree');
  writeFiles(path, { 'b/y': '5' });
  const third = treeOf(path);
  const { repository, list } = await listerIn(path);
  for (const tree of [first, second, third, first, third]) {
    expect(await list(tree)).toEqual(await listTree(repository, tree));
  }
});

it('modes of old trees are given as git gives them', async () => {
  const path = temporaryRepository();
  writeFiles(path, { x: '1' });
  const id = gitIn(path, 'hash-object', '-w', 'x');
  const entry = (mode: string, name: string) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]);
  writeFileSync(join(path, 'tree'), Buffer.concat([entry('100664', 'a'), entry('100775', 'b')]));
  const tree = gitIn(path, 'hash-object', '-w', '--literally', '-t', 'tree', 'tree');
  const { repository, list } = await listerIn(path);
  expect(await list(tree)).toEqual(await listTree(repository, tree));
});

it('a tree that is not there is told by its id', async () => {
  const { list } = await listerIn(temporaryRepository());
  await expect(list('f'.repeat(40))).rejects.toMatchObject({ code: 'git_failed', message: /no tree f{40}/ });
  await expect(list('HEAD')).rejects.toMatchObject({ code: 'invalid_input' });
});
