import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openMemoryStore } from '../store/memory-store.ts';
import { sampleEvent } from '../testing/store-contract.ts';
import { type Change, watchChanges } from './changes.ts';

it('a change says whether a run or a handoff may have moved, until nobody watches', async () => {
  const store = openMemoryStore();
  const seen: Change[] = [];
  const watching = new AbortController();
  watchChanges(store)((change) => seen.push(change), watching.signal);
  await store.append('runs/sum', undefined, sampleEvent({ run: 'sum' }));
  await store.append('handoffs/h-1', undefined, sampleEvent({ run: 'h-1' }));
  await sleep(1);
  watching.abort();
  await store.append('runs/other', undefined, sampleEvent({ run: 'other' }));
  await sleep(1);
  expect(seen).toEqual([
    { kind: 'run', id: 'sum' },
    { kind: 'handoff', id: 'h-1' },
  ]);
});
