import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../src/sys/git/repository.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from '../repository.ts';
import { eventOf, expectRefusal, openStore, writerFiles } from './journals.ts';

const RUN = 'runs/r1';

describe('a place that is no repository', () => {
  it.each([
    ['an empty directory', () => temporaryDirectory()],
    ['an empty git directory', () => withEmptyGitDirectory()],
    ['no directory at all', () => join(temporaryDirectory(), 'missing')],
  ])('is refused in one sentence: %s', async (_, make) => {
    expect(await openRepository(make()).catch(expectRefusal)).toBeUndefined();
  });
});

describe.each(['loose', 'packed'])('a %s ref that takes the namespace', (kind) => {
  it.each(['refs/baton', 'refs/baton/runs', `refs/baton/${RUN}/deeper`])(
    'refuses an event in one sentence until it is gone: %s',
    async (ref) => {
      const path = temporaryRepository();
      gitIn(path, 'update-ref', ref, 'HEAD');
      if (kind === 'packed') gitIn(path, 'pack-refs', '--all', '--prune');
      const before = gitIn(path, 'for-each-ref');
      const store = await openStore(path);
      expect(await store.append(RUN, undefined, eventOf(RUN)).catch(expectRefusal)).toBeUndefined();
      expect(gitIn(path, 'for-each-ref')).toBe(before);
      expect(writerFiles(path)).toEqual([]);
      gitIn(path, 'update-ref', '-d', ref);
      const { head, ok } = await store.append(RUN, undefined, eventOf(RUN));
      expect(ok).toBe(true);
      expect(gitIn(path, 'rev-parse', `refs/baton/${RUN}`)).toBe(head);
    },
  );
});

function withEmptyGitDirectory(): string {
  const path = temporaryDirectory();
  mkdirSync(join(path, '.git'));
  writeFileSync(join(path, '.git/HEAD'), '');
  return path;
}
