import { describe, expect, it } from 'vitest';
import { BatonError } from '../base/error.ts';
import type { Watching } from '../engine/run/runs.ts';
import type { RunView } from '../engine/run/view.ts';
import { moveRun, movingOf } from './driving.ts';
import type { McpHost } from './host.ts';
import { openWorks } from './works.ts';

/** A place where runs are moved as told. */
function placeWith(drive: (run: string, watching: Watching) => Promise<Partial<RunView>>) {
  const works = openWorks();
  return { host: { runs: { drive } } as unknown as McpHost, works };
}

const untilParked = (_: string, { parking }: Watching) =>
  new Promise<Partial<RunView>>((resolve) => {
    parking?.addEventListener('abort', () => resolve({ state: 'parked', updated: '1' }));
  });

describe('moving a run', () => {
  it('is done once at a time, whoever asks', async () => {
    let drives = 0;
    const place = placeWith((run, watching) => {
      drives += 1;
      return untilParked(run, watching);
    });
    const first = await moveRun(place, 'sum');
    expect(await moveRun(place, 'sum')).toBe(first);
    expect(await moveRun(place, 'other')).not.toBe(first);
    expect(drives).toBe(2);
    await place.works.close();
  });

  it('is done once at a time, even if several ask while it comes to rest', async () => {
    let drives = 0;
    let rest: () => void = () => undefined;
    const place = placeWith((run, watching) => {
      drives += 1;
      if (drives > 1) return untilParked(run, watching);
      return new Promise((resolve) => {
        rest = () => resolve({ state: 'waiting', updated: '1' });
      });
    });
    await place.works.settled(await moveRun(place, 'sum'), 1);
    const both = Promise.all([moveRun(place, 'sum'), moveRun(place, 'sum')]);
    rest();
    const [one, other] = await both;
    expect(other).toBe(one);
    expect(drives).toBe(2);
    await place.works.close();
  });

  it('parks the run and ends its agent when the process ends', async () => {
    let stopping: AbortSignal | undefined;
    const place = placeWith((run, watching) => {
      stopping = watching.stopping;
      return untilParked(run, watching);
    });
    const handle = await moveRun(place, 'sum');
    await place.works.settled(handle, 1);
    await place.works.close();
    expect(stopping?.aborted).toBe(true);
    expect(place.works.find(handle)).toMatchObject({ state: 'done', value: { data: { run: 'sum', state: 'parked' } } });
  });

  it('goes on if what the run waited for was answered while it came to rest, but not for ever', async () => {
    let drives = 0;
    const place = placeWith(async () => {
      drives += 1;
      return { state: 'stopped', updated: String(Math.min(drives, 3)) };
    });
    await place.works.settled(await moveRun(place, 'sum'), 5_000);
    expect(drives).toBe(4);
  });

  it('that fails can be seen afterwards, and tried again', async () => {
    let fails = true;
    const place = placeWith(async () => {
      if (fails) throw new BatonError('missing_program', 'There is no program my-agent.');
      return { state: 'waiting', updated: '1' };
    });
    await place.works.settled(await moveRun(place, 'sum'), 5_000);
    expect(movingOf(place, 'sum')).toMatchObject({ state: 'failed', error: { code: 'missing_program' } });
    fails = false;
    await place.works.settled(await moveRun(place, 'sum'), 5_000);
    expect(movingOf(place, 'sum')).toMatchObject({ state: 'done' });
  });
});
