import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode } from './durable.ts';
import { namesIn, ownedEnd, sweepOwned } from './owned-name.ts';
import { fateOf, type ProcessOwner, thisProcess } from './process-owner.ts';

/** Who holds something, as others are told. */
export interface Owner extends ProcessOwner {
  readonly host: string;
  readonly since: string;
}

export interface OwnerLock {
  release(): void;
}

/** How often a holder shows that it is alive, and how long its silence is borne by those who cannot see it. */
const HEARTBEAT_MS = 5_000;
const SILENT_AFTER_MS = 60_000;

/**
 * Takes a lock for as long as this process lives and keeps it, or tells who has it. A lock is a file with its owner's
 * name in it; that of a dead process is taken over, that of one which cannot be seen from here after a minute's silence.
 */
export function takeOwnership(path: string): OwnerLock | { readonly heldBy: Owner } {
  mkdirSync(dirname(path), { recursive: true });
  const own = JSON.stringify({ ...thisProcess(), host: hostname(), since: new Date().toISOString(), id: randomUUID() });
  for (let attempt = 0; ; attempt++) {
    if (create(path, own)) return keep(path, own);
    const text = readLock(path);
    if (text === undefined) continue;
    const owner = parseOwner(text);
    if (owner !== undefined && (attempt >= MOST_ATTEMPTS || !isGone(owner, path))) return { heldBy: owner };
    takeAway(path, text);
  }
}

/** Who has a lock now, if anybody alive does. */
export function ownerOf(path: string): Owner | undefined {
  const text = readLock(path);
  const owner = text === undefined ? undefined : parseOwner(text);
  return owner === undefined || isGone(owner, path) ? undefined : owner;
}

/** Takes away what processes that died left in a directory of locks. */
export function sweepLocks(directory: string): void {
  sweepOwned(directory);
  for (const name of namesIn(directory)) {
    const path = join(directory, name);
    const text = readLock(path);
    const owner = text === undefined ? undefined : parseOwner(text);
    if (text !== undefined && owner !== undefined && isGone(owner, path)) takeAway(path, text);
  }
}

const MOST_ATTEMPTS = 20;

function create(path: string, text: string): boolean {
  const temporary = `${path}.${ownedEnd()}`;
  writeFileSync(temporary, text);
  try {
    faultPoint('lock.written');
    linkSync(temporary, path);
    faultPoint('lock.taken');
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function keep(path: string, own: string): OwnerLock {
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The repository is gone, or the lock was taken away: the compare-and-swap decides who goes on.
    }
  }, HEARTBEAT_MS);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      faultPoint('lock.before_release');
      if (readLock(path) === own) rmSync(path, { force: true });
    },
  };
}

/** Moves a dead owner's lock out of the way. If another's stands there by now, it is put back. */
function takeAway(path: string, text: string): void {
  const aside = `${path}.${ownedEnd()}`;
  try {
    renameSync(path, aside);
    if (readLock(aside) !== text) linkSync(aside, path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isGone(owner: Owner, path: string): boolean {
  const fate = fateOf(owner);
  if (fate !== 'unknown') return fate === 'dead';
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > SILENT_AFTER_MS;
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Nothing for a file that is no lock of ours: such a one is in the way of everybody. */
function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, start, table, host, since } = JSON.parse(text) as Owner;
    return typeof pid === 'number' && typeof table === 'string' ? { pid, start, table, host, since } : undefined;
  } catch {
    return undefined;
  }
}
