import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, listed, textIn, writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from './repository.ts';
import { editTree } from './tree-edit.ts';

async function treeOf(files: Readonly<Record<string, string>>, ...options: string[]) {
  const path = temporaryRepository(...options);
  writeFiles(path, files);
  commitAll(path);
  return { repository: await openRepository(path), tree: gitIn(path, 'rev-parse', 'HEAD^{tree}') };
}

describe('an edited tree', () => {
  it.each([['sha1'], ['sha256']])('has files replaced, added and taken out (%s)', async (format) => {
    const { repository, tree } = await treeOf({ 'a/b/c': '1', 'a/d': '2', 'e\nö': '3' }, `--object-format=${format}`);
    const edited = await editTree(repository, tree, { 'a/b/c': null, 'a/d': 'x', 'new/ü': 'y', 'e\nö': 'z', no: null });
    expect(listed(repository, edited)).toEqual(['100644 a/d', '100644 e\nö', '100644 new/ü']);
    expect(['a/d', 'e\nö', 'new/ü'].map((path) => textIn(repository, edited, path))).toEqual(['x', 'z', 'y']);
    gitIn(repository.cwd, 'fsck', '--strict');
  });

  it('is the same if nothing changes, and empty if nothing is left', async () => {
    const { repository, tree } = await treeOf({ a: '1' });
    expect(await editTree(repository, tree, { a: '1', b: null })).toBe(tree);
    const empty = await editTree(repository, tree, { a: null });
    expect(listed(repository, empty)).toEqual([]);
  });

  it('leaves names that are no text and modes as they are', async () => {
    const path = temporaryRepository();
    writeFileSync(Buffer.concat([Buffer.from(`${path}/`), Buffer.from([0xff])]), 'x');
    writeFiles(path, { run: '1' });
    chmodSync(join(path, 'run'), 0o755);
    commitAll(path);
    const repository = await openRepository(path);
    const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
    const edited = await editTree(repository, tree, { run: '2' });
    expect(listed(repository, edited)).toContain('100755 run');
    expect(await editTree(repository, edited, { run: '1' })).toBe(tree);
  });

  it('is refused where a path cannot be', async () => {
    const path = temporaryRepository();
    writeFiles(path, { 'a/b': '1', f: '1' });
    symlinkSync('f', join(path, 'link'));
    commitAll(path);
    const repository = await openRepository(path);
    const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
    for (const wrong of ['a', 'f/x', 'link', '', '/a', 'a//b', '../x', 'x/./y', '.git/config', 'a/.GIT/x', 'a\0']) {
      await expect(editTree(repository, tree, { [wrong]: 'x' }), wrong).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
  });
});
