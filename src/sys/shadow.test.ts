import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import { openRepository } from './git/repository.ts';
import { openShadow } from './shadow.ts';

/** Commits everything in a repository and gives the tree. */
function treeOf(path: string): string {
  gitIn(path, 'add', '--all');
  return gitIn(path, 'write-tree');
}

it.each([['sha1'], ['sha256']])(
  'a %s tree is exported byte for byte, whatever attributes and filters say',
  async (format) => {
    const path = temporaryRepository(`--object-format=${format}`);
    writeFileSync(join(path, 'crlf.txt'), 'a\r\nb\r\n');
    writeFileSync(join(path, 'id.txt'), '$Id$\n');
    writeFileSync(join(path, 'run.sh'), '#!/bin/sh\n');
    chmodSync(join(path, 'run.sh'), 0o755);
    symlinkSync('crlf.txt', join(path, 'link'));
    mkdirSync(join(path, 'ünï cöde'));
    writeFileSync(join(path, 'ünï cöde', 'ä b.txt'), 'x');
    const plain = treeOf(path);
    writeFileSync(join(path, '.gitattributes'), '*.txt text eol=lf ident filter=evil\n*.sh export-ignore\n');
    const marker = join(temporaryDirectory(), 'ran');
    gitIn(path, 'config', 'filter.evil.smudge', `touch ${marker}; cat`);
    gitIn(path, 'config', 'core.autocrlf', 'true');
    const blob = gitIn(path, 'hash-object', '-w', '.gitattributes');
    execFileSync('git', ['read-tree', plain], { cwd: path });
    gitIn(path, 'update-index', '--add', '--cacheinfo', `100644,${blob},.gitattributes`);
    const tree = gitIn(path, 'write-tree');

    const target = temporaryDirectory();
    await openShadow(await openRepository(path)).exportTree(tree, target);
    expect(readFileSync(join(target, 'crlf.txt'), 'latin1')).toBe('a\r\nb\r\n');
    expect(readFileSync(join(target, 'id.txt'), 'latin1')).toBe('$Id$\n');
    expect(lstatSync(join(target, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(readlinkSync(join(target, 'link'))).toBe('crlf.txt');
    expect(readFileSync(join(target, 'ünï cöde', 'ä b.txt'), 'utf8')).toBe('x');
    expect(existsSync(join(target, '.git'))).toBe(false);
    expect(existsSync(marker)).toBe(false);
  },
);

it('several shadows opened at once end up with one whole directory', async () => {
  const repository = await openRepository(temporaryRepository());
  const tree = gitIn(repository.cwd, 'rev-parse', 'HEAD^{tree}');
  const targets = Array.from({ length: 4 }, () => temporaryDirectory());
  await Promise.all(targets.map((target) => openShadow(repository).exportTree(tree, target)));
  expect(existsSync(join(repository.batonDir, 'shadow.git', 'info', 'attributes'))).toBe(true);
});
