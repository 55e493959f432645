import { constants, cpSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { discard } from './discard.ts';
import { diskUsage } from './disk-usage.ts';
import { errorCode } from './durable.ts';
import { ownedEnd, sweepOwned } from './owned-name.ts';
import { removeAll } from './removal.ts';

/** Puts a copy of what is kept at a place into a new directory. Links are left out: nobody knows where they lead now. */
export function copyKept(place: string, to: string): void {
  mkdirSync(to, { recursive: true });
  try {
    const filter = (path: string) => isPlain(path);
    cpSync(place, to, { recursive: true, filter, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true });
  } catch (error) {
    // Nothing is kept, or it was replaced meanwhile: half of it is none.
    if (errorCode(error) === undefined) throw error;
    removeAll(to);
    mkdirSync(to, { recursive: true });
  }
}

/** Keeps a directory in place of what was kept there before. One too large to be copied often is not worth it. */
export function keepDirectory(from: string, place: string): void {
  const fresh = `${place}.${ownedEnd()}`;
  try {
    if (!isFolder(from) || readdirSync(from).length === 0) return;
    const isWorthIt = diskUsage(from) <= MOST_BYTES;
    mkdirSync(dirname(place), { recursive: true });
    sweepOwned(dirname(place));
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
    copyKept(from, to);
  }
}

const MOST_BYTES = 400 * 1024 * 1024;

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isPlain(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true || stat?.isFile() === true;
}
