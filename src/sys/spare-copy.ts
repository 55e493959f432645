import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterwards, discard } from './discard.ts';
import { errorCode } from './durable.ts';
import { type FileMarks, markOf, marksOf } from './file-marks.ts';
import { readKept, writeKept } from './kept-file.ts';
import { removeAll } from './removal.ts';
import { COPY_OPTIONS, copyDirectory } from './staged-directory.ts';

/** A copy that somebody may write to. Given back, it serves the next who needs one; it need not be. */
export interface BorrowedCopy {
  giveBack(): void;
}

export interface CopyRequest {
  readonly from: string;
  readonly to: string;
  /** Where copies that nobody needs now are kept. */
  readonly spares: string;
  /** Tells what is to be copied from what was copied earlier from the same place. */
  readonly version: string;
}

/**
 * Puts a copy of a directory at a place. Making one takes long, so one that was used before is taken if there is one:
 * every file of it is looked at first, if possible as soon as it is given back, and whatever is not as it was copied is
 * copied again.
 */
export function borrowCopy({ from, to, spares, version }: CopyRequest): BorrowedCopy {
  if (!isFolder(from)) return plainCopy(from, to);
  const all = join(spares, createHash('sha256').update(from).digest('hex').slice(0, 32));
  const home = join(all, version);
  const marks = takeSpare(from, to, home) ?? freshCopy(from, to);
  if (marks === undefined) return NOT_BORROWED;
  for (const other of namesIn(all)) if (other !== version) discard(join(all, other));
  return { giveBack: () => putAway(from, to, home, marks) };
}

/** A version by which a directory that anybody may change is known: what its files are like. */
export function versionOf(directory: string): string {
  if (!isFolder(directory)) return 'no folder';
  const hash = createHash('sha256');
  for (const [path, mark] of marksOf(directory)) hash.update(`${path}\0${mark}\0`);
  return hash.digest('hex').slice(0, 32);
}

export const NOT_BORROWED: BorrowedCopy = { giveBack: () => undefined };

function plainCopy(from: string, to: string): BorrowedCopy {
  copyDirectory(from, to);
  return NOT_BORROWED;
}

/** Nothing where something stood before: then it is no copy, and cannot serve anybody else. */
function freshCopy(from: string, to: string): FileMarks | undefined {
  const isTaken = lstatSync(to, { throwIfNoEntry: false }) !== undefined;
  copyDirectory(from, to);
  return isTaken ? undefined : marksOf(to);
}

/** What is known of a spare copy: how its files were when it was made, and whether it was looked at since it was used. */
interface Spare {
  readonly marks: readonly (readonly [path: string, mark: string])[];
  readonly checked: boolean;
}

/** Moves a spare copy to its place, which only one of several can. */
function takeSpare(from: string, to: string, home: string): FileMarks | undefined {
  if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) return undefined;
  mkdirSync(dirname(to), { recursive: true });
  for (const name of namesIn(home)) {
    const place = join(home, name);
    if (!moved(join(place, 'copy'), to)) continue;
    const spare = readKept(join(place, SPARE)) as Spare | undefined;
    discard(place);
    if (spare === undefined || !isFolder(to)) removeAll(to);
    else return spare.checked ? new Map(spare.marks) : mended(from, to, new Map(spare.marks), dirname(home));
  }
  return undefined;
}

const SPARE = 'spare.json';

function mended(from: string, to: string, marks: FileMarks, aside: string): FileMarks {
  const again = clearWrong(to, marks, aside);
  for (const path of again) copyDirectory(join(from, path), join(to, path));
  return marksAfter(to, marks, again);
}

/**
 * Takes out of a copy whatever is not as it was copied, and gives what has to be copied again: each folder with all in it. What
 * is taken out lies aside until it is removed.
 */
function clearWrong(to: string, marks: FileMarks, aside: string): readonly string[] {
  const now = marksOf(to);
  const wrong = [...now.keys()].filter((path) => marks.get(path) !== now.get(path));
  const again = [...marks.keys()].filter((path) => marks.get(path) !== now.get(path));
  const gone = join(aside, randomUUID());
  mkdirSync(gone);
  for (const [number, path] of tops(wrong).entries()) {
    if (!moved(join(to, path), join(gone, String(number)))) removeAll(join(to, path));
  }
  discard(gone);
  return tops(again);
}

/** Paths without those that lie in another one of them. */
function tops(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  const isInside = (path: string): boolean => {
    const folder = dirname(path);
    return folder !== '.' && (all.has(folder) || isInside(folder));
  };
  return paths.filter((path) => !isInside(path));
}

function marksAfter(to: string, marks: FileMarks, again: readonly string[]): FileMarks {
  const right = new Map(marks);
  for (const path of again) {
    const place = join(to, path);
    right.set(path, markOf(place));
    if (isFolder(place)) for (const [inner, mark] of marksOf(place)) right.set(`${path}/${inner}`, mark);
  }
  return right;
}

/** Copies that are kept: as many as are likely to be needed at once. */
const MOST_SPARES = 3;

function putAway(from: string, to: string, home: string, marks: FileMarks): void {
  const names = namesIn(home);
  const whole = names.filter((name) => isFolder(join(home, name, 'copy')));
  for (const name of names) if (!whole.includes(name) && isOld(join(home, name))) discard(join(home, name));
  if (!isFolder(to) || realpathSync(dirname(to)) !== dirname(to) || whole.length >= MOST_SPARES) return;
  const place = join(home, randomUUID());
  writeKept(join(place, SPARE), { marks: [...marks], checked: false } satisfies Spare);
  if (moved(to, join(place, 'copy'))) afterwards(() => check(from, place, marks));
  else removeAll(place);
}

/** What a process that died left behind: no work on a copy takes so long. */
function isOld(path: string): boolean {
  return Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 3_600_000;
}

/** Looks a copy through that was given back, unless somebody has taken it already. Others go on meanwhile. */
async function check(from: string, place: string, marks: FileMarks): Promise<void> {
  const [copy, looked] = [join(place, 'copy'), join(place, 'looked-at')];
  if (!moved(copy, looked)) return;
  const again = clearWrong(looked, marks, dirname(dirname(place)));
  for (const path of again) await cp(join(from, path), join(looked, path), COPY_OPTIONS);
  const right = marksAfter(looked, marks, again);
  writeKept(join(place, SPARE), { marks: [...right], checked: true } satisfies Spare);
  moved(looked, copy);
}

/** Not from one disk to another: that would be a copy. */
function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return [];
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
