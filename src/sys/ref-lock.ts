import { linkSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../base/error.ts';
import { errorCode } from './durable.ts';
import { isAlive } from './process-owner.ts';
import type { Repository } from './repository.ts';

/** How long a lock of somebody alive, or of unknown owner, is waited for. */
const PATIENCE_MS = 10_000;

/** A git program holds a ref lock for milliseconds; one that stays the same this long with no git about is left over. */
const FOREIGN_GRACE_MS = 1_500;

/**
 * Takes a ref's lock by linking this process's file to it. A lock of another Baton process tells its owner by its inode
 * and is broken at once if that one is dead; a lock of git itself has no owner to ask, and is broken only after it
 * stayed unchanged while no other git program runs here.
 */
export async function takeRefLock(repository: Repository, own: string, lock: string): Promise<void> {
  const started = Date.now();
  let seen: { readonly id: string; readonly since: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    if (tryLink(own, lock)) return;
    const id = lockId(lock);
    if (id === undefined) continue;
    if (seen?.id !== id) seen = { id, since: Date.now() };
    if (isLeftOver(repository, id, Date.now() - seen.since)) {
      breakLock(lock, id);
      continue;
    }
    if (Date.now() - started > PATIENCE_MS) throw stillLocked(lock);
    await sleep(Math.min(50, 1 + attempt * 2) * (0.5 + Math.random()));
  }
}

function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** What tells one lock from the next: its inode and the time it was written. */
function lockId(lock: string): string | undefined {
  try {
    const { ino, mtimeNs } = statSync(lock, { bigint: true });
    return `${ino}.${mtimeNs}`;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isLeftOver(repository: Repository, id: string, unchangedMs: number): boolean {
  const owner = ownerOf(repository, id);
  if (owner !== undefined) return !isAlive(owner);
  return unchangedMs > FOREIGN_GRACE_MS && !otherGitRuns(repository);
}

/** The Baton process whose file is linked to the lock, if it is one's. */
function ownerOf(repository: Repository, id: string) {
  const directory = join(repository.batonDir, 'writers');
  for (const name of readdirSync(directory)) {
    if (lockId(join(directory, name)) !== id) continue;
    const [pid, start = ''] = name.split('.');
    return { pid: Number(pid), start };
  }
  return undefined;
}

/** Removes a lock if it is still the one that was judged. */
function breakLock(lock: string, id: string): void {
  if (lockId(lock) === id) rmSync(lock, { force: true });
}

/** Whether some git program works in this repository. Where that cannot be seen, age alone decides. */
function otherGitRuns(repository: Repository): boolean {
  if (process.platform !== 'linux') return false;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => isGitIn(pid, repository));
}

function isGitIn(pid: string, repository: Repository): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('git')) return false;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (command.includes('cat-file\0--batch')) return false;
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return (
      cwd.startsWith(repository.cwd) || cwd.startsWith(repository.commonDir) || command.includes(repository.commonDir)
    );
  } catch {
    return false;
  }
}

function stillLocked(lock: string): BatonError {
  return new BatonError(
    'ref_locked',
    `${lock} stays locked by another process. Wait for it to end; if none runs in this repository, delete the file and try again.`,
    { data: { lock } },
  );
}
