import { createHash } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type BytePath, pathBytes } from './byte-path.ts';
import type { Repository } from './repository.ts';
import type { Listed } from './tree-listing.ts';

/** A file in an index, with the look at it by which git tells whether it changed; without one git reads the file. */
export interface Indexed extends Listed {
  readonly stat?: BigIntStats | undefined;
}

/** An index as git keeps it (version 2), made without starting git. */
export function encodeIndex({ hash }: Pick<Repository, 'hash'>, files: ReadonlyMap<BytePath, Indexed>): Buffer {
  const head = Buffer.from('DIRC\0\0\0\u0002\0\0\0\0', 'latin1');
  head.writeUInt32BE(files.size, 8);
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const index = Buffer.concat([head, ...sorted.map(([path, file]) => encodeEntry(path, file))]);
  return Buffer.concat([index, createHash(hash).update(index).digest()]);
}

const STAT_BYTES = 40;
const LONGEST_LENGTH = 0xfff;

/** Times, place, mode, owner and size; the id; the length of the name; the name, with zeros up to a multiple of eight. */
function encodeEntry(path: BytePath, { mode, id, stat }: Indexed): Buffer {
  const nameAt = STAT_BYTES + id.length / 2 + 2;
  const entry = Buffer.alloc((nameAt + path.length + 8) & ~7);
  if (stat !== undefined) writeStat(entry, stat);
  entry.writeUInt32BE(Number.parseInt(mode, 8), 24);
  entry.write(id, STAT_BYTES, 'hex');
  entry.writeUInt16BE(Math.min(path.length, LONGEST_LENGTH), nameAt - 2);
  pathBytes(path).copy(entry, nameAt);
  return entry;
}

function writeStat(entry: Buffer, stat: BigIntStats): void {
  const { ctimeNs, mtimeNs, dev, ino, uid, gid, size } = stat;
  const second = 1_000_000_000n;
  const before = [ctimeNs / second, ctimeNs % second, mtimeNs / second, mtimeNs % second, dev, ino];
  for (const [at, value] of before.entries()) entry.writeUInt32BE(low(value), at * 4);
  for (const [at, value] of [uid, gid, size].entries()) entry.writeUInt32BE(low(value), 28 + at * 4);
}

/** Git keeps the lower half of what is longer. */
function low(value: bigint): number {
  return Number(BigInt.asUintN(32, value));
}
