import { closeSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { openRegular } from './capture.ts';

/** Pieces of text of which the first and the last are kept. */
export interface Excerpt {
  add(piece: string): void;
  text(): string;
}

export function excerpt(first: number, last: number): Excerpt {
  const head: string[] = [];
  let tail: string[] = [];
  let dropped = 0;
  return {
    add(piece) {
      const cut = piece.length > MOST_PIECE ? `${piece.slice(0, MOST_PIECE)}\n` : piece;
      if (head.length < first) head.push(cut);
      else tail.push(cut);
      if (tail.length <= 2 * last) return;
      dropped += tail.length - last;
      tail = tail.slice(-last);
    },
    text: () => [...head, ...(dropped > 0 ? ['[...]\n'] : []), ...tail].join(''),
  };
}

const MOST_PIECE = 4000;

/** The lines of a file, however long it is; one that is too long is cut. */
export function* linesOfFile(path: string): Generator<string> {
  const file = openRegular(path);
  if (file === undefined) return;
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(CHUNK);
    let rest = '';
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      const lines = (rest + decoder.write(buffer.subarray(0, length))).split('\n');
      rest = (lines.pop() ?? '').slice(0, MOST_LINE);
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

const CHUNK = 1024 * 1024;
const MOST_LINE = 4 * 1024 * 1024;
