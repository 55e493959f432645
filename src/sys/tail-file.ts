import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from './durable.ts';

/** What a growing text file has got since it was looked at last. */
export interface TailRead {
  /** Whole lines only: a line that is being written comes with the next look. */
  readonly lines: readonly string[];
  /** When it was last written to, in milliseconds; nothing while it does not exist. */
  readonly modifiedMs: number | undefined;
}

/** How much is read at one look: a long file is caught up with in several. */
const MAX_READ = 8_000_000;

/** Follows a file that another process appends to. Gives what is new since the last call, from its beginning on. */
export function openTail(path: string, maxRead = MAX_READ): () => TailRead {
  let offset = 0;
  let begun: Buffer = Buffer.alloc(0);
  return () => {
    let file: number;
    try {
      file = openSync(path, 'r');
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      return { lines: [], modifiedMs: undefined };
    }
    try {
      const { size, mtimeMs } = fstatSync(file);
      // It was replaced by a shorter one: it is another file now.
      if (size < offset) [offset, begun] = [0, Buffer.alloc(0)];
      const bytes = Buffer.alloc(Math.min(size - offset, maxRead));
      const read = readSync(file, bytes, 0, bytes.length, offset);
      offset += read;
      const all = Buffer.concat([begun, bytes.subarray(0, read)]);
      const end = all.lastIndexOf(0x0a) + 1;
      begun = all.subarray(end);
      return { lines: all.subarray(0, end).toString('utf8').split('\n').slice(0, -1), modifiedMs: mtimeMs };
    } finally {
      closeSync(file);
    }
  };
}
