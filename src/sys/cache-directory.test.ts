import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deadEnd } from '../../test/dead-process.ts';
import { temporaryDirectory } from '../../test/repository.ts';
import { isCacheUsed, limitCache, markUsed, maxCacheBytes, useCache } from './cache-directory.ts';
import { settled } from './discard.ts';
import { ownedEnd } from './owned-name.ts';

const HOUR = 3_600_000;

/** A cache whose directories hold 100 bytes each and were used so many hours ago. */
function cacheWith(hours: Readonly<Record<string, number>>): string {
  const cache = temporaryDirectory();
  for (const [name, ago] of Object.entries(hours)) {
    mkdirSync(join(cache, name, 'deep'), { recursive: true });
    writeFileSync(join(cache, name, 'deep/file'), 'x'.repeat(100));
    const at = new Date(Date.now() - ago * HOUR);
    utimesSync(join(cache, name), at, at);
  }
  return cache;
}

it('a cache over its limit loses what was not used for longest', async () => {
  const cache = cacheWith({ newest: 30, oldest: 90, middle: 60 });
  limitCache(cache, 200);
  await settled();
  expect(readdirSync(cache).sort()).toEqual(['middle', 'newest']);
});

it('what was used in the last day stays, however large the cache is', async () => {
  const cache = cacheWith({ today: 2, old: 60, again: 80 });
  markUsed(join(cache, 'again'));
  limitCache(cache, 0);
  await settled();
  expect(readdirSync(cache).sort()).toEqual(['again', 'today']);
});

it('the limit is 10 GB unless BATON_CACHE_GB says otherwise', () => {
  expect(maxCacheBytes({})).toBe(10 * 1024 ** 3);
  expect(maxCacheBytes({ BATON_CACHE_GB: '0.5' })).toBe(1024 ** 3 / 2);
  for (const BATON_CACHE_GB of ['lots', '-1', 'NaN']) {
    expect(() => maxCacheBytes({ BATON_CACHE_GB })).toThrow(
      `BATON_CACHE_GB must be a number of gigabytes, got "${BATON_CACHE_GB}"`,
    );
  }
});

it('a cache is used while a process is alive that said so, this one aside', () => {
  const cache = temporaryDirectory();
  const users = join(cache, 'users');
  useCache(cache);
  useCache(cache);
  expect(readdirSync(users)).toHaveLength(1);
  expect(isCacheUsed(cache)).toBe(false);
  writeFileSync(join(users, deadEnd()), '');
  expect(isCacheUsed(cache)).toBe(false);
  writeFileSync(join(users, ownedEnd().replace(/-[0-9a-f]{6}-/, '-000000-')), '');
  expect(isCacheUsed(cache)).toBe(true);
  expect(isCacheUsed(cache, Date.now() + 25 * HOUR)).toBe(false);
  writeFileSync(join(users, ownedEnd()), '');
  expect(isCacheUsed(cache, Date.now() + 25 * HOUR)).toBe(true);
});
