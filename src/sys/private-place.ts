import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultPoint } from '../base/fault-point.ts';
import { ownedEnd } from './owned-name.ts';

/** Makes a directory among the temporary files that nobody else can enter. If this process dies, it is taken away. */
export function makePrivatePlace(prefix: string): string {
  const place = join(realpathSync(tmpdir()), `${prefix}${ownedEnd()}`);
  createPrivatePlace(place);
  return place;
}

/** Makes a directory that nobody else can enter, where there is nothing yet. */
export function createPrivatePlace(place: string): void {
  faultPoint('place.before');
  mkdirSync(place, { mode: 0o700 });
  faultPoint('place.made');
}

/**
 * Whether a directory made so is still there and this user's alone: temporary files get cleared away, and then anybody
 * can make one of the same name.
 */
export function isPrivatePlace(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
}

/** Makes such a directory again if it was cleared away; says whether it is there. */
export function restorePrivatePlace(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) createPrivatePlace(path);
  return isPrivatePlace(path);
}

/** What tells a directory from another one that was put in its place; nothing if there is none. */
export function directoryId(path: string): string | undefined {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return stat?.isDirectory() === true ? `${stat.dev}.${stat.ino}` : undefined;
}
