import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBatonError } from '../base/error.ts';
import { errorCode } from './durable.ts';
import { type Fate, fateOfMark, shortMark } from './process-owner.ts';
import { removeAll } from './removal.ts';

/**
 * The end of a name for something that is there only while this process needs it. It tells whose it is, so that whoever
 * comes after a crash can take it away; and it is short, as some programs put sockets below it.
 */
export function ownedEnd(): string {
  return `by-${shortMark()}-${randomBytes(4).toString('hex')}`;
}

const OWNED = /by-([0-9a-z]+-[0-9a-f]{6}-[0-9a-f]{6})-[0-9a-f]{8}$/;

/** What became of the process that gave a name; nothing if none did. */
export function fateOfName(name: string): Fate | undefined {
  const mark = OWNED.exec(name)?.[1];
  return mark === undefined ? undefined : fateOfMark(mark);
}

/** Removes what processes that are dead by now left in a directory. What cannot be removed is in nobody's way. */
export function sweepOwned(directory: string, begins = ''): void {
  for (const name of namesIn(directory)) {
    if (name.startsWith(begins) && fateOfName(name) === 'dead') removeIfOurs(join(directory, name));
  }
}

/** Removes what this user owns, if that is possible. */
export function removeIfOurs(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return;
  try {
    removeAll(path);
  } catch (error) {
    if (!isBatonError(error)) throw error;
  }
}

/** What is in a directory; nothing if it cannot be looked into. */
export function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}
