import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../test/repository.ts';
import { discard, settled } from './discard.ts';
import { withSteadyPlace } from './steady-place.ts';

const uniqueName = () => `baton-test-place-${process.pid}-${Math.random().toString(36).slice(2)}`;

describe('a steady place', () => {
  it('has the same path every time, is empty every time and is gone in between', async () => {
    const [name, locks] = [uniqueName(), temporaryDirectory()];
    const paths: string[] = [];
    for (let round = 0; round < 2; round++) {
      await withSteadyPlace(name, locks, async (path) => {
        paths.push(path);
        expect(readdirSync(path)).toEqual([]);
        writeFileSync(join(path, 'left'), 'behind');
      });
      expect(existsSync(paths[round] ?? '')).toBe(false);
    }
    expect(new Set(paths).size).toBe(1);
    await settled();
    expect(readdirSync(tmpdir()).filter((entry) => entry.startsWith(name))).toEqual([]);
  });

  it('is not shared by several at once', async () => {
    const [name, locks] = [uniqueName(), temporaryDirectory()];
    await withSteadyPlace(name, locks, (first) =>
      withSteadyPlace(name, locks, async (second) => {
        expect(second).not.toBe(first);
        expect(existsSync(first) && existsSync(second)).toBe(true);
      }),
    );
  });

  it('is gone when the work fails, and free for the next', async () => {
    const [name, locks] = [uniqueName(), temporaryDirectory()];
    let failed = '';
    const work = withSteadyPlace(name, locks, async (path) => {
      failed = path;
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(existsSync(failed)).toBe(false);
    await withSteadyPlace(name, locks, async (path) => expect(path).toBe(failed));
  });

  it('throws away what a process that died left, and leaves alone what others may write', async () => {
    const [name, locks] = [uniqueName(), temporaryDirectory()];
    const [own, open] = [join(tmpdir(), `${name}-0`), join(tmpdir(), `${name}-1`)];
    mkdirSync(own, { mode: 0o700 });
    writeFileSync(join(own, 'left'), 'behind');
    mkdirSync(open);
    onTestFinished(() => discard(open));
    await withSteadyPlace(name, locks, async (first) => {
      expect(readdirSync(first)).toEqual([]);
      await withSteadyPlace(name, locks, async (second) => expect(second).not.toBe(open));
    });
    expect(existsSync(open)).toBe(true);
  });
});
