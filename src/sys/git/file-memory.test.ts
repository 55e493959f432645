import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../test/repository.ts';
import { diskClock, nextTick, openFileMemory } from './file-memory.ts';

function written(directory: string) {
  const path = join(directory, 'a');
  writeFileSync(path, 'a');
  return lstatSync(path, { bigint: true });
}

it('a file is remembered only if the disk’s clock has moved on since it was changed', async () => {
  const directory = temporaryDirectory();
  const stat = written(directory);
  const memory = openFileMemory();
  memory.learn('a', stat, 'id', stat.ctimeNs);
  expect([memory.idOf('a', stat), memory.lookAt('a', 'id')]).toEqual([undefined, undefined]);
  memory.learn('a', stat, 'id', await nextTick(directory));
  expect([memory.idOf('a', stat), memory.idOf('b', stat)]).toEqual(['id', undefined]);
  expect([memory.lookAt('a', 'id'), memory.lookAt('a', 'other')]).toEqual([stat, undefined]);
  memory.learn('a', stat, 'id', stat.ctimeNs);
  expect(memory.idOf('a', stat)).toBe(undefined);
});

it.each(['ctimeNs', 'mtimeNs', 'size', 'ino', 'dev', 'mode'] as const)('another %s is another file', async (field) => {
  const directory = temporaryDirectory();
  const stat = written(directory);
  const memory = openFileMemory();
  memory.learn('a', stat, 'id', await nextTick(directory));
  const changed = lstatSync(join(directory, 'a'), { bigint: true });
  changed[field] += 1n;
  expect(memory.idOf('a', changed)).toBe(undefined);
});

it('a disk’s clock moves on, and is behind nothing that was written before', async () => {
  const directory = temporaryDirectory();
  const { ctimeNs } = written(directory);
  expect(diskClock(directory)).toBeGreaterThanOrEqual(ctimeNs);
  expect(await nextTick(directory)).toBeGreaterThan(ctimeNs);
});
