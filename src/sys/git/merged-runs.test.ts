import { expect, it } from 'vitest';
import { commitAll, writeFiles } from '../../../test/engine/benches.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../test/repository.ts';
import { findMerges } from './merged-runs.ts';
import { openRepository } from './repository.ts';

const JOURNAL = 'a'.repeat(40);

/** `main`, and a run with one commit on its own branch. */
async function withRun() {
  const path = temporaryRepository();
  writeFiles(path, { a: 'a\n' });
  const start = commitAll(path, 'base');
  gitIn(path, 'checkout', '--quiet', '-b', 'baton/r1');
  writeFiles(path, { b: 'b\n' });
  const commit = commitAll(path, 'feat: b\n\nBaton-Run: r1\nBaton-Phase: green');
  gitIn(path, 'checkout', '--quiet', 'main');
  const find = async () => findMerges(await openRepository(path), [{ run: 'r1', start, commit, journal: JOURNAL }]);
  return { path, start, commit, find };
}

it('a run on its own branch alone is not merged', async () => {
  const { path, find } = await withRun();
  expect((await find()).size).toBe(0);
  gitIn(path, 'commit', '--quiet', '--allow-empty', '-m', 'x\n\nBaton-Run: r1\nBaton-Journal: other');
  gitIn(path, 'commit', '--quiet', '--allow-empty', '-m', 'y\n\nBaton-Run: r2\nBaton-Journal: other');
  expect((await find()).size).toBe(0);
});

it('a squash is recognised by the run and the journal it names, with what it was made of', async () => {
  const { path, start, find } = await withRun();
  gitIn(path, 'merge', '--quiet', '--squash', 'baton/r1');
  gitIn(path, 'commit', '--quiet', '-m', `Add b\n\nBaton-Run: r1\nBaton-Journal: ${JOURNAL}`);
  const [commit, tree] = gitIn(path, 'log', '-1', '--format=%H %T').split(' ');
  expect((await find()).get('r1')).toEqual({ into: 'main', commit, tree, parents: [start], byBaton: true });
});

it.each([
  ['by hand, without a merge commit', ['merge', '--quiet', '--ff-only', 'baton/r1']],
  ['by hand, with one', ['merge', '--quiet', '--no-ff', '-m', 'Merge it', 'baton/r1']],
])('a run that was merged %s is found, also when its branch is gone', async (_, merge) => {
  const { path, commit, find } = await withRun();
  gitIn(path, ...merge);
  gitIn(path, 'branch', '--quiet', '-D', 'baton/r1');
  expect((await find()).get('r1')).toMatchObject({ into: 'main', commit, byBaton: false });
});

it('a run merged on the remote is found once it is fetched', async () => {
  const { path, find } = await withRun();
  const remote = `${temporaryDirectory()}/remote`;
  gitIn(path, 'clone', '--quiet', '--bare', path, remote);
  gitIn(path, 'remote', 'add', 'origin', remote);
  gitIn(path, 'push', '--quiet', 'origin', 'baton/r1:refs/heads/trunk');
  gitIn(path, 'fetch', '--quiet', 'origin');
  gitIn(path, 'update-ref', 'refs/remotes/origin/baton/r1', 'baton/r1');
  expect((await find()).get('r1')).toMatchObject({ into: 'origin/trunk' });
});

it('a run is found although a later one started behind its merge', async () => {
  const { path, start, commit } = await withRun();
  gitIn(path, 'merge', '--quiet', '--no-ff', '-m', 'Merge it', 'baton/r1');
  const later = gitIn(path, 'rev-parse', 'HEAD');
  const runs = [
    { run: 'r1', start, commit, journal: JOURNAL },
    { run: 'r2', start: later, commit: 'b'.repeat(40), journal: 'x' },
  ];
  expect([...(await findMerges(await openRepository(path), runs)).keys()]).toEqual(['r1']);
});
