import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { onFaultPoint } from '../../base/fault-point.ts';
import { commitTree, identities, treeOf } from './commit.ts';
import { openRepository } from './repository.ts';

const AT = new Date('2026-05-04T03:02:01.500Z');

describe('a commit', () => {
  it.each([['sha1'], ['sha256']])('is what git would have made (%s)', async (format) => {
    const path = temporaryRepository(`--object-format=${format}`);
    const repository = await openRepository(path);
    const [head, tree] = [gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'rev-parse', 'HEAD^{tree}')];
    const message = 'test: ü\n\nwhy\n';
    const commit = await commitTree(repository, { tree, parents: [head], message, at: AT });
    gitIn(path, 'fsck', '--strict');
    vi.stubEnv('GIT_AUTHOR_DATE', '1777863721 +0000');
    vi.stubEnv('GIT_COMMITTER_DATE', '1777863721 +0000');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(commit).toBe(gitIn(path, 'commit-tree', '-p', head, '-m', message.trimEnd(), tree));
    expect(await treeOf(repository, commit)).toBe(tree);
  });

  it('may have two parents, or none, and another’s name', async () => {
    const path = temporaryRepository();
    const repository = await openRepository(path);
    const [head, tree] = [gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'rev-parse', 'HEAD^{tree}')];
    const identity = 'A <a@b>';
    const first = await commitTree(repository, { tree, parents: [], message: 'x\0', at: AT, identity });
    const merge = await commitTree(repository, { tree, parents: [head, first], message: '', at: AT, identity });
    expect(gitIn(path, 'log', '-1', '--format=%P|%an|%ae|%s', first)).toBe('|A|a@b|x');
    expect(gitIn(path, 'log', '-1', '--format=%P', merge)).toBe(`${head} ${first}`);
    gitIn(path, 'fsck', '--strict');
  });

  it('is on the disk when it is told, runs no hooks and is not signed', async () => {
    const path = temporaryRepository();
    gitIn(path, 'config', 'commit.gpgSign', 'true');
    gitIn(path, 'config', 'gpg.program', 'false');
    const seen: string[] = [];
    onFaultPoint((name) => seen.push(name));
    onTestFinished(() => onFaultPoint(undefined));
    const tree = gitIn(path, 'rev-parse', 'HEAD^{tree}');
    await commitTree(await openRepository(path), { tree, parents: [], message: 'x', at: AT });
    const objects = seen.filter((name) => name.startsWith('object.'));
    expect(objects).toEqual(['object.written', 'object.flushed', 'object.renamed', 'object.published']);
  });

  it('of what is not there, or not of its kind, is refused', async () => {
    const path = temporaryRepository();
    const repository = await openRepository(path);
    const [head, tree] = [gitIn(path, 'rev-parse', 'HEAD'), gitIn(path, 'rev-parse', 'HEAD^{tree}')];
    const make = (of: string, parents: string[]) => commitTree(repository, { tree: of, parents, message: 'x', at: AT });
    const missing = 'f'.repeat(40);
    await expect(make(missing, [head])).rejects.toMatchObject({ code: 'git_failed', message: /has no tree f{40}/ });
    await expect(make(tree, [missing])).rejects.toMatchObject({ code: 'git_failed', message: /has no commit f{40}/ });
    await expect(make(head, [])).rejects.toMatchObject({ code: 'git_failed' });
    await expect(make('HEAD', [])).rejects.toMatchObject({ code: 'invalid_input' });
    const broken = { ...repository, objectsDir: `${path}/.git/HEAD` };
    const told = {
      code: 'storage_failed',
      message: /Cannot store a commit: a file stands where a directory is needed/,
    };
    await expect(commitTree(broken, { tree, parents: [], message: 'x', at: AT })).rejects.toMatchObject(told);
    await expect(treeOf(repository, missing)).rejects.toMatchObject({ message: /has no commit f{40}/ });
    await expect(treeOf(repository, '--all')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('the user', () => {
  it('is who git says, also by settings of the repository alone', async () => {
    const path = temporaryRepository();
    for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL']) vi.stubEnv(name, undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    gitIn(path, 'config', 'user.name', 'Ü Ser');
    gitIn(path, 'config', 'user.email', 'u@example.com');
    const [author, committer] = await identities(await openRepository(path));
    expect([author, committer]).toEqual(['Ü Ser <u@example.com>', 'Test <test@example.com>']);
  });

  it('without a name is told how to give one', async () => {
    const repository = await openRepository(temporaryRepository());
    for (const name of ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'EMAIL']) vi.stubEnv(name, undefined);
    vi.stubEnv('HOME', temporaryDirectory());
    onTestFinished(() => void vi.unstubAllEnvs());
    const missing = { code: 'missing_identity', message: /git config --global user.name .*user.email/ };
    await expect(identities(repository)).rejects.toMatchObject(missing);
    gitIn(repository.cwd, 'config', 'user.name', 'only a name');
    await expect(identities(repository)).rejects.toMatchObject(missing);
  });
});
