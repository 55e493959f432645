import { randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, fstatSync, openSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BytePath } from './byte-path.ts';

/**
 * Remembers what is in files, so that only changed ones are read again. The files belong to somebody who may want to
 * hide a change, so nothing counts that a program can set:
 *
 * - The time of the last change of an inode (ctime) is set by the system alone, at every write, `utimes`, `chmod`, link
 *   and rename. Size, mode and the time of modification can be put back; ctime cannot, short of setting the clock.
 * - Times come in ticks of some milliseconds. A change in the same tick as the look would leave ctime as it was, so a file
 *   is remembered only if its ctime is older than the disk's clock was before the look: whatever happens later is newer.
 *   Git's own index is not enough here: it usually compares whole seconds, and takes a file for surely unchanged by its
 *   time of modification, which can be set back.
 * - Inode and device tell files apart that were swapped by renaming folders, which changes no time of the files in them.
 * - A program that has a file mapped may write to it without any time changing, as long as it runs. So nothing is
 *   remembered, and nothing asked, while a session runs: its whole process tree is ended before.
 *
 * It is held in memory only: on a disk it could be changed, too, and a new process is content to read all files once.
 */
export interface FileMemory {
  /** The id of a file's content, if it is surely what it was. */
  idOf(path: BytePath, stat: BigIntStats): string | undefined;
  /** Remembers a file by a look taken after the disk's clock stood at `since`. */
  learn(path: BytePath, stat: BigIntStats, id: string, since: bigint): void;
  /** The last look at a file that was remembered with this content, as good as it was then. */
  lookAt(path: BytePath, id: string): BigIntStats | undefined;
}

export function openFileMemory(): FileMemory {
  const known = new Map<BytePath, { readonly stat: BigIntStats; readonly id: string }>();
  return {
    idOf(path, stat) {
      const entry = known.get(path);
      return entry !== undefined && isSame(entry.stat, stat) ? entry.id : undefined;
    },
    learn(path, stat, id, since) {
      if (stat.ctimeNs < since) known.set(path, { stat, id });
      else known.delete(path);
    },
    lookAt(path, id) {
      const entry = known.get(path);
      return entry?.id === id ? entry.stat : undefined;
    },
  };
}

/** What the clock of a disk says, in the ticks it marks files with. */
export function diskClock(directory: string): bigint {
  const path = join(directory, `clock-${randomBytes(8).toString('hex')}`);
  const fd = openSync(path, 'wx', 0o600);
  try {
    return fstatSync(fd, { bigint: true }).ctimeNs;
  } finally {
    closeSync(fd);
    unlinkSync(path);
  }
}

/**
 * Waits until the clock of a disk has moved on: everything written before is older than what it then says. Some disks
 * count in seconds; on one whose clock stands still nothing is ever remembered.
 */
export async function nextTick(directory: string): Promise<bigint> {
  const before = diskClock(directory);
  const end = performance.now() + LONGEST_TICK_MS;
  for (;;) {
    const now = diskClock(directory);
    if (now > before || performance.now() > end) return now;
    await sleep(1);
  }
}

const LONGEST_TICK_MS = 2500;

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.ctimeNs === b.ctimeNs &&
    a.mtimeNs === b.mtimeNs &&
    a.size === b.size &&
    a.ino === b.ino &&
    a.dev === b.dev &&
    a.mode === b.mode
  );
}
