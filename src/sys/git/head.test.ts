import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { commitAll, writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { headOf, isShallow, submodulesOf, uncommitted } from './head.ts';
import { openRepository } from './repository.ts';

it('HEAD is a commit, its tree and its branch, or no branch, or nothing yet', async () => {
  const path = temporaryRepository();
  writeFiles(path, { 'sub/a': 'a' });
  const commit = commitAll(path);
  const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
  expect(await headOf(await openRepository(join(path, 'sub')))).toEqual({ commit, tree, branch: 'main' });
  gitIn(path, 'checkout', '--quiet', '-b', 'team/ü');
  expect((await headOf(await openRepository(path)))?.branch).toBe('team/ü');
  gitIn(path, 'checkout', '--quiet', '--detach');
  expect(await headOf(await openRepository(path))).toEqual({ commit, tree, branch: undefined });
  const linked = join(temporaryDirectory(), 'linked');
  gitIn(path, 'worktree', 'add', '--quiet', linked, 'main');
  expect((await headOf(await openRepository(linked)))?.branch).toBe('main');
  const empty = temporaryDirectory();
  gitIn(empty, 'init', '--quiet');
  expect(await headOf(await openRepository(empty))).toBe(undefined);
});

it.each([
  ['fails', 'exit 128', 'git symbolic-ref failed: exit code 128.'],
  ['is ended', 'kill -9 $$', 'git symbolic-ref was ended by SIGKILL.'],
])('a git that %s while it is asked for the branch is no answer', async (_, script, message) => {
  const repository = await openRepository(temporaryRepository());
  const programs = temporaryDirectory();
  const git = `#!/bin/sh\ncase "$*" in *symbolic-ref*) ${script} ;; esac\nPATH="\${PATH#*:}" exec git "$@"\n`;
  writeFileSync(join(programs, 'git'), git, { mode: 0o755 });
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(headOf(repository)).rejects.toMatchObject({ code: 'git_failed', message });
});

it('what is uncommitted is listed: changed, staged, deleted, moved, unknown; not what is ignored', async () => {
  const path = temporaryRepository();
  writeFiles(path, { 'a\nb': '1', staged: '1', gone: '1', 'old name': '1', same: '1', '.gitignore': '*.log\n' });
  commitAll(path);
  const repository = await openRepository(path);
  expect(await uncommitted(repository)).toEqual([]);
  writeFiles(path, { 'a\nb': '2', staged: '2', 'new/ü x': '', 'x.log': '' });
  gitIn(path, 'add', 'staged');
  rmSync(join(path, 'gone'));
  renameSync(join(path, 'old name'), join(path, 'new name'));
  gitIn(path, 'add', '--all', 'old name', 'new name');
  const inside = await openRepository(join(path, 'new'));
  const found = (await uncommitted(inside)).map(({ kind, path: where }) => `${kind} ${where}`).sort();
  expect(found).toEqual([
    'changed a\nb',
    'changed gone',
    'changed new name',
    'changed old name',
    'changed staged',
    'untracked new/ü x',
  ]);
});

it('a conflict is told as one, and a bare repository has nothing uncommitted', async () => {
  const path = temporaryRepository();
  for (const [branch, text] of [
    ['one', '1'],
    ['two', '2'],
  ] as const) {
    gitIn(path, 'checkout', '--quiet', '-b', branch, 'main');
    writeFileSync(join(path, 'a'), text);
    commitAll(path);
  }
  expect(() => gitIn(path, 'merge', '--quiet', 'one')).toThrow();
  expect(await uncommitted(await openRepository(path))).toEqual([{ kind: 'conflicted', path: 'a' }]);
  const bare = join(temporaryDirectory(), 'bare.git');
  execFileSync('git', ['clone', '--quiet', '--bare', path, bare]);
  const repository = await openRepository(bare);
  expect(await uncommitted(repository)).toEqual([]);
  expect((await headOf(repository))?.branch).toBe('two');
});

it('cut-off history and submodules are seen', async () => {
  const path = temporaryRepository();
  mkdirSync(join(path, 'libs'));
  const commit = gitIn(path, 'rev-parse', 'HEAD');
  gitIn(path, 'update-index', '--add', '--cacheinfo', `160000,${commit},libs/one two`);
  gitIn(path, 'commit', '--quiet', '--message=sub');
  const repository = await openRepository(path);
  expect(isShallow(repository)).toBe(false);
  expect(await submodulesOf(repository, gitIn(path, 'rev-parse', 'HEAD^{tree}'))).toEqual(['libs/one two']);
  const shallow = join(temporaryDirectory(), 'shallow');
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${path}`, shallow]);
  expect(isShallow(await openRepository(shallow))).toBe(true);
});
