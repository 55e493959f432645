import { lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { discard } from './discard.ts';
import { diskUsage } from './disk-usage.ts';
import { errorCode } from './durable.ts';
import { ownedEnd, sweepOwned } from './owned-name.ts';
import { removeAll } from './removal.ts';
import { type BorrowedCopy, borrowCopy, NOT_BORROWED } from './spare-copy.ts';
import { copyDirectory } from './staged-directory.ts';

/**
 * Puts a copy of what is kept at a place into a new directory. With a place for spares, a copy that is given back serves again:
 * many directories take a disk long to make.
 */
export function borrowKept(place: string, to: string, spares?: string): BorrowedCopy {
  const kept = lstatSync(place, { bigint: true, throwIfNoEntry: false });
  try {
    if (spares !== undefined && kept?.isDirectory() === true) {
      return borrowCopy({ from: place, to, spares, version: `${kept.ino}-${kept.ctimeNs}` });
    }
    copyDirectory(place, to);
  } catch (error) {
    // Nothing is kept, or it was replaced meanwhile: half of it is none.
    if (errorCode(error) === undefined) throw error;
    removeAll(to);
    mkdirSync(to, { recursive: true });
  }
  return NOT_BORROWED;
}

/**
 * Keeps a directory in place of what was kept there before, without the links in it: nobody knows where they lead now. One too
 * large to be copied often is not worth it.
 */
export function keepDirectory(from: string, place: string): void {
  const fresh = `${place}.${ownedEnd()}`;
  try {
    if (!isFolder(from) || readdirSync(from).length === 0) return;
    const isWorthIt = diskUsage(from) <= MOST_BYTES;
    mkdirSync(dirname(place), { recursive: true });
    sweepOwned(dirname(place));
    if (isWorthIt) removeLinks(from);
    if (isWorthIt) moveTo(from, fresh);
    if (isFolder(place)) discard(place);
    if (isWorthIt) renameSync(fresh, place);
  } catch (error) {
    // Somebody else keeps one now, or it cannot be read: what is kept only saves time.
    if (errorCode(error) === undefined) throw error;
    removeAll(fresh);
  }
}

function moveTo(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    copyDirectory(from, to);
  }
}

const MOST_BYTES = 400 * 1024 * 1024;

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function removeLinks(directory: string): void {
  const found = readdirSync(directory, { recursive: true, withFileTypes: true });
  for (const one of found) if (!one.isFile() && !one.isDirectory()) removeAll(join(one.parentPath, one.name));
}
