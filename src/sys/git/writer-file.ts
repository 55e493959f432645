import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../durable.ts';
import { fateOf, type ProcessOwner, thisProcess } from '../process-owner.ts';
import { removeIfDamaged } from './loose-object.ts';
import type { Repository } from './repository.ts';

/**
 * Writers tell each other who they are by files in one directory. A writer file holds the new value of a ref, is named
 * after its process, that value and that ref, and becomes the ref's lock by a hard link. A claim is a symbolic link that says which
 * process is taking a left-over lock away: without it two could judge the same lock, and the slower one would remove
 * the next lock, of somebody alive.
 */
interface WriterFile {
  readonly owner: ProcessOwner;
  readonly ref: string;
  readonly value: string;
}

/** A file whose owner cannot be asked is left over after this time; writers need seconds. */
const ABANDONED_AFTER_MS = 3_600_000;

const CLAIM = 'claim.';

function writersDirectory(repository: Repository): string {
  return join(repository.batonDir, 'writers');
}

/** Random for each thread of a process, counted in it. */
const THREAD_MARK = randomBytes(4).toString('hex');
let written = 0;

export function newWriterFile(repository: Repository, ref: string, value = 'none'): string {
  const name = [ownerName(thisProcess()), `${THREAD_MARK}${written++}`, value, ref.replaceAll('/', ':')];
  return join(writersDirectory(repository), name.join('.'));
}

/** What tells one file from the next of the same name: its inode and the time it was written. */
export function fileId(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.ino}.${stat.mtimeNs}`;
}

/** The process whose writer file a lock is a link to. */
export function ownerOfLock(repository: Repository, id: string): ProcessOwner | undefined {
  const directory = writersDirectory(repository);
  const name = namesIn(directory).find((each) => fileId(join(directory, each)) === id);
  return name === undefined ? undefined : parseName(name)?.owner;
}

/** Removes a left-over lock if it is still the one that was judged. Says whether there is reason to try it at once. */
export function breakLock(repository: Repository, lock: string, id: string): boolean {
  const claim = join(writersDirectory(repository), `${CLAIM}${id}`);
  if (!tryClaim(claim)) return breakDeadClaim(repository, claim);
  try {
    if (fileId(lock) === id) rmSync(lock, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
  return true;
}

/**
 * Takes away what dead writers left: their files, their claims, and the locks they held. It only tidies up: whoever is
 * not allowed to write here is told so when they write.
 */
export function sweepWriters(repository: Repository): void {
  try {
    for (const name of namesIn(writersDirectory(repository))) sweep(repository, name);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

function sweep(repository: Repository, name: string): void {
  const path = join(writersDirectory(repository), name);
  if (name.startsWith(CLAIM)) {
    breakDeadClaim(repository, path);
    return;
  }
  const id = fileId(path);
  const file = parseName(name);
  if (id === undefined || !isGone(file?.owner, path)) return;
  if (file !== undefined) {
    breakLock(repository, join(repository.commonDir, `${file.ref}.lock`), id);
    removeIfDamaged(repository, file.value);
  }
  rmSync(path, { force: true });
}

function tryClaim(claim: string): boolean {
  try {
    symlinkSync(ownerName(thisProcess()), claim);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** A claim is a lock too, and is broken like one: its own claim keeps two from doing it. */
function breakDeadClaim(repository: Repository, claim: string): boolean {
  const id = fileId(claim);
  if (id === undefined) return true;
  return isGone(parseOwner(targetOf(claim)), claim) && breakLock(repository, claim, id);
}

function isGone(owner: ProcessOwner | undefined, path: string): boolean {
  const fate = owner === undefined ? 'unknown' : fateOf(owner);
  if (fate !== 'unknown') return fate === 'dead';
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > ABANDONED_AFTER_MS;
}

function ownerName({ pid, start, table }: ProcessOwner): string {
  return [pid, start, table].join('.');
}

function parseOwner(name: string): ProcessOwner | undefined {
  const [pid = '', start, table] = name.split('.');
  if (!/^\d+$/.test(pid) || start === undefined || table === undefined) return undefined;
  return { pid: Number(pid), start, table };
}

function parseName(name: string): WriterFile | undefined {
  const owner = parseOwner(name);
  const [value = '', ...rest] = name.split('.').slice(4);
  const ref = rest.join('.').replaceAll(':', '/');
  return owner === undefined || ref === '' ? undefined : { owner, ref, value };
}

function targetOf(claim: string): string {
  try {
    return readlinkSync(claim);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
