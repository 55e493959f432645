import { describe, expect, it, onTestFinished } from 'vitest';
import { gitIn, temporaryRepository } from '../../../test/repository.ts';
import { openRepository } from '../../sys/git/repository.ts';
import type { LocalLimits } from '../store.ts';
import { openGitStore } from './git-store.ts';
import { openShelf } from './local.ts';

const LIMITS: LocalLimits = { items: 3, bytes: 100, days: 2 };
const day = (n: number) => `2026-01-0${n}T00:00:00.000Z`;

async function shelf(limits = LIMITS) {
  const path = temporaryRepository();
  const store = openGitStore(await openRepository(path));
  onTestFinished(() => store.close());
  return { path, local: openShelf(store.storage, limits) };
}

describe('the local record of a run', () => {
  it('keeps texts, bytes and trees under their names, oldest first', async () => {
    const { path, local } = await shelf();
    await local.put('r1', 'transcript.txt', 'hello', day(1));
    await local.put('r1', 'raw.bin', new Uint8Array([0, 255]), day(1));
    await local.put('r1', 'candidate-1', { tree: gitIn(path, 'rev-parse', 'HEAD^{tree}') }, day(1));
    expect((await local.get('r1', 'transcript.txt'))?.toString()).toBe('hello');
    expect([...((await local.get('r1', 'raw.bin')) ?? [])]).toEqual([0, 255]);
    expect(await local.get('r1', 'candidate-1')).toBeUndefined();
    expect((await local.list('r1')).map(({ name }) => name)).toEqual(['transcript.txt', 'raw.bin', 'candidate-1']);
    expect(await local.list('r2')).toEqual([]);
    expect(gitIn(path, 'cat-file', '-t', 'refs/baton/local/r1:candidate-1')).toBe('tree');
  });

  it('lets the oldest go when there are too many, too much or too old ones', async () => {
    const { local } = await shelf();
    for (const n of [1, 2, 3, 4]) await local.put('r1', `t${n}`, 'x', day(2));
    expect((await local.list('r1')).map(({ name }) => name)).toEqual(['t2', 't3', 't4']);
    await local.put('r1', 'big', 'x'.repeat(99), day(2));
    expect((await local.list('r1')).map(({ name }) => name)).toEqual(['t4', 'big']);
    await local.put('r1', 'later', 'x', day(5));
    expect((await local.list('r1')).map(({ name }) => name)).toEqual(['later']);
    expect(await local.get('r1', 'big')).toBeUndefined();
    await local.put('r1', 'huge', 'x'.repeat(500), day(5));
    expect((await local.list('r1')).map(({ name }) => name)).toEqual(['huge']);
  });

  it('replaces an item of the same name, and loses nothing to writers at the same time', async () => {
    const { local } = await shelf({ ...LIMITS, items: 20 });
    await local.put('r1', 'same', 'one', day(1));
    await local.put('r1', 'same', 'two', day(1));
    expect((await local.get('r1', 'same'))?.toString()).toBe('two');
    await Promise.all(Array.from({ length: 8 }, (_, n) => local.put('r1', `n${n}`, 'x', day(1))));
    expect(await local.list('r1')).toHaveLength(9);
  });

  it('is gone when dropped, and refuses names that are no file names', async () => {
    const { path, local } = await shelf();
    await local.put('r1', 'a', 'x', day(1));
    await local.drop('r1');
    expect(gitIn(path, 'for-each-ref', 'refs/baton/local')).toBe('');
    await expect(local.put('r1', '../a', 'x', day(1))).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
