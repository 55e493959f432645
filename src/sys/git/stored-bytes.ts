/**
 * zlib's form of bytes that are not compressed, in one block. Zlib itself takes several times as long to set up as this
 * takes for an event.
 */
export function storeBytes(...pieces: readonly Buffer[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > LONGEST_BLOCK) throw new RangeError(`${length} bytes are more than one block can hold.`);
  const start = Buffer.from([
    ...ZLIB_START,
    LAST_BLOCK,
    length & 0xff,
    length >> 8,
    ~length & 0xff,
    (~length >> 8) & 0xff,
  ]);
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  const stored = Buffer.concat([start, ...pieces, sum]);
  stored.writeUInt32BE(adler32(stored.subarray(START_BYTES, -CHECKSUM_BYTES)), START_BYTES + length);
  return stored;
}

/** The bytes in such a form, unchecked; nothing if it is any other. */
export function storedBytes(bytes: Buffer): Buffer | undefined {
  if (bytes.length < START_BYTES + CHECKSUM_BYTES || !bytes.subarray(0, 3).equals(STORED_START)) return undefined;
  const length = bytes.readUInt16LE(3);
  if (bytes.readUInt16LE(5) !== (~length & 0xffff)) return undefined;
  return bytes.length === START_BYTES + length + CHECKSUM_BYTES
    ? bytes.subarray(START_BYTES, START_BYTES + length)
    : undefined;
}

export const LONGEST_BLOCK = 0xffff;

const ZLIB_START = [0x78, 0x01] as const;
const LAST_BLOCK = 1;
const STORED_START = Buffer.from([...ZLIB_START, LAST_BLOCK]);
const START_BYTES = 7;
const CHECKSUM_BYTES = 4;

const ADLER_BASE = 65_521;
/** So many bytes can be summed up before the sums need to be reduced to stay exact. */
const ADLER_STEP = 4_096;

function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0];
  for (let from = 0; from < bytes.length; from += ADLER_STEP) {
    const end = Math.min(from + ADLER_STEP, bytes.length);
    for (let at = from; at < end; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= ADLER_BASE;
    high %= ADLER_BASE;
  }
  return high * 0x10000 + low;
}
