import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { BatonError } from '../base/error.ts';
import { discard } from './discard.ts';
import { diskUsage } from './disk-usage.ts';
import { errorCode } from './durable.ts';
import { fateOfName, namesIn, ownedEnd, sweepOwned } from './owned-name.ts';

/** Where Baton keeps what can be made again and serves many repositories: installed dependencies. */
export function cacheDirectory(from: NodeJS.ProcessEnv = process.env): string {
  const base =
    from.XDG_CACHE_HOME ??
    (process.platform === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache'));
  const path = join(base, 'baton');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

/** How much the cache of dependencies may hold: `BATON_CACHE_GB`, or 10 GB. */
export function maxCacheBytes(from: NodeJS.ProcessEnv = process.env): number {
  const text = from.BATON_CACHE_GB;
  const gigabytes = text === undefined || text === '' ? DEFAULT_CACHE_GB : Number(text);
  if (gigabytes >= 0) return gigabytes * 1024 ** 3;
  throw new BatonError('usage', `BATON_CACHE_GB must be a number of gigabytes, got ${JSON.stringify(text)}.`);
}

const DEFAULT_CACHE_GB = 10;

/** Says until this process ends that it uses a cache, so that nobody clears it away under a run of another repository. */
export function useCache(cache: string): void {
  if (used.has(cache)) return;
  const users = join(cache, 'users');
  const own = join(users, ownedEnd());
  mkdirSync(users, { recursive: true, mode: 0o700 });
  sweepOwned(users);
  writeFileSync(own, '');
  if (used.size === 0) process.once('exit', forgetUse);
  used.set(cache, own);
}

function forgetUse(): void {
  for (const own of used.values()) rmSync(own, { force: true });
}

const used = new Map<string, string>();

/** Whether another process uses a cache. One of another container cannot be seen: it is believed for a day. */
export function isCacheUsed(cache: string, now = Date.now()): boolean {
  const users = join(cache, 'users');
  return namesIn(users).some((name) => {
    const path = join(users, name);
    const fate = path === used.get(cache) ? undefined : fateOfName(name);
    return fate === 'alive' || (fate === 'unknown' && now - timeOf(path) < IN_USE_MS);
  });
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Makes a directory of a cache the one used last. */
export function markUsed(directory: string): void {
  try {
    utimesSync(directory, new Date(), new Date());
  } catch (error) {
    // Then it looks older than it is, and goes sooner.
    if (errorCode(error) === undefined) throw error;
  }
}

/**
 * Removes the directories of a cache that were not used for longest, until the rest is within the limit. Those used in the
 * last day stay: a run may be using them now.
 */
export function limitCache(directory: string, maxBytes: number, now = Date.now()): void {
  const entries = namesIn(directory).flatMap((name) => {
    const path = join(directory, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    return used === undefined ? [] : [{ path, used, bytes: diskUsage(path) }];
  });
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, used, bytes } of entries.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes || now - used < IN_USE_MS) return;
    discard(path);
    total -= bytes;
  }
}

const IN_USE_MS = 24 * 3_600_000;
