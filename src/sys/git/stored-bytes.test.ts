import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_BLOCK, storeBytes, storedBytes } from './stored-bytes.ts';

const bytes = fc.uint8Array({ maxLength: 20_000, size: 'max' }).map((list) => Buffer.from(list));

describe('bytes stored as they are', () => {
  it('are what zlib reads, whatever they are', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const whole = Buffer.concat([one, other]);
        expect(inflateSync(storeBytes(one, other)).equals(whole)).toBe(true);
        expect(storedBytes(storeBytes(one, other))?.equals(whole)).toBe(true);
      }),
    );
    const longest = Buffer.alloc(LONGEST_BLOCK, 0xff);
    expect(inflateSync(storeBytes(longest)).equals(longest)).toBe(true);
    expect(() => storeBytes(longest, Buffer.from('x'))).toThrow('65536 bytes are more than one block can hold');
  });

  it('are not read from anything else', () => {
    const stored = storeBytes(Buffer.from('an event'));
    for (const cut of [0, 3, 10, stored.length - 1]) expect(storedBytes(stored.subarray(0, cut))).toBeUndefined();
    expect(storedBytes(Buffer.concat([stored, Buffer.from('x')]))).toBeUndefined();
    expect(storedBytes(deflateSync('an event'))).toBeUndefined();
    const wrong = Buffer.from(stored);
    wrong[5] = 0;
    expect(storedBytes(wrong)).toBeUndefined();
  });
});
