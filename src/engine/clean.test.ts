import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { viewOf } from '../../test/cli-view.ts';
import { temporaryDirectory, temporaryRepository } from '../../test/repository.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { openRepository } from '../sys/git/repository.ts';
import { ownedEnd } from '../sys/owned-name.ts';
import { clean } from './clean.ts';
import { openRecord, workbenchOf } from './workbench-record.ts';

const OWN_CACHE = { kind: 'cache', name: 'results of test runs', bytes: 2000 };
const SHARED_CACHE = { kind: 'cache', name: 'installed dependencies, of all repositories', bytes: 3000 };

function writeBytes(directory: string, bytes: number): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'file'), 'x'.repeat(bytes));
  return directory;
}

it('workbenches of runs that have ended and caches are removed, and told with their sizes', async () => {
  const repository = await openRepository(temporaryRepository());
  const cache = temporaryDirectory();
  const runs = (['completed', 'waiting'] as const).map((state) => viewOf({ run: state, branch: '', state }));
  for (const { run } of runs) writeBytes(openRecord(repository, run).place, 1000);
  const caches = [
    writeBytes(join(repository.batonDir, 'proofs'), 2000),
    writeBytes(join(cache, 'dependencies'), 3000),
  ] as const;
  const parts = { repository, store: openMemoryStore(), runs, cache };
  const placeOf = (run: string) => workbenchOf(repository, run);

  const items = [{ kind: 'workbench', name: 'completed', bytes: 1000 }, OWN_CACHE, SHARED_CACHE];
  expect(await clean(parts, { dryRun: true })).toEqual({ removed: false, items, kept: [] });
  expect([placeOf('completed'), ...caches].map((path) => existsSync(path ?? ''))).toEqual([true, true, true]);

  mkdirSync(join(cache, 'users'));
  writeFileSync(join(cache, 'users', ownedEnd()), '');
  expect(await clean(parts, {})).toEqual({
    removed: true,
    items: items.slice(0, 2),
    kept: [{ name: SHARED_CACHE.name, why: 'another process uses them now' }],
  });
  expect([placeOf('completed'), ...caches].map((path) => existsSync(path ?? ''))).toEqual([false, false, true]);
  expect(existsSync(placeOf('waiting') ?? '')).toBe(true);
});

it('with everything else go the workbenches of runs that have not ended', async () => {
  const repository = await openRepository(temporaryRepository());
  const cache = temporaryDirectory();
  writeBytes(openRecord(repository, 'r1').place, 1000);
  writeBytes(join(cache, 'dependencies'), 3000);
  const parts = {
    repository,
    store: openMemoryStore(),
    runs: [viewOf({ run: 'r1', branch: '', state: 'waiting' })],
    cache,
  };
  const items = [{ kind: 'workbench', name: 'r1', bytes: 1000 }, SHARED_CACHE];
  expect(await clean(parts, { all: true })).toEqual({ removed: true, items, kept: [] });
  expect(workbenchOf(repository, 'r1')).toBeUndefined();
  expect((await clean(parts, { all: true })).items).toEqual([]);
});
