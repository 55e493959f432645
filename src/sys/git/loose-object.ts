import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import { errorCode } from '../durable.ts';
import { gitObject, type ObjectType } from './object-file.ts';
import type { Repository } from './repository.ts';
import { storedBytes } from './stored-bytes.ts';

/** An object as it was stored. */
export interface ReadObject {
  readonly id: string;
  readonly type: string;
  readonly content: Buffer;
}

/**
 * Reads an object that is still a file of its own, as those just written are; nothing if it is packed or missing. What
 * does not have the hash it is named by is not given out: git is asked instead, and says what is wrong.
 */
export function readLoose(repository: Repository, id: string): ReadObject | undefined {
  let bytes: Buffer;
  try {
    const file = readFileSync(placeOf(repository, id));
    bytes = storedBytes(file) ?? inflateSync(file);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  const space = bytes.indexOf(' ');
  const start = bytes.indexOf(0) + 1;
  const type = bytes.toString('latin1', 0, space) as ObjectType;
  const content = bytes.subarray(start);
  return gitObject(repository, type, content).id === id ? { id, type, content } : undefined;
}

/** How many bytes such an object has, without reading all of it. */
export function looseSize(repository: Repository, id: string): number | undefined {
  try {
    const start = inflateSync(readStart(placeOf(repository, id)), { finishFlush: constants.Z_SYNC_FLUSH });
    const [, size] = /^[a-z]+ (\d+)\0/.exec(start.toString('latin1', 0, LONGEST_HEADER)) ?? [];
    return size === undefined ? undefined : Number(size);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

const LONGEST_HEADER = 32;

function readStart(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(2 * LONGEST_HEADER);
    return start.subarray(0, readSync(fd, start));
  } finally {
    closeSync(fd);
  }
}

/** Takes away an object that a power cut left empty or cut off; nothing can refer to it, since it was never waited for. */
export function removeIfDamaged(repository: Repository, id: string): void {
  const path = placeOf(repository, id);
  if (id.length !== repository.zeroId.length || !existsSync(path)) return;
  if (readLoose(repository, id) === undefined) rmSync(path, { force: true });
}

function placeOf({ objectsDir }: Repository, id: string): string {
  return join(objectsDir, id.slice(0, 2), id.slice(2));
}
