import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { branchHead, branchNameProblem, branchState, isAncestor, moveBranchAfter, projectBranch } from './branch.ts';
import { workTreeOn } from './checked-out.ts';
import { openRepository } from './repository.ts';

/** A repository whose `main` has three commits, oldest first. */
async function history(...options: string[]) {
  const path = temporaryRepository(...options);
  for (const message of ['two', 'three']) gitIn(path, 'commit', '--quiet', '--allow-empty', '--message', message);
  const [three = '', two = '', one = ''] = gitIn(path, 'rev-list', 'main').split('\n');
  return { path, repository: await openRepository(path), one, two, three };
}

const BRANCH = 'baton/r1';

describe('a run’s branch', () => {
  it.each([['sha1'], ['sha256']])('is made, moved on, and left where it is already (%s)', async (format) => {
    const { path, repository, one, two } = await history(`--object-format=${format}`);
    const project = (known: string[], to: string) => projectBranch(repository, BRANCH, { known, to });
    expect(await project([], one)).toEqual({ state: 'moved', at: one });
    expect(await project([one], two)).toEqual({ state: 'moved', at: two });
    expect(await project([one], two)).toEqual({ state: 'is_there', at: two });
    gitIn(path, 'pack-refs', '--all');
    expect(await project([two], one)).toEqual({ state: 'moved', at: one });
    gitIn(path, 'branch', '--quiet', '-D', BRANCH);
    expect(await project([one], two)).toEqual({ state: 'moved', at: two });
    expect(gitIn(path, 'rev-parse', BRANCH)).toBe(two);
  });

  it('that somebody made an alias of theirs is left alone, and so is theirs', async () => {
    const { path, repository, two, three } = await history();
    gitIn(path, 'symbolic-ref', `refs/heads/${BRANCH}`, 'refs/heads/main');
    gitIn(path, 'checkout', '--quiet', '--detach');
    expect(branchHead(repository, BRANCH)).toBe(three);
    expect(await projectBranch(repository, BRANCH, { known: [three], to: two })).toEqual({
      state: 'foreign',
      at: three,
    });
    const move = { from: three, to: two };
    expect(await moveBranchAfter(repository, BRANCH, move, async () => undefined)).toBe(false);
    expect(gitIn(path, 'rev-parse', 'main')).toBe(three);
  });

  it('is checked out where what it is an alias of is', async () => {
    const { path, repository } = await history();
    gitIn(path, 'symbolic-ref', 'refs/heads/trunk', 'refs/heads/main');
    expect(await workTreeOn(repository, 'trunk')).toBe(path);
    expect(await workTreeOn(repository, 'other')).toBeUndefined();
  });

  it('is not taken from where somebody else put it', async () => {
    const { path, repository, one, two, three } = await history();
    gitIn(path, 'branch', BRANCH, three);
    expect(await projectBranch(repository, BRANCH, { known: [one], to: two })).toEqual({ state: 'foreign', at: three });
    expect(await projectBranch(repository, BRANCH, { known: [], to: two })).toEqual({ state: 'foreign', at: three });
    expect(branchHead(repository, BRANCH)).toBe(three);
  });

  it('waits while a work tree has it checked out', async () => {
    const { path, repository, one, two } = await history();
    gitIn(path, 'branch', BRANCH, one);
    const wait = (workTree: string) => ({ state: 'waits', at: one, workTree });
    const project = () => projectBranch(repository, BRANCH, { known: [one], to: two });
    gitIn(path, 'checkout', '--quiet', BRANCH);
    expect(await project()).toEqual(wait(path));
    gitIn(path, 'checkout', '--quiet', 'main');
    const linked = join(temporaryDirectory(), 'linked\nü');
    gitIn(path, 'worktree', 'add', '--quiet', linked, BRANCH);
    expect(await project()).toEqual(wait(linked));
    expect((await branchState(repository, BRANCH, one)).workTree).toBe(linked);
    gitIn(path, 'worktree', 'lock', linked);
    rmSync(linked, { recursive: true });
    expect(await project()).toEqual(wait(linked));
    gitIn(path, 'worktree', 'unlock', linked);
    expect((await project()).state).toBe('moved');
  });

  it('waits while it is rebased or bisected', async () => {
    const { path, repository, one, two, three } = await history();
    gitIn(path, 'checkout', '--quiet', '-b', BRANCH, three);
    const project = async () => (await projectBranch(repository, BRANCH, { known: [three], to: two })).state;
    gitIn(path, 'bisect', 'start');
    gitIn(path, 'bisect', 'bad');
    gitIn(path, 'bisect', 'good', one);
    expect([gitIn(path, 'rev-parse', 'HEAD'), await project()]).toEqual([two, 'waits']);
    gitIn(path, 'bisect', 'reset');
    const editor = { ...process.env, GIT_SEQUENCE_EDITOR: 'sed -i 1ibreak' };
    execFileSync('git', ['rebase', '--quiet', '--interactive', one], { cwd: path, env: editor, stdio: 'ignore' });
    expect([gitIn(path, 'rev-parse', '--abbrev-ref', 'HEAD'), await project()]).toEqual(['HEAD', 'waits']);
    gitIn(path, 'rebase', '--abort');
    gitIn(path, 'checkout', '--quiet', 'main');
    expect(await project()).toBe('moved');
  });

  it('is nobody’s in a bare repository, also seen from one of its work trees', async () => {
    const { path, one, two } = await history();
    const bare = join(temporaryDirectory(), 'bare.git');
    execFileSync('git', ['clone', '--quiet', '--bare', path, bare]);
    gitIn(bare, 'update-ref', `refs/heads/${BRANCH}`, one);
    gitIn(bare, 'symbolic-ref', 'HEAD', `refs/heads/${BRANCH}`);
    const linked = join(temporaryDirectory(), 'linked');
    gitIn(bare, 'worktree', 'add', '--quiet', linked, 'main');
    const repository = await openRepository(linked);
    expect((await projectBranch(repository, BRANCH, { known: [one], to: two })).state).toBe('moved');
    const state = await projectBranch(await openRepository(bare), 'main', { known: [], to: one });
    expect(state.state).toBe('foreign');
  });

  it('is told which name is in its way', async () => {
    const { path, repository, one } = await history();
    gitIn(path, 'branch', 'baton');
    const project = (branch: string) => projectBranch(repository, branch, { known: [], to: one });
    expect(await project('baton/x/y')).toEqual({ state: 'name_taken', by: 'baton' });
    gitIn(path, 'branch', '-m', 'baton', 'team/baton/r1');
    expect(await project('team/baton')).toEqual({ state: 'name_taken', by: 'team/baton/r1' });
    gitIn(path, 'pack-refs', '--all');
    expect(await project('team')).toEqual({ state: 'name_taken', by: 'team/baton/r1' });
  });
});

