import fc from 'fast-check';

/** One way to damage a report: `where` picks the place, as a share of its length. */
export interface Damage {
  readonly how: keyof typeof WAYS;
  readonly where: number;
  readonly length: number;
  readonly piece: Buffer;
}

/** A copy of a report with damage done to it. */
export function damaged(bytes: Buffer, all: readonly Damage[]): Buffer {
  return all.reduce((before, damage) => WAYS[damage.how](before, damage), bytes);
}

const WAYS = {
  truncate: (bytes: Buffer, { where }: Damage) => bytes.subarray(0, at(bytes, where)),
  behead: (bytes: Buffer, { where }: Damage) => bytes.subarray(at(bytes, where)),
  remove: (bytes: Buffer, { where, length }: Damage) => spliced(bytes, at(bytes, where), length, Buffer.alloc(0)),
  insert: (bytes: Buffer, { where, piece }: Damage) => spliced(bytes, at(bytes, where), 0, piece),
  replace: (bytes: Buffer, { where, piece }: Damage) => spliced(bytes, at(bytes, where), piece.length, piece),
  dropLine: (bytes: Buffer, { where }: Damage) => byLines(bytes, where, () => []),
  repeatLine: (bytes: Buffer, { where }: Damage) => byLines(bytes, where, (line) => [line, line]),
  emptyLine: (bytes: Buffer, { where }: Damage) => byLines(bytes, where, (line) => ['', line]),
  repeatAll: (bytes: Buffer) => Buffer.concat([bytes, bytes]),
  wide: (bytes: Buffer) => Buffer.from(bytes.toString('latin1'), 'utf16le'),
  byteOrderMark: (bytes: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  noText: (bytes: Buffer, { where }: Damage) => spliced(bytes, at(bytes, where), 1, Buffer.from([0xff, 0xfe, 0x80])),
};

function at(bytes: Buffer, where: number): number {
  return Math.floor(where * bytes.length);
}

function spliced(bytes: Buffer, from: number, count: number, piece: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + count)]);
}

function byLines(bytes: Buffer, where: number, change: (line: string) => readonly string[]): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  const chosen = Math.floor(where * lines.length);
  return Buffer.from(lines.flatMap((line, index) => (index === chosen ? change(line) : [line])).join('\n'), 'latin1');
}

/** Pieces that mean something to one of the formats, and some that mean nothing to any. */
const PIECES = [
  ...['\0', '\0\0\0\0', '"', '{', '}', '[', ']', ',', '\n', '\r\n', '<', '>', '/>', '&', ']]>', '<!--', '-->', '\\'],
  ...['passed', 'failed', 'pass', 'ok', 'not ok', '1..0\n', '# skip', '# todo', 'Bail out!\n', '"__proto__":{},'],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>', '<skipped/>', '{"type":"end"}\n', '{"at":"end","status":0}\n', '\u{1F600}'],
].map((text) => Buffer.from(text));

export const damage: fc.Arbitrary<Damage> = fc.record({
  how: fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[])),
  where: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.integer({ min: 1, max: 40 }),
  piece: fc.oneof(
    fc.constantFrom(...PIECES),
    fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
  ),
});
