import { closeSync, fdatasync, fsync, openSync, unlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { BatonError } from '../base/error.ts';

/** Waits until what was written to an open file is on the disk. Several waits at once share one journal commit. */
export const flushFile: (fd: number) => Promise<void> = promisify(fdatasync);

/** Waits until the names in a directory are on the disk: a rename is durable only after this. */
export async function flushDirectory(path: string): Promise<void> {
  const fd = openSync(path, 'r');
  try {
    await flush(fd);
  } finally {
    closeSync(fd);
  }
}

const flush = promisify(fsync);

/**
 * Changes names in a directory and waits until they are on the disk. The directory is opened first: git may remove it
 * as soon as it has packed what was put there. Several at once change theirs first and then wait together.
 */
export async function inDirectory(path: string, change: () => void): Promise<void> {
  const fd = openSync(path, 'r');
  try {
    change();
    await flush(fd);
  } finally {
    closeSync(fd);
  }
}

/** Removes a file that nobody needs. One that cannot be removed is in nobody's way, and no reason to fail. */
export function removeScrap(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** Runs a piece of disk work and tells its failure in one sentence that names the reason and the place. */
export async function onDisk<T>(doing: string, work: () => Promise<T>, then?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw storageError(doing, error, then);
  }
}

/** A failed system call as a coded error, with what that means now; anything else is passed through untouched. */
export function storageError(doing: string, error: unknown, then = 'Nothing was changed.'): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const path = (error as NodeJS.ErrnoException).path;
  const place = path === undefined ? '' : ` (${path})`;
  const reason = REASONS[code] ?? `the system says ${code}`;
  return new BatonError('storage_failed', `Cannot ${doing}: ${reason}${place}. ${then}`, {
    data: { errno: code, path },
    cause: error,
  });
}

/** The system's name for an error, such as `ENOENT`, if it is one of the system's. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('errno' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EIO: 'the disk reports an error',
  ENOTDIR: 'a file stands where a directory is needed',
  EISDIR: 'a directory stands where a file is needed',
  EMFILE: 'too many files are open',
};