describe('the state of a branch', () => {
  it('shows commits that somebody put on it', async () => {
    const { path, repository, one, two, three } = await history();
    expect(await branchState(repository, BRANCH, one)).toEqual({
      at: undefined,
      workTree: undefined,
      continues: false,
      added: [],
    });
    gitIn(path, 'branch', BRANCH, three);
    expect(await branchState(repository, BRANCH, three)).toMatchObject({ at: three, continues: true, added: [] });
    expect(await branchState(repository, BRANCH, one)).toMatchObject({ continues: true, added: [three, two] });
    gitIn(path, 'branch', '--force', BRANCH, one);
    expect(await branchState(repository, BRANCH, two)).toMatchObject({ at: one, continues: false, added: [] });
  });

  it('compares commits, and says so if one is missing', async () => {
    const { repository, one, two } = await history();
    expect([await isAncestor(repository, one, two), await isAncestor(repository, two, one)]).toEqual([true, false]);
    await expect(isAncestor(repository, one, 'f'.repeat(40))).rejects.toMatchObject({ code: 'git_failed' });
  });
});

describe('a name for a branch', () => {
  const NAMES = [
    ...['a', 'baton/r1', 'ü/x', 'a.b', 'a@b', 'a-b', 'HEADS', 'a.lockx', 'x{y}', "it's"],
    ...[
      '',
      '-a',
      'HEAD',
      'a b',
      'a\nb',
      'a~',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[b',
      'a\\b',
      'a..b',
      'a@{b',
      '/a',
      'a//b',
      'a/',
    ],
    ...['.a', 'a/.b', 'a.', 'a./b', 'a.lock', 'a.lock/b', 'a\u007f', 'a\u0000b'],
  ];

  it.each(NAMES.filter((name) => !name.includes('\0')))('%j is judged as git judges it', (name) => {
    const path = temporaryDirectory();
    let valid = true;
    try {
      gitIn(path, 'check-ref-format', '--branch', name);
    } catch {
      valid = false;
    }
    expect(branchNameProblem(name) === undefined).toBe(valid);
  });

  it('that cannot be is refused, too long ones too', async () => {
    const { repository, one } = await history();
    const project = projectBranch(repository, '../x', { known: [], to: one });
    await expect(project).rejects.toMatchObject({
      code: 'invalid_input',
      message: /"\.\.\/x" cannot name a branch: it /,
    });
    expect(branchNameProblem('a'.repeat(201))).toBe('is too long');
    expect(branchNameProblem('@')).toBe('stands for the present commit');
    expect(branchNameProblem('a\0b')).not.toBe(undefined);
  });
});
