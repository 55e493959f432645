import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';

/** What a file holds, or why it is not read: as the end of a sentence that begins with its name. */
export type BoundedFile = { readonly bytes: Buffer } | { readonly problem: string };

/**
 * Reads a regular file up to a size, and never more than that: what a file says of its size is not believed. Anything else
 * (a pipe, a device, a directory) could block or never end, and is neither opened nor read. Errors of the system are
 * thrown.
 */
export function readBounded(path: string, maxBytes: number): BoundedFile {
  const problem = kindProblem(statSync(path));
  if (problem !== undefined) return { problem };
  // Without waiting: a pipe may have been put in its place since.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const changed = kindProblem(fstatSync(file));
    return changed === undefined ? readOpen(file, maxBytes) : { problem: changed };
  } finally {
    closeSync(file);
  }
}

function readOpen(file: number, maxBytes: number): BoundedFile {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, maxBytes + 1 - length));
    const read = readSync(file, piece, 0, piece.length, null);
    if (read === 0) return { bytes: Buffer.concat(pieces) };
    pieces.push(piece.subarray(0, read));
    length += read;
    if (length > maxBytes) return { problem: `is larger than ${maxBytes} bytes` };
  }
}

const PIECE_BYTES = 65_536;

function kindProblem(stat: Stats): string | undefined {
  if (stat.isFile()) return undefined;
  const kind = stat.isDirectory()
    ? 'a directory'
    : stat.isFIFO()
      ? 'a named pipe'
      : stat.isSocket()
        ? 'a socket'
        : 'a device';
  return `is ${kind}, not a regular file`;
}
