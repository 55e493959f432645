import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { faultPoint } from '../../base/fault-point.ts';
import { errorCode, flushDirectory, storageError } from '../durable.ts';
import type { Repository } from './repository.ts';

/** Git waits for the objects it writes, not for their names: this does, for those written since a moment. */
export async function flushObjects({ objectsDir }: Repository, since: number): Promise<void> {
  faultPoint('objects.before_flush');
  const folders = readdirSync(objectsDir).map((name) => join(objectsDir, name));
  const isFresh = (folder: string) =>
    (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since - CLOCKS_APART_MS;
  await Promise.all([objectsDir, ...folders.filter(isFresh)].map(flushIfThere));
}

/** Git removes a folder of objects when packing has left it empty. */
async function flushIfThere(folder: string): Promise<void> {
  try {
    await flushDirectory(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw storageError('wait for the disk', error);
  }
}

/** How far the clock of a disk may be behind. */
const CLOCKS_APART_MS = 60_000;
