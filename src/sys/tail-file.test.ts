import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { openTail } from './tail-file.ts';

it('a growing file is read once, in whole lines, even where a letter is cut in two', () => {
  const path = join(temporaryDirectory(), 'stream');
  const tail = openTail(path);
  expect(tail()).toEqual({ lines: [], modifiedMs: undefined });
  writeFileSync(path, 'one\ntw');
  expect(tail().lines).toEqual(['one']);
  const [first, second] = [Buffer.from('ö').subarray(0, 1), Buffer.from('ö').subarray(1)];
  appendFileSync(path, Buffer.concat([Buffer.from('o '), first]));
  expect(tail().lines).toEqual([]);
  appendFileSync(path, Buffer.concat([second, Buffer.from('\nthree\n')]));
  expect(tail().lines).toEqual(['two ö', 'three']);
  expect(tail()).toMatchObject({ lines: [], modifiedMs: expect.any(Number) });
});

it('a long file is caught up with in several looks, and one that was replaced is read from its beginning', () => {
  const path = join(temporaryDirectory(), 'stream');
  writeFileSync(path, 'aaaa\nbbbb\ncccc\n');
  const tail = openTail(path, 7);
  expect([tail().lines, tail().lines, tail().lines]).toEqual([['aaaa'], ['bbbb'], ['cccc']]);
  writeFileSync(path, 'new\n');
  expect(tail().lines).toEqual(['new']);
});
