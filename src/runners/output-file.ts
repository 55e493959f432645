import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SessionOutcome } from './runner.ts';
import { MOST_RESULT } from './session-program.ts';

/** What a session left as its result: a value, a reason why it was not read, or neither. */
export type LeftResult = Pick<SessionOutcome, 'result' | 'resultProblem'>;

/**
 * Remembers where a session may leave its result, and gives the way to read it afterwards. The session may have put a
 * link, a pipe or another directory in its place: none of them is followed.
 */
export function expectOutput(file: string): { read(): LeftResult | undefined } {
  const directory = realpathSync(dirname(file));
  return {
    read() {
      if (!isThere(file)) return undefined;
      const open = openPlain(file, directory);
      if (open === undefined) return unread('is no plain file');
      try {
        return readOpen(open);
      } finally {
        closeSync(open);
      }
    },
  };
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file) !== undefined;
  } catch {
    return false;
  }
}

/** Opens a file in the directory it was expected in, without waiting for anybody. */
function openPlain(file: string, directory: string): number | undefined {
  try {
    if (realpathSync(dirname(file)) !== directory) return undefined;
    const open = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (fstatSync(open).isFile()) return open;
    closeSync(open);
  } catch {
    // A link, or not readable for us.
  }
  return undefined;
}

function readOpen(open: number): LeftResult {
  const { size } = fstatSync(open);
  if (size > MOST_RESULT) return unread(`has ${size} bytes, more than ${MOST_RESULT}`);
  const buffer = Buffer.alloc(size);
  return { result: buffer.toString('utf8', 0, readSync(open, buffer, 0, size, 0)) };
}

function unread(why: string): LeftResult {
  return { resultProblem: `What was left at BATON_OUTPUT ${why}: write one JSON object to that path.` };
}
