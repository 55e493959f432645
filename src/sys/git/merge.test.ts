import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { commitAll, listed, writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { mergeTrees } from './merge.ts';
import { mergeInto } from './merge-into.ts';
import type { MergeRequest } from './merge-request.ts';
import { openRepository } from './repository.ts';

/** `main` and a run's branch that both went on from one commit. */
async function branches(ours: Record<string, string>, theirs: Record<string, string>, ...options: string[]) {
  const path = temporaryRepository(...options);
  writeFiles(path, { 'src/a': 'a\n', 'ü\nb': 'b\n' });
  commitAll(path, 'base');
  gitIn(path, 'checkout', '--quiet', '-b', 'baton/r1');
  writeFiles(path, theirs);
  const run = commitAll(path, 'feat: theirs');
  gitIn(path, 'checkout', '--quiet', 'main');
  writeFiles(path, ours);
  const main = commitAll(path, 'ours');
  return { path, repository: await openRepository(path), main, run };
}

/** The same with the merge of both already tried. */
async function mergeable(ours: Record<string, string> = { c: 'c\n' }) {
  const found = await branches(ours, { d: 'd\n' });
  const merged = await mergeTrees(found.repository, found.main, found.run);
  if (!('tree' in merged)) throw new Error('not mergeable');
  const request: MergeRequest = {
    into: 'main',
    ours: found.main,
    theirs: found.run,
    tree: merged.tree,
    message: 'Merge the run r1\n\n# kept\n\nBaton-Run: r1\n',
    at: new Date('2026-01-02T03:04:05Z'),
    squash: false,
    hooks: true,
  };
  return { ...found, request };
}

function addHook(path: string, name: string, script: string): void {
  writeFiles(path, { [name]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(path, name), 0o755);
}

const AMEND =
  'echo more >> src/a; git add src/a; git update-ref HEAD $(git commit-tree -p HEAD^1 -p HEAD^2 -m x $(git write-tree))';

describe('two commits merge to', () => {
  it.each([['sha1'], ['sha256']])('a tree, with nothing touched (%s)', async (format) => {
    const { path, repository, main, run } = await branches({ c: 'c' }, { d: 'd' }, `--object-format=${format}`);
    const merged = await mergeTrees(repository, main, run);
    expect(listed(repository, 'tree' in merged ? merged.tree : '')).toEqual([
      '100644 c',
      '100644 d',
      '100644 src/a',
      '100644 ü\nb',
    ]);
    expect([gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'status', '--porcelain')]).toEqual([main, '']);
  });

  it('conflicts, by path, with what git says', async () => {
    const { repository, main, run } = await branches(
      { 'src/a': 'x\n', 'ü\nb': 'x\n' },
      { 'src/a': 'y\n', 'ü\nb': 'y\n' },
    );
    const merged = await mergeTrees(repository, main, run);
    expect(merged).toMatchObject({ conflicts: ['src/a', 'ü\nb'] });
    expect('told' in merged && merged.told).toHaveLength(2);
    expect('told' in merged && merged.told[0]).toBe('CONFLICT (content): Merge conflict in src/a');
  });

  it('nothing with a git that is too old, which is told', async () => {
    const { repository, main, run } = await branches({}, {});
    const old = temporaryDirectory();
    addHook(old, 'git', 'for word; do [ "$word" = merge-tree ] && exit 129; done; echo git version 2.30.2');
    vi.stubEnv('PATH', `${old}${delimiter}${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(mergeTrees(repository, main, run)).rejects.toMatchObject({ message: /2\.38 .* git version 2\.30\.2/ });
  });

  it('nothing where one of them is missing', async () => {
    const { repository, main } = await branches({}, {});
    await expect(mergeTrees(repository, main, 'f'.repeat(40))).rejects.toMatchObject({ code: 'git_failed' });
    await expect(mergeTrees(repository, main, '--all')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('a run is brought home', () => {
  it('in the checkout, by a merge commit with the proved tree', async () => {
    const { path, repository, main, run, request } = await mergeable();
    writeFiles(path, { 'untracked.txt': 'mine' });
    gitIn(path, 'config', 'merge.ff', 'only');
    gitIn(path, 'config', 'branch.main.mergeOptions', '--squash --no-commit --log');
    const outcome = await mergeInto(repository, request);
    const head = gitIn(path, 'rev-parse', 'HEAD');
    expect(outcome).toEqual({ state: 'merged', commit: head, workTree: path });
    expect(gitIn(path, 'log', '-1', '--format=%T %P')).toBe(`${request.tree} ${main} ${run}`);
    expect(gitIn(path, 'log', '-1', '--format=%B')).toBe(request.message.trimEnd());
    expect(gitIn(path, 'status', '--porcelain')).toBe('?? untracked.txt');
    expect(readFileSync(join(path, 'd'), 'utf8')).toBe('d\n');
    expect(await mergeInto(repository, request)).toEqual({ state: 'is_there', commit: head });
  });

  it('with the user’s hooks, wherever they are, or without', async () => {
    const { path, repository, main, request } = await mergeable();
    addHook(path, '.git/hooks/commit-msg', 'echo "$(pwd) says no" >&2; exit 1');
    const refused = await mergeInto(repository, request);
    expect(refused).toMatchObject({ state: 'refused', why: expect.stringContaining(`${path} says no`) });
    expect([gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'status', '--porcelain')]).toEqual([main, '']);
    const hooks = temporaryDirectory();
    addHook(hooks, 'pre-merge-commit', `touch ${hooks}/ran`);
    gitIn(path, 'config', 'core.hooksPath', hooks);
    expect((await mergeInto(repository, request)).state).toBe('merged');
    expect(existsSync(join(hooks, 'ran'))).toBe(true);
    gitIn(path, 'reset', '--quiet', '--hard', main);
    gitIn(path, 'config', '--unset', 'core.hooksPath');
    expect((await mergeInto(repository, { ...request, hooks: false })).state).toBe('merged');
  });

  it('and is taken back if a hook made something else of it', async () => {
    const { path, repository, main, request } = await mergeable();
    addHook(path, '.git/hooks/post-merge', AMEND);
    const outcome = await mergeInto(repository, request);
    expect(outcome).toMatchObject({ state: 'different' });
    expect([gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'status', '--porcelain')]).toEqual([main, '']);
    expect(readFileSync(join(path, 'src/a'), 'utf8')).toBe('a\n');
  });

  it('and what cannot be taken back is told with the command', async () => {
    const { path, repository, main, request } = await mergeable();
    addHook(path, '.git/hooks/post-merge', `${AMEND}; echo precious >> src/a`);
    await expect(mergeInto(repository, request)).rejects.toMatchObject({
      message: expect.stringContaining(`git reset --keep ${main}`),
    });
  });

  it('signed where the user wants that', async () => {
    const { path, repository, main, request } = await mergeable();
    gitIn(path, 'config', 'gpg.program', 'false');
    expect((await mergeInto(repository, { ...request, sign: true })).state).toBe('refused');
    gitIn(path, 'config', 'commit.gpgSign', 'true');
    expect((await mergeInto(repository, request)).state).toBe('refused');
    gitIn(path, 'checkout', '--quiet', '--detach');
    expect((await mergeInto(repository, request)).state).toBe('refused');
    expect(gitIn(path, 'rev-parse', 'main')).toBe(main);
    const signer = temporaryDirectory();
    addHook(signer, 'gpg', 'cat > /dev/null; echo "[GNUPG:] SIG_CREATED x" >&2; echo "-----BEGIN PGP SIGNATURE-----"');
    gitIn(path, 'config', 'gpg.program', join(signer, 'gpg'));
    expect((await mergeInto(repository, request)).state).toBe('merged');
    expect(gitIn(path, 'cat-file', 'commit', 'main')).toContain('gpgsig -----BEGIN PGP SIGNATURE-----');
    expect(gitIn(path, 'log', '-1', '--format=%ct', 'main')).toBe('1767323045');
  });

  it('on the branch alone where nobody has it checked out', async () => {
    const { path, repository, main, run, request } = await mergeable();
    gitIn(path, 'checkout', '--quiet', '--detach');
    const outcome = await mergeInto(repository, request);
    expect(outcome).toEqual({ state: 'merged', commit: gitIn(path, 'rev-parse', 'main') });
    expect(gitIn(path, 'log', '-1', '--format=%T %P', 'main')).toBe(`${request.tree} ${main} ${run}`);
    expect(gitIn(path, 'reflog', 'show', '--format=%gs', '-1', 'main')).toBe('baton: merge');
    expect(gitIn(path, 'rev-parse', 'HEAD')).toBe(main);
  });

  it('in the linked work tree that has the branch', async () => {
    const { path, repository, request } = await mergeable();
    gitIn(path, 'checkout', '--quiet', 'baton/r1');
    const linked = join(temporaryDirectory(), 'linked ü');
    gitIn(path, 'worktree', 'add', '--quiet', linked, 'main');
    expect(await mergeInto(repository, request)).toMatchObject({ state: 'merged', workTree: linked });
    expect([existsSync(join(linked, 'd')), gitIn(linked, 'status', '--porcelain')]).toEqual([true, '']);
  });
});

describe('a run is squashed', () => {
  it('into one commit on top of the branch, in the checkout or on the branch alone', async () => {
    const { path, repository, main, request } = await mergeable();
    const squash = { ...request, squash: true };
    writeFiles(path, { 'untracked.txt': 'mine' });
    const outcome = await mergeInto(repository, squash);
    expect(outcome).toEqual({ state: 'merged', commit: gitIn(path, 'rev-parse', 'HEAD'), workTree: path });
    expect(gitIn(path, 'log', '-1', '--format=%T %P')).toBe(`${request.tree} ${main}`);
    expect(gitIn(path, 'log', '-1', '--format=%B')).toBe(request.message.trimEnd());
    expect(gitIn(path, 'status', '--porcelain')).toBe('?? untracked.txt');
    expect(existsSync(join(path, '.git/SQUASH_MSG'))).toBe(false);
    gitIn(path, 'reset', '--quiet', '--hard', main);
    gitIn(path, 'checkout', '--quiet', '--detach');
    expect((await mergeInto(repository, squash)).state).toBe('merged');
    expect(gitIn(path, 'log', '-1', '--format=%T %P', 'main')).toBe(`${request.tree} ${main}`);
  });

  it('and leaves nothing behind when a hook refuses it or changes files', async () => {
    const { path, repository, main, request } = await mergeable();
    const untouched = () => [gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'status', '--porcelain')];
    addHook(path, '.git/hooks/pre-commit', 'echo no >&2; exit 1');
    expect(await mergeInto(repository, { ...request, squash: true })).toMatchObject({ state: 'refused', why: /no/ });
    expect(untouched()).toEqual([main, '']);
    addHook(path, '.git/hooks/pre-commit', 'echo formatted >> d; git add d');
    expect((await mergeInto(repository, { ...request, squash: true })).state).toBe('different');
    expect(untouched()).toEqual([main, '']);
    expect(existsSync(join(path, '.git/SQUASH_MSG'))).toBe(false);
  });

  it('not again where the branch has the same files', async () => {
    const { path, repository, request } = await mergeable();
    const squash = { ...request, squash: true };
    await mergeInto(repository, squash);
    const ours = gitIn(path, 'rev-parse', 'HEAD');
    expect(await mergeInto(repository, { ...squash, ours })).toEqual({ state: 'is_there', commit: ours });
  });
});

describe('a run is not brought home', () => {
  it('into changes that are in no commit, staged or not', async () => {
    const { path, repository, request } = await mergeable();
    writeFiles(path, { 'src/a': 'mine' });
    expect(await mergeInto(repository, request)).toEqual({ state: 'dirty', workTree: path, paths: ['src/a'] });
    gitIn(path, 'add', 'src/a');
    expect((await mergeInto(repository, request)).state).toBe('dirty');
    expect(readFileSync(join(path, 'src/a'), 'utf8')).toBe('mine');
  });

  it('over a file that git does not know', async () => {
    const { path, repository, main, request } = await mergeable();
    writeFiles(path, { d: 'mine' });
    const outcome = await mergeInto(repository, request);
    expect(outcome).toMatchObject({ state: 'refused', why: expect.stringContaining('would be overwritten') });
    expect([readFileSync(join(path, 'd'), 'utf8'), gitIn(path, 'rev-parse', 'HEAD')]).toEqual(['mine', main]);
  });

  it('in the middle of something else, which stays as it is', async () => {
    const { path, repository, request } = await mergeable();
    gitIn(path, 'checkout', '--quiet', '-b', 'other', 'main~1');
    writeFiles(path, { e: 'e' });
    commitAll(path, 'other');
    gitIn(path, 'checkout', '--quiet', 'main');
    gitIn(path, 'merge', '--quiet', '--no-commit', '--no-ff', 'other');
    expect(await mergeInto(repository, request)).toEqual({ state: 'busy', workTree: path });
    expect(existsSync(join(path, '.git/MERGE_HEAD'))).toBe(true);
    gitIn(path, 'merge', '--abort');
    gitIn(path, 'bisect', 'start', 'main', 'main~1');
    expect((await mergeInto(repository, request)).state).toBe('busy');
  });

  it('onto a branch that moved since, or is not there', async () => {
    const { path, repository, request } = await mergeable();
    gitIn(path, 'commit', '--quiet', '--allow-empty', '--message=more');
    const at = gitIn(path, 'rev-parse', 'HEAD');
    expect(await mergeInto(repository, request)).toEqual({ state: 'moved', at });
    expect(await mergeInto(repository, { ...request, into: 'no' })).toEqual({ state: 'moved', at: undefined });
    gitIn(path, 'checkout', '--quiet', '--detach');
    symlinkSync('nowhere', join(path, '.git/refs/heads/main.lock'));
    gitIn(path, 'update-ref', '--no-deref', 'HEAD', request.ours);
    expect((await mergeInto(repository, { ...request, ours: at })).state).toBe('refused');
  });
});
