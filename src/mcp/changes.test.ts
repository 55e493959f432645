import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Change } from '../engine/changes.ts';
import { type Changed, openChanges } from './changes.ts';

/** Changes that a test makes. */
function made() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let watchers: ((change: Change) => void)[] = [];
  const changes = openChanges((onChange, signal) => {
    watchers.push(onChange);
    signal.addEventListener('abort', () => {
      watchers = watchers.filter((one) => one !== onChange);
    });
  });
  return {
    changes,
    make: (change: Change) => watchers.forEach((tell) => void tell(change)),
    watching: () => watchers.length,
  };
}

describe('changes', () => {
  it('are told once for all that happens within a moment', () => {
    const { changes, make } = made();
    const told: Changed[] = [];
    changes.listen((changed) => told.push(changed));
    for (let at = 0; at < 50; at++) make({ kind: 'run', id: 'stack' });
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1_000);
    const own = ['baton://run/stack', 'baton://run/stack/journal', 'baton://runs'];
    expect(told).toEqual([{ isListChanged: true, uris: own.flatMap((uri) => [uri, `${uri}.json`]) }]);
  });

  it('change the list only when there is something that was not seen before', () => {
    const { changes, make } = made();
    const told: boolean[] = [];
    changes.listen(({ isListChanged }) => told.push(isListChanged));
    for (const id of ['one', 'one', 'two']) {
      make({ kind: 'handoff', id });
      vi.advanceTimersByTime(1_000);
    }
    expect(told).toEqual([true, false, true]);
  });

  it('are not watched while nobody listens', () => {
    const { changes, make, watching } = made();
    expect(watching()).toBe(0);
    const [stop, stopToo] = [changes.listen(() => undefined), changes.listen(() => undefined)];
    expect(watching()).toBe(1);
    stop();
    stop();
    expect(watching()).toBe(1);
    make({ kind: 'run', id: 'stack' });
    stopToo();
    expect(watching()).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
