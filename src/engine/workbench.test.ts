import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Bench, benchOf, commitAll, listed, textIn, writeFiles } from '../../test/engine/benches.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import { onFaultPoint } from '../base/fault-point.ts';
import { openRepository } from '../sys/git/repository.ts';
import { findSandbox, sandboxed } from '../sys/sandbox.ts';
import { openWorkbench } from './workbench.ts';

const ODD_NAMES = {
  'line\nbreak/ü b.txt': '1',
  '日本/"quoted"\t.txt': '2',
  '-option': '3',
  ':(top)magic': '4',
  '!negated': '5',
  'back\\slash': '6',
  ' ': '7',
};

const treeAt = ({ repository }: Bench, commit: string) => gitIn(repository.cwd, 'rev-parse', `${commit}^{tree}`);

describe('a workbench', () => {
  it.each([['sha1'], ['sha256']])('is a clone of its own, on a branch at the commit (%s)', async (format) => {
    const opened = await benchOf({ 'a.txt': 'a\r\n', ...ODD_NAMES }, undefined, `--object-format=${format}`);
    const { bench, base, repository } = opened;
    expect(gitIn(bench.path, 'rev-parse', 'HEAD')).toBe(base);
    expect(gitIn(bench.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/work');
    expect(gitIn(bench.path, 'status', '--porcelain')).toBe('');
    expect(gitIn(bench.path, 'remote')).toBe('');
    expect(gitIn(bench.path, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/work');
    expect(gitIn(bench.path, 'log', '--format=%s')).toBe('x\nstart');
    gitIn(bench.path, 'fsck', '--strict');
    writeFileSync(join(bench.path, 'a.txt'), 'b');
    gitIn(bench.path, 'commit', '--quiet', '--all', '--message=mine');
    expect((await bench.snapshot()).tree).toBe(gitIn(bench.path, 'rev-parse', 'HEAD^{tree}'));
    expect(gitIn(repository.cwd, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(gitIn(repository.cwd, 'status', '--porcelain')).toBe('');
  });

  it('knows the user by no setting but a name for commits, even where git has none', async () => {
    const { bench } = await benchOf({ a: 'a' });
    const environment = { PATH: process.env.PATH, HOME: temporaryDirectory(), GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['commit', '--quiet', '--allow-empty', '--message=x'], { cwd: bench.path, env: environment });
    expect(gitIn(bench.path, 'log', '-1', '--format=%an <%ae>')).toBe('Baton <baton@localhost>');
  });

  it('stands outside the user’s work tree, where nobody else can enter', async () => {
    const { bench, repository } = await benchOf({ a: 'a' });
    expect(bench.path.startsWith(repository.cwd)).toBe(false);
    expect(lstatSync(dirname(bench.path)).mode & 0o077).toBe(0);
    vi.stubEnv('TMPDIR', repository.cwd);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(openWorkbench(repository, 'r2')).rejects.toMatchObject({ code: 'project_misconfigured' });
    expect(readdirSync(repository.cwd).sort()).toEqual(['.git', 'a']);
  });

  it('works in a sandbox that shows what it reads, and nothing of the refs', async (ctx) => {
    if ((await findSandbox()).kind === 'none') return ctx.skip('needs bubblewrap');
    const { bench, repository } = await benchOf({ a: 'a' });
    const rules = {
      writable: [bench.path],
      mounts: bench.reads.map((path) => ({ from: path, to: path })),
      network: false,
      cwd: bench.path,
    };
    const script = `git log --format=%s && echo b > a && git commit -qam mine && git status -s && ls ${repository.commonDir}`;
    const [program = '', ...args] = sandboxed(['sh', '-c', script], rules);
    expect(execFileSync(program, args, { encoding: 'utf8' })).toBe('x\nstart\nobjects\n');
    const { tree } = await bench.snapshot();
    expect(textIn(repository, tree, 'a')).toBe('b\n');
  });

  it('borrows through a repository that borrows itself, and from a shallow one', async () => {
    const origin = temporaryRepository();
    writeFiles(origin, { a: '1' });
    commitAll(origin, 'one');
    writeFiles(origin, { a: '2' });
    const base = commitAll(origin, 'two');
    const [shared, shallow] = [join(temporaryDirectory(), 's'), join(temporaryDirectory(), 'd')];
    execFileSync('git', ['clone', '--quiet', '--shared', origin, shared]);
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${origin}`, shallow]);
    for (const [path, log] of [
      [shared, 'two\none\nstart'],
      [shallow, 'two'],
    ] as const) {
      const bench = await openWorkbench(await openRepository(path), 'r1');
      onTestFinished(() => bench.destroy());
      await bench.reset(base);
      expect(gitIn(bench.path, 'log', '--format=%s')).toBe(log);
      expect(bench.reads).toContain(join(path === shared ? origin : path, '.git/objects'));
    }
  });
});

describe('a reset', () => {
  it('restores what was changed and removes what was added: ignored files, links, repositories', async () => {
    const opened = await benchOf({ 'src/a': 'a', 'src/b': 'b', run: '#!/bin/sh\n', '.gitignore': 'dist\n' });
    const { bench, base, at } = opened;
    writeFiles(bench.path, { 'src/a': 'x', 'dist/x': 'x', 'new/x/y': 'x', 'nested/.git/HEAD': '' });
    rmSync(at('src/b'));
    rmSync(at('run'));
    mkdirSync(at('run'));
    chmodSync(at('src'), 0o555);
    symlinkSync('src', at('link'));
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', at('pipe')]);
    chmodSync(at('new/x'), 0);
    expect(await bench.reset(base)).toEqual({ written: 3, kept: [] });
    expect(gitIn(bench.path, 'status', '--porcelain', '--ignored')).toBe('');
    expect(lstatSync(at('src')).mode & 0o700).toBe(0o700);
    expect((await bench.snapshot()).tree).toBe(treeAt(opened, base));
    expect(await bench.reset(base)).toEqual({ written: 0, kept: [] });
  });

  it('goes to another commit, or to a refused tree on top of the commit', async () => {
    const opened = await benchOf({ 'src/a': 'a', 'src/b': 'b' });
    const { bench, base, repository, at } = opened;
    rmSync(join(repository.cwd, 'src'), { recursive: true, force: true });
    writeFiles(repository.cwd, { src: 'now a file', other: 'o' });
    const next = commitAll(repository.cwd);
    await bench.reset(next);
    expect([readFileSync(at('src'), 'utf8'), gitIn(bench.path, 'status', '--porcelain')]).toEqual(['now a file', '']);
    await bench.reset(base, treeAt(opened, next));
    expect(gitIn(bench.path, 'rev-parse', 'HEAD')).toBe(base);
    expect(gitIn(bench.path, 'status', '--porcelain').split('\n').sort()).toEqual([
      ' D src/a',
      ' D src/b',
      '?? other',
      '?? src',
    ]);
    expect((await bench.snapshot()).tree).toBe(treeAt(opened, next));
    await bench.reset(base);
    expect((await bench.snapshot()).tree).toBe(treeAt(opened, base));
  });

  it('keeps dependency folders and says which are there; a link in their place goes', async () => {
    const dependencies = ['node_modules', 'packages/a/node_modules', '.venv'];
    const opened = await benchOf({ 'packages/a/x': 'x' }, { dependencies });
    const { bench, base, at } = opened;
    const outside = temporaryDirectory();
    writeFiles(bench.path, { 'node_modules/m/x': '', 'packages/a/node_modules/x': '', 'src/node_modules/x': '' });
    symlinkSync(outside, at('.venv'));
    expect(gitIn(bench.path, 'status', '--porcelain')).toBe('');
    expect((await bench.snapshot()).tree).toBe(treeAt(opened, base));
    expect((await bench.reset(base)).kept.toSorted()).toEqual(['node_modules', 'packages/a/node_modules']);
    expect([at('node_modules/m/x'), at('src'), at('.venv'), outside].map((path) => existsSync(path))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('by another process reads what it does not know, and writes only what differs', async () => {
    const { bench, base, repository, at } = await benchOf({ a: 'a', b: 'b', linked: 'l', 'read-only': 'r', big: 'x' });
    writeFileSync(at('a'), 'b');
    linkSync(at('linked'), join(temporaryDirectory(), 'outside'));
    chmodSync(at('read-only'), 0o444);
    const later = await openWorkbench(repository, 'r1');
    expect(await later.reset(base)).toEqual({ written: 3, kept: [] });
    expect([lstatSync(at('linked')).nlink, readFileSync(at('a'), 'utf8')]).toEqual([1, 'a']);
    expect(await later.reset(base)).toEqual({ written: 0, kept: [] });
    expect(gitIn(bench.path, 'status', '--porcelain')).toBe('');
  });

  it('that is interrupted leaves no whole workbench, and the next one makes it', async () => {
    const { bench, base, repository } = await benchOf({ a: 'a' });
    expect(bench.isWhole()).toBe(true);
    await expect(bench.reset('f'.repeat(40))).rejects.toMatchObject({ code: 'git_failed' });
    expect(bench.isWhole()).toBe(false);
    expect((await openWorkbench(repository, 'r1')).isWhole()).toBe(false);
    await expect(bench.snapshot()).rejects.toMatchObject({ code: 'storage_failed' });
    await bench.reset(base);
    const later = await openWorkbench(repository, 'r1');
    expect([later.path, later.isWhole()]).toEqual([bench.path, true]);
    rmSync(join(bench.path, '.git'), { recursive: true });
    expect(later.isWhole()).toBe(false);
  });

  it('makes everything anew where temporary files were cleared', async () => {
    const { bench, base, repository } = await benchOf({ a: 'a' });
    rmSync(dirname(bench.path), { recursive: true });
    expect(bench.isWhole()).toBe(false);
    await bench.reset(base);
    expect(readFileSync(join(bench.path, 'a'), 'utf8')).toBe('a');
    rmSync(dirname(bench.path), { recursive: true });
    mkdirSync(dirname(bench.path), { mode: 0o777 });
    chmodSync(dirname(bench.path), 0o777);
    await expect(bench.reset(base)).rejects.toMatchObject({ code: 'storage_failed' });
    const later = await openWorkbench(repository, 'r1');
    onTestFinished(() => later.destroy());
    expect(later.path).not.toBe(bench.path);
  });
});

describe('a snapshot', () => {
  it.each([['sha1'], ['sha256']])(
    'has every kind of file, byte for byte, under every name (%s) [R001-37]',
    async (format) => {
      const { bench, repository, at } = await benchOf(ODD_NAMES, undefined, `--object-format=${format}`);
      writeFiles(bench.path, { 'new\n/ö': 'a\r\n\0b', '.gitattributes': '* text eol=crlf\n', empty: '' });
      writeFileSync(Buffer.concat([Buffer.from(`${bench.path}/latin-`), Buffer.from([0xe9])]), 'é');
      symlinkSync('nowhere\n', at('link'));
      chmodSync(at('-option'), 0o755);
      const { tree, problems } = await bench.snapshot();
      expect(problems).toEqual([]);
      gitIn(bench.path, 'config', 'core.attributesFile', '/dev/null');
      rmSync(at('.gitattributes'));
      gitIn(bench.path, 'add', '--all');
      const blob = gitIn(repository.cwd, 'rev-parse', `${tree}:.gitattributes`);
      gitIn(bench.path, 'update-index', '--add', '--cacheinfo', `100644,${blob},.gitattributes`);
      expect(gitIn(bench.path, 'write-tree')).toBe(tree);
      gitIn(repository.cwd, 'fsck', '--strict');
    },
  );

  it('honours the ignore rules of the base alone: tracked files stay, new rules hide nothing', async () => {
    const { bench, repository, at } = await benchOf({
      '.gitignore': '*.log\n/dist/\n!keep.log\n',
      'sub/.gitignore': 'x\n',
      'dist/tracked': '1',
      'old.log': '1',
    });
    writeFiles(bench.path, {
      'dist/tracked': '2',
      'dist/built': '',
      'a.log': '',
      'deep/er/b.log': '',
      'keep.log': '',
      'sub/x/y': '',
      'x/y': '',
      'sub/dist/z': '',
      ':(glob)c.log': '',
      '.gitignore': '*\n',
      'sub/deep/.gitignore': '*\n',
    });
    rmSync(at('old.log'));
    const home = temporaryDirectory();
    writeFiles(home, { '.config/git/ignore': '*\n' });
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { tree } = await bench.snapshot();
    expect(listed(repository, tree)).toEqual([
      '100644 .gitignore',
      '100644 dist/tracked',
      '100644 keep.log',
      '100644 sub/.gitignore',
      '100644 sub/deep/.gitignore',
      '100644 sub/dist/z',
      '100644 x/y',
    ]);
    expect(textIn(repository, tree, 'dist/tracked')).toBe('2');
  });

  it('leaves files of the base in dependency folders as they are there [R001-37]', async () => {
    const opened = await benchOf({ 'node_modules/kept/x': '1', 'src/__pycache__/y': '1' });
    writeFiles(opened.bench.path, { 'node_modules/kept/x': '2', 'node_modules/new': '' });
    rmSync(opened.at('src'), { recursive: true });
    expect((await opened.bench.snapshot()).tree).toBe(treeAt(opened, opened.base));
  });

  it('has nothing of what Baton fetched for the project itself', async () => {
    const opened = await benchOf({ 'Cargo.lock': '1' });
    writeFiles(opened.bench.path, { '.baton/dependencies/cargo/.package-cache': '' });
    expect((await opened.bench.snapshot()).tree).toBe(treeAt(opened, opened.base));
  });

  it('taken by another process than made the workbench is the same', async () => {
    const { bench, repository } = await benchOf({ 'src/a': 'a', 'src/b': 'b' });
    writeFiles(bench.path, { 'src/a': 'x' });
    const [one, two] = [await bench.snapshot(), await (await openWorkbench(repository, 'r1')).snapshot()];
    expect(two).toEqual(one);
  });

  it('of many changes is stored at once, and all of it is there', async () => {
    const names = Array.from({ length: 300 }, (_, n) => `d${n % 7}/f${n}`);
    const { bench, repository, base } = await benchOf(Object.fromEntries(names.map((name) => [name, name])));
    writeFiles(bench.path, Object.fromEntries(names.map((name) => [name, `${name} changed`])));
    const { tree } = await bench.snapshot();
    expect(textIn(repository, tree, 'd1/f8')).toBe('d1/f8 changed');
    expect(listed(repository, tree)).toHaveLength(300);
    gitIn(repository.cwd, 'fsck', '--strict');
    await bench.reset(base, tree);
    expect((await bench.snapshot()).tree).toBe(tree);
  });

  it('is on the disk when it returns: every object is waited for before', async () => {
    const { bench } = await benchOf({ 'src/a': 'a' });
    const seen: string[] = [];
    onFaultPoint((name) => seen.push(name));
    onTestFinished(() => onFaultPoint(undefined));
    writeFiles(bench.path, { 'src/a': 'x' });
    await bench.snapshot();
    expect(seen.filter((name) => name === 'object.published')).toHaveLength(3);
    seen.length = 0;
    await bench.snapshot();
    await bench.reset(gitIn(bench.path, 'rev-parse', 'HEAD'));
    seen.length = 0;
    await bench.snapshot();
    expect(seen).toEqual([]);
  });
});

it('a destroyed workbench leaves nothing, whatever was done to keep it', async () => {
  const { bench, repository, at } = await benchOf({ a: 'a' });
  mkdirSync(at('locked/in'), { recursive: true });
  chmodSync(at('locked'), 0);
  bench.destroy();
  expect(existsSync(dirname(bench.path))).toBe(false);
  expect(readdirSync(join(repository.batonDir, 'workbenches'))).toEqual([]);
  bench.destroy();
});

it('a name that is no run is refused', async () => {
  const repository = await openRepository(temporaryRepository());
  await expect(openWorkbench(repository, '../x')).rejects.toMatchObject({ code: 'invalid_input' });
});
