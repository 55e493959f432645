import { closeSync, readSync } from 'node:fs';
import { isBatonError } from '../../base/error.ts';
import { readXml } from '../../formats/xml.ts';
import { broken } from '../../formats/xml-tag.ts';
import { openRegular } from '../capture.ts';
import { collectCases, type JunitCase } from './cases.ts';

export type { JunitCase, JunitProblem } from './cases.ts';

export interface JunitFile {
  readonly cases: readonly JunitCase[];
  /** Why what was read is not the whole; nothing if it is. */
  readonly incomplete: string | undefined;
}

/** Reads one report file. Nothing if it is XML about something else; whatever is wrong with it is told, never thrown. */
export function readJunitFile(path: string): JunitFile | undefined {
  const open = openRegular(path);
  if (open === undefined) return { cases: [], incomplete: 'it is not a file' };
  try {
    return readJunit(piecesOf(open));
  } finally {
    closeSync(open);
  }
}

export function readJunit(pieces: Iterable<Uint8Array>): JunitFile | undefined {
  const collector = collectCases();
  try {
    readXml(pieces, collector);
  } catch (error) {
    if (!isBatonError(error)) throw error;
    if (collector.isOther()) return undefined;
    return { cases: collector.cases, incomplete: error.message };
  }
  if (collector.isOther()) return undefined;
  return { cases: collector.cases, incomplete: collector.wrongCount() };
}

/** The bytes of an open file, piece by piece, up to a limit. */
function* piecesOf(open: number): Iterable<Uint8Array> {
  let total = 0;
  while (true) {
    const piece = Buffer.alloc(PIECE);
    const length = readSync(open, piece, 0, PIECE, null);
    if (length === 0) return;
    total += length;
    if (total > MOST_BYTES) throw broken(`it is larger than ${MOST_BYTES / 1024 / 1024} MB`);
    yield piece.subarray(0, length);
  }
}

const PIECE = 1024 * 1024;
const MOST_BYTES = 100 * 1024 * 1024;
