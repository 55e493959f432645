import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { ownedEnd } from './owned-name.ts';
import { makePrivatePlace } from './private-place.ts';

/** Runs work in a new private directory that is gone afterwards, whatever happens. */
export async function withTemporary<T>(prefix: string, work: (path: string) => Promise<T>): Promise<T> {
  const path = makePrivatePlace(prefix);
  try {
    return await work(path);
  } finally {
    faultPoint('temporary.done');
    rmSync(path, { recursive: true, force: true });
  }
}

export function makeDirectories(...paths: readonly string[]): void {
  for (const path of paths) mkdirSync(path, { recursive: true });
}

/** The JSON value kept in a file; nothing if there is none or it is damaged. For what can be made again. */
export function readKept(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The end of a text file, from the beginning of a line; nothing if there is none. */
export function readTail(file: string, most: number): string {
  if (!existsSync(file)) return '';
  const bytes = readFileSync(file);
  if (bytes.length <= most) return bytes.toString('utf8');
  const start = bytes.indexOf('\n', bytes.length - most) + 1;
  return bytes.subarray(start === 0 ? bytes.length - most : start).toString('utf8');
}

/** Keeps a JSON value in a file that others see whole or not at all. */
export function writeKept(file: string, value: unknown): void {
  faultPoint('kept.before');
  makeDirectories(dirname(file));
  const temporary = `${file}.${ownedEnd()}`;
  writeFileSync(temporary, JSON.stringify(value));
  faultPoint('kept.written');
  renameSync(temporary, file);
  faultPoint('kept.renamed');
}
