import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn, temporaryDirectory, temporaryRepository } from '../../../../test/repository.ts';
import { openRepository } from '../../../sys/git/repository.ts';
import { changedOutside, lookOutside } from './trespass.ts';

it('an ordinary clone can be looked at, with symbolic refs that lead somewhere or nowhere', async () => {
  const clone = join(temporaryDirectory(), 'clone');
  gitIn('.', 'clone', '--quiet', temporaryRepository(), clone);
  gitIn(clone, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  gitIn(clone, 'symbolic-ref', 'refs/heads/nowhere', 'refs/heads/gone');
  gitIn(clone, 'worktree', 'add', '--quiet', '--detach', '../beside');
  for (const place of [clone, join(clone, '../beside')]) {
    const repository = await openRepository(place);
    const before = await lookOutside(repository);
    expect(changedOutside(before, await lookOutside(repository))).toEqual([]);
    gitIn(clone, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/other');
    expect(changedOutside(before, await lookOutside(repository))).toEqual(['refs/heads/alias']);
    gitIn(clone, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  }
});

it('a branch that was emptied, a moved HEAD and changed settings are seen', async () => {
  const path = temporaryRepository();
  const repository = await openRepository(path);
  gitIn(path, 'branch', 'kept');
  const before = await lookOutside(repository);
  writeFileSync(join(path, '.git/refs/heads/kept'), '');
  gitIn(path, 'symbolic-ref', 'HEAD', 'refs/heads/unborn');
  gitIn(path, 'config', 'alias.st', 'status');
  expect(changedOutside(before, await lookOutside(repository))).toEqual(['HEAD', "git's settings", 'refs/heads/kept']);
});
