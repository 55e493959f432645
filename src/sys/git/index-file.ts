import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import type { BytePath } from './byte-path.ts';
import type { Repository } from './repository.ts';
import type { Listed } from './tree-listing.ts';

/** A file in an index, with the look at it by which git tells whether it changed; without one git reads the file. */
export interface Indexed extends Listed {
  readonly stat?: BigIntStats | undefined;
}

/** An index as git keeps it (version 2), made without starting git. */
export function encodeIndex({ hash }: Pick<Repository, 'hash'>, files: ReadonlyMap<BytePath, Indexed>): Buffer {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const index = Buffer.alloc(sorted.reduce((sum, [path, { id }]) => sum + entryLength(path, id), HEAD_BYTES));
  index.write('DIRC\0\0\0\u0002', 'latin1');
  index.writeUInt32BE(files.size, HEAD_BYTES - 4);
  let at = HEAD_BYTES;
  for (const [path, file] of sorted) {
    writeEntry(index, at, path, file);
    at += entryLength(path, file.id);
  }
  return Buffer.concat([index, createHash(hash).update(index).digest()]);
}

const HEAD_BYTES = 12;
const STAT_BYTES = 40;
const LONGEST_LENGTH = 0xfff;

/** Times, place, mode, owner and size; the id; the length of the name; the name, with zeros up to a multiple of eight. */
function writeEntry(index: Buffer, at: number, path: BytePath, { mode, id, stat }: Indexed): void {
  const nameAt = at + STAT_BYTES + id.length / 2 + 2;
  if (stat !== undefined) writeStat(index, at, stat);
  index.writeUInt32BE(Number.parseInt(mode, 8), at + 24);
  index.write(id, at + STAT_BYTES, 'hex');
  index.writeUInt16BE(Math.min(path.length, LONGEST_LENGTH), nameAt - 2);
  index.write(path, nameAt, 'latin1');
}

function entryLength(path: BytePath, id: string): number {
  return (STAT_BYTES + id.length / 2 + 2 + path.length + 8) & ~7;
}

function writeStat(index: Buffer, at: number, stat: BigIntStats): void {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat;
  const second = 1_000_000_000n;
  const before = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino];
  for (const [n, value] of before.entries()) index.writeUInt32BE(low(value), at + n * 4);
  for (const [n, value] of [uid, gid, size].entries()) index.writeUInt32BE(low(value), at + 28 + n * 4);
}

/** Git keeps the lower half of what is longer. */
function low(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}
