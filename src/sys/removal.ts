import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { BatonError } from '../base/error.ts';
import { faultPoint } from '../base/fault-point.ts';
import { errorCode } from './durable.ts';

/**
 * Removes a path and everything below it, whatever was done to keep it there: folders without permissions, names that are
 * no text, folders nested deeper than a path can be long. Links are removed, never followed.
 */
export function removeAll(path: string | Buffer): void {
  const top = Buffer.from(path as string);
  const waiting = [top];
  try {
    faultPoint('removal.before');
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) removeShallow(next, top, waiting);
    faultPoint('removal.done');
  } catch (error) {
    throw cannotRemove(top.toString('utf8'), error);
  }
}

/** A path this long may hold one too long for the system; what is below it gets a short name first. */
const LONG_BYTES = 2000;

function removeShallow(path: Buffer, top: Buffer, waiting: Buffer[]): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  if (!stat.isDirectory()) {
    unlinkSync(path);
    return;
  }
  if (rmdirIfEmpty(path)) return;
  if ((stat.mode & 0o700) !== 0o700) chmodSync(path, 0o700);
  for (const name of readdirSync(path, { encoding: 'buffer' })) {
    const child = Buffer.concat([path, SLASH, name]);
    if (child.length < LONG_BYTES) removeShallow(child, top, waiting);
    else waiting.push(moveBeside(child, top));
  }
  rmdirSync(path);
}

const SLASH = Buffer.from('/');

function rmdirIfEmpty(path: Buffer): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function moveBeside(path: Buffer, top: Buffer): Buffer {
  const beside = Buffer.concat([top, Buffer.from(`.removed-${randomUUID()}`)]);
  if (lstatSync(path).isDirectory()) chmodSync(path, 0o700);
  renameSync(path, beside);
  return beside;
}

function cannotRemove(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  const message = `Cannot remove ${path}: the system says ${code}. Remove it yourself, and try again.`;
  return new BatonError('storage_failed', message, { data: { errno: code, path }, cause: error });
}
