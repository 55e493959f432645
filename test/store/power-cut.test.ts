import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isBatonError } from '../../src/base/error.ts';
import type { JournalName } from '../../src/store/store.ts';
import { gitIn, temporaryDirectory } from '../repository.ts';
import { mountImage, newImage, repositoryOn, unmount, whyNoMounts } from './disks.ts';
import { eventOf, expectKept, expectSound, openStore, readAll } from './journals.ts';
import { randomFrom, SEED } from './random.ts';
import { startWriter, type Told, type Writer } from './writers.ts';

const CUTS = Number(process.env.POWER_CUTS ?? 20);
const JOURNALS: readonly JournalName[] = ['runs/r1', 'runs/r2'];

/** What is on the disk at one moment, and what had been acknowledged by then. */
interface Cut {
  readonly image: string;
  readonly acks: readonly Told[];
}

/**
 * A power cut is what is on a disk without what the system still holds in memory. The disk is a file; what the file
 * system has not written yet is not in the file, so a copy of it is the disk after a cut.
 */
describe('a power cut', () => {
  it('loses nothing that was acknowledged, and the store goes on after it', { timeout: 600_000 }, async (ctx) => {
    const why = whyNoMounts('ext4');
    if (why !== undefined) ctx.skip(why);
    const cuts = await cutPower(CUTS, false);
    const told = cuts.map(({ acks }) => acks.length);
    console.log(`events acknowledged before each cut: ${told.join(' ')}`);
    for (const { image, acks } of cuts) {
      const disk = mountImage(image);
      const path = join(disk, 'repository');
      await expectKept(path, JOURNALS, acks, 1);
      expectSound(path);
      const store = await openStore(path);
      const appended = await store.append('runs/r1', await store.head('runs/r1'), eventOf('runs/r1'));
      store.close();
      expect(appended.ok).toBe(true);
      unmount(disk);
    }
    expect(Math.min(...told)).toBeGreaterThan(0);
  });

  it('is a cut indeed: a writer that does not wait for the disk loses what it acknowledged', async (ctx) => {
    const why = whyNoMounts('ext4');
    if (why !== undefined) ctx.skip(why);
    for (const { image, acks } of await cutPower(3, true)) {
      const disk = mountImage(image);
      const lost = await lostOn(join(disk, 'repository'), acks);
      console.log(`without waiting ${lost} of ${acks.length} acknowledged events are lost`);
      expect(lost).toBeGreaterThan(0);
      unmount(disk);
    }
  });
});

/**
 * Lets writers write on a disk, and pack what they wrote now and then, and copies the disk at random moments. Writers that do not
 * wait for the disk do not pack either: git waits for the pack it writes, and so for all that is in it.
 */
async function cutPower(times: number, unflushed: boolean): Promise<Cut[]> {
  console.log(`cutting power ${times} times, STORE_SEED=${SEED}`);
  const random = randomFrom(SEED);
  const directory = temporaryDirectory();
  const image = newImage(join(directory, 'image'), 64);
  const disk = mountImage(image);
  const repository = repositoryOn(disk, (path) => gitIn(path, 'config', 'gc.auto', unflushed ? '0' : '256'));
  const writers = ['a', 'b'].map((writer, n) =>
    startWriter({ repository, writer, journals: JOURNALS, events: 5_000, attachments: n === 0, unflushed }, GROUP),
  );
  while (writers.some((writer) => writer.said().acks.length === 0)) await sleep(5);
  const cuts: Cut[] = [];
  for (let n = 0; n < times; n++) {
    await sleep(random() * 100);
    for (const writer of writers) process.kill(-groupOf(writer), 'SIGSTOP');
    while (!writers.every(isStopped)) await sleep(1);
    const copy = join(directory, `cut-${n}`);
    execFileSync('cp', ['--sparse=always', image, copy]);
    cuts.push({ image: copy, acks: writers.flatMap((writer) => writer.said().acks) });
    for (const writer of writers) process.kill(-groupOf(writer), 'SIGCONT');
  }
  for (const writer of writers) writer.process.kill('SIGKILL');
  const said = await Promise.all(writers.map((writer) => writer.ended()));
  expect(said.flatMap(({ errors }) => errors)).toEqual([]);
  unmount(disk);
  return cuts;
}

/** A writer and the git programs it starts are stopped together: while the disk is copied nothing is written to it. */
const GROUP = { detached: true };

function groupOf(writer: Writer): number {
  return writer.process.pid ?? Number.NaN;
}

/** Whether no thread of a writer's group does anything: one that waits for the disk ends its wait first. */
function isStopped(writer: Writer): boolean {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const members = pids.filter((pid) => statOf(`/proc/${pid}`)[2] === String(groupOf(writer)));
  return members.flatMap(threadsOf).every((thread) => ['T', 'Z', undefined].includes(statOf(thread)[0]));
}

function threadsOf(pid: string): string[] {
  const directory = `/proc/${pid}/task`;
  return existsSync(directory) ? readdirSync(directory).map((thread) => join(directory, thread)) : [];
}

/** State, parent and group of a process or thread; nothing of one that is gone. */
function statOf(path: string): string[] {
  try {
    const stat = readFileSync(`${path}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

async function lostOn(path: string, acks: readonly Told[]): Promise<number> {
  try {
    const entries = [...(await readAll(path, JOURNALS)).values()].flat();
    const there = new Set(entries.map(({ id }) => id));
    return acks.filter(({ head }) => !there.has(head)).length;
  } catch (error) {
    if (isBatonError(error)) return acks.length;
    throw error;
  }
}
