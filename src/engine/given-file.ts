import { BatonError } from '../base/error.ts';
import { readBounded } from '../sys/bounded-file.ts';

/** The most a person gives Baton in a file: a request, an answer, a context. */
const MAX_BYTES = 1_000_000;

/** The text of a file that a person named on the command line. */
export function readGivenFile(path: string): string {
  const read = tryRead(path);
  if ('bytes' in read) return read.bytes.toString('utf8');
  throw new BatonError('usage', `Cannot read ${path}: it ${read.problem}.`);
}

function tryRead(path: string) {
  try {
    return readBounded(path, MAX_BYTES);
  } catch (cause) {
    throw new BatonError('usage', `Cannot read ${path}: ${(cause as Error).message}.`, { cause });
  }
}
