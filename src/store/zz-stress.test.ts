import { expect, it } from 'vitest';
import { addEvents, bareRepository, cloneOf, refsOf } from '../../test/clones.ts';
import { onFaultPoint } from '../base/fault-point.ts';
it('stress', async () => {
  const remote = bareRepository();
  const clones = await Promise.all(Array.from({ length: 8 }, () => cloneOf(remote)));
  let fetches = 0;
  onFaultPoint((n) => { if (n === 'sync.fetched') fetches++; });
  for (let round = 0; round < 4; round++) {
    for (const [n, { store }] of clones.entries()) await addEvents(store, `runs/r${round}-${n}`, 2);
    const t = Date.now(); fetches = 0;
    const times: number[] = [];
    await Promise.all(clones.map(async ({ store }, n) => {
      await store.sync('origin', async () => { await store.writeNotes('tdd-handoffs', new Map([[String(round * 8 + n).padStart(40, '0'), 'x']])); });
      times.push(Date.now() - t);
    }));
    console.log('round', Date.now() - t, 'fetches', fetches, times.join(' '));
  }
  onFaultPoint(undefined);
  expect(refsOf(remote, 'refs/baton/runs')).toHaveLength(32);
  await Promise.all(clones.slice(0, 1).map(async ({ store }) => expect((await store.sync('origin', async () => undefined), await store.readNotes('tdd-handoffs')).size).toBe(32)));
}, 200000);
