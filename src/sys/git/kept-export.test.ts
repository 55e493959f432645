import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { openShadow } from '../shadow.ts';
import { openKeptExport } from './kept-export.ts';
import { openRepository } from './repository.ts';
import { listTree } from './tree-listing.ts';

const FILES = { 'a/one': 'one\n', 'a/two': 'two\n', 'b/c/three': 'three\n', four: 'four\n' };

async function keptIn(files: Record<string, string> = FILES) {
  const path = temporaryRepository();
  const root = join(temporaryDirectory(), 'project');
  writeFiles(path, files);
  writeFileSync(join(path, 'run'), '#!/bin/sh\n', { mode: 0o755 });
  symlinkSync('four', join(path, 'link'));
  const repository = await openRepository(path);
  const kept = openKeptExport(root, openShadow(repository));
  const treeNow = () => {
    gitIn(path, 'add', '--all');
    return gitIn(path, 'write-tree');
  };
  const fill = async (tree: string) => kept.fill(await listTree(repository, tree));
  const tree = treeNow();
  await fill(tree);
  return { path, root, tree, fill, treeNow, at: (name: string) => join(root, name) };
}

/** Everything in a directory: its names, modes and contents. */
function everythingIn(directory: string, prefix = ''): string[] {
  return readdirSync(join(directory, prefix), { withFileTypes: true }).flatMap((entry) => {
    const path = join(prefix, entry.name);
    const mode = (lstatSync(join(directory, path)).mode & 0o7777).toString(8);
    if (entry.isDirectory()) return [`${path}/ ${mode}`, ...everythingIn(directory, path)];
    if (entry.isSymbolicLink()) return [`${path} -> ${readlinkSync(join(directory, path))}`];
    return [`${path} ${mode} ${entry.isFile() ? readFileSync(join(directory, path), 'utf8') : 'no file'}`];
  });
}

type Damage = (at: (name: string) => string) => void;

const DAMAGES: Readonly<Record<string, Damage>> = {
  'a file was written with another text': (at) => writeFileSync(at('a/one'), 'other'),
  'a file was written with the length and time it had': (at) => {
    const { atime, mtime } = lstatSync(at('a/one'));
    writeFileSync(at('a/one'), 'eno\n');
    utimesSync(at('a/one'), atime, mtime);
  },
  'the time of a file was set back': (at) => utimesSync(at('four'), 1, 1),
  'a file got another mode': (at) => chmodSync(at('run'), 0o644),
  'a file got a second name': (at) => linkSync(at('four'), join(at(''), '..', 'outside')),
  'two files exchanged their names': (at) => {
    renameSync(at('a/one'), at('a/x'));
    renameSync(at('a/two'), at('a/one'));
    renameSync(at('a/x'), at('a/two'));
  },
  'two folders exchanged their names': (at) => {
    renameSync(at('a'), at('x'));
    renameSync(at('b'), at('a'));
    renameSync(at('x'), at('b'));
  },
  'files and folders were removed': (at) => {
    unlinkSync(at('link'));
    rmSync(at('b'), { recursive: true });
  },
  'files and folders were added': (at) => {
    writeFiles(at(''), { new: 'x', 'a/new': 'x', 'new-folder/deep/x': 'x', 'node_modules/x': 'x', '.git/config': 'x' });
    mkdirSync(at('empty'));
  },
  'a folder took the place of a file': (at) => {
    unlinkSync(at('four'));
    mkdirSync(at('four'));
  },
  'a file took the place of a folder': (at) => {
    rmSync(at('a'), { recursive: true });
    writeFileSync(at('a'), 'x');
  },
  'a link took the place of a folder': (at) => {
    renameSync(at('a'), join(at(''), '..', 'elsewhere'));
    symlinkSync('../elsewhere', at('a'));
  },
  'a link was led elsewhere': (at) => {
    unlinkSync(at('link'));
    symlinkSync('run', at('link'));
  },
  'folders were closed to everybody': (at) => {
    chmodSync(at('b/c'), 0);
    chmodSync(at(''), 0o500);
  },
};

describe('a directory filled again holds the tree and nothing else', () => {
  it.each(Object.entries(DAMAGES))('after %s', async (_, damage) => {
    const { root, tree, fill, at } = await keptIn();
    const fresh = everythingIn(root);
    const { mode } = lstatSync(root);
    damage(at);
    await fill(tree);
    expect(everythingIn(root)).toEqual(fresh);
    expect(lstatSync(root).mode).toBe(mode);
    expect(lstatSync(at('four')).nlink).toBe(1);
    expect(lstatSync(at('four')).mtimeMs).toBeGreaterThan(1000);
  });
});

it('a file that stays the same file is not written again', async () => {
  const { path, tree, fill, treeNow, at } = await keptIn();
  const { ino, mtimeMs } = lstatSync(at('b/c/three'));
  writeFiles(path, { 'a/one': 'changed\n', 'd/new': 'new\n' });
  rmSync(join(path, 'a/two'));
  await fill(treeNow());
  expect(everythingIn(at('a'))).toEqual(['one 644 changed\n']);
  expect(readFileSync(at('d/new'), 'utf8')).toBe('new\n');
  expect(lstatSync(at('b/c/three'))).toMatchObject({ ino, mtimeMs });
  await fill(tree);
  expect(readdirSync(at('')).sort()).toEqual(['a', 'b', 'four', 'link', 'run']);
  expect(readFileSync(at('a/one'), 'utf8')).toBe('one\n');
});

it('a submodule is an empty folder', async () => {
  const { path, fill, at } = await keptIn();
  gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${gitIn(path, 'rev-parse', 'HEAD')},module`);
  const tree = gitIn(path, 'write-tree');
  for (let time = 0; time < 2; time++) {
    await fill(tree);
    expect(readdirSync(at('module'))).toEqual([]);
    writeFileSync(at('module/left'), 'x');
  }
});
