import { existsSync, linkSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatonError } from '../../base/error.ts';
import { errorCode } from '../durable.ts';
import { fateOf } from '../process-owner.ts';
import type { Repository } from './repository.ts';
import { breakLock, fileId, ownerOfLock } from './writer-file.ts';

/** How long locks are waited for. */
export interface LockPatience {
  /** A lock of somebody alive, or of unknown owner: then the attempt ends with `ref_locked`. */
  readonly limitMs: number;
  /** A git program holds a ref lock for milliseconds; one that stays the same this long with no git about is left over. */
  readonly foreignGraceMs: number;
}

export const LOCK_PATIENCE: LockPatience = { limitMs: 10_000, foreignGraceMs: 1_500 };

/**
 * Takes a ref's lock by linking this process's file to it. A lock of another Baton process tells its owner by its inode
 * and is broken at once if that one is dead; a lock of git itself has no owner to ask, and is broken only after it
 * stayed unchanged while no other git program runs here.
 */
export async function takeRefLock(
  repository: Repository,
  own: string,
  lock: string,
  patience: LockPatience,
): Promise<void> {
  const started = Date.now();
  let seen: { readonly id: string; readonly since: number } | undefined;
  for (let attempt = 0; ; attempt++) {
    if (tryLink(own, lock)) return;
    const id = fileId(lock);
    if (id === undefined) continue;
    if (seen?.id !== id) seen = { id, since: Date.now() };
    const longUnchanged = Date.now() - seen.since > patience.foreignGraceMs;
    if (isLeftOver(repository, id, longUnchanged) && breakLock(repository, lock, id)) continue;
    if (Date.now() - started > patience.limitMs) throw stillLocked(lock);
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

function isLeftOver(repository: Repository, id: string, longUnchanged: boolean): boolean {
  const owner = ownerOfLock(repository, id);
  const fate = owner === undefined ? 'unknown' : fateOf(owner);
  if (fate !== 'unknown') return fate === 'dead';
  return longUnchanged && !otherGitRuns(repository);
}

/** Whether some git program works in this repository. Where that cannot be seen, age alone decides. */
function otherGitRuns(repository: Repository): boolean {
  if (process.platform !== 'linux') return false;
  const places = placesOf(repository);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => isGitIn(pid, repository, places));
}

/** The directories a git program of this repository may work in: the repository itself and all its work trees. */
function placesOf({ cwd, commonDir }: Repository): string[] {
  const main = basename(commonDir) === '.git' ? [dirname(commonDir)] : [];
  const links = existsSync(join(commonDir, 'worktrees')) ? readdirSync(join(commonDir, 'worktrees')) : [];
  const linked = links.map((name) => readFileSync(join(commonDir, 'worktrees', name, 'gitdir'), 'utf8').trimEnd());
  const places = [cwd, commonDir, ...main, ...linked.map((path) => dirname(path))];
  return places.filter((path) => existsSync(path)).map((path) => realpathSync(path));
}

/** Git programs that stay for long and never take a lock. */
const LOCKLESS = ['cat-file\0--batch', 'fsmonitor--daemon'];

function isGitIn(pid: string, { commonDir }: Repository, places: readonly string[]): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('git')) return false;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (LOCKLESS.some((words) => command.includes(words))) return false;
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return places.some((place) => cwd === place || cwd.startsWith(`${place}/`)) || command.includes(commonDir);
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
