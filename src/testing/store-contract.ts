import assert from 'node:assert/strict';
import { isBatonError } from '../base/error.ts';
import type { JournalName, NewEvent, Store } from '../store/store.ts';

/** One promise every store keeps. */
export interface ContractCase {
  readonly title: string;
  run(store: Store): Promise<void>;
}

const RUN: JournalName = 'runs/r1';

export function sampleEvent(more: Partial<NewEvent> = {}): NewEvent {
  return { type: 'gate.passed', at: '2026-01-01T00:00:00.000Z', run: 'r1', actor: 'baton', data: { n: 1 }, ...more };
}

/** What a store must do, whatever it is made of. Each case gets an empty store of its own. */
export const STORE_CONTRACT: readonly ContractCase[] = [
  {
    title: 'an empty store has no journals and no heads',
    async run(store) {
      assert.equal(await store.head(RUN), undefined);
      assert.equal(await store.last(RUN), undefined);
      assert.deepEqual(await store.read(RUN), []);
      assert.deepEqual(await store.list('runs'), []);
    },
  },
  {
    title: 'events are numbered from 1 and read back in order, as they were given',
    async run(store) {
      const heads = await appendMany(store, 3);
      const entries = await store.read(RUN);
      assert.deepEqual(
        entries.map(({ id }) => id),
        heads,
      );
      assert.deepEqual(
        entries.map(({ event }) => event.seq),
        [1, 2, 3],
      );
      assert.deepEqual(entries[2]?.event, { v: 1, seq: 3, ...sampleEvent({ data: { n: 3 } }) });
      assert.deepEqual(await store.last(RUN), entries[2]);
      assert.equal(await store.head(RUN), heads[2]);
    },
  },
  {
    title: 'reading behind a known head gives only what is new',
    async run(store) {
      const heads = await appendMany(store, 5);
      const fresh = await store.read(RUN, heads[2]);
      assert.deepEqual(
        fresh.map(({ id }) => id),
        heads.slice(3),
      );
      assert.deepEqual(await store.read(RUN, heads[4]), []);
    },
  },
  {
    title: 'a stale writer loses, is told the head, and changes nothing',
    async run(store) {
      const [first, second] = await appendMany(store, 2);
      const late = await store.append(RUN, first, sampleEvent({ data: { n: 99 } }));
      assert.deepEqual(late, { ok: false, head: second });
      assert.equal((await store.read(RUN)).length, 2);
    },
  },
  {
    title: 'a journal is created once',
    async run(store) {
      const created = await store.append(RUN, undefined, sampleEvent());
      assert.ok(created.ok);
      const again = await store.append(RUN, undefined, sampleEvent());
      assert.deepEqual(again, { ok: false, head: created.head });
      const missing = await store.append('runs/r2', created.head, sampleEvent({ run: 'r2' }));
      assert.deepEqual(missing, { ok: false, head: undefined });
    },
  },
  {
    title: 'of many writers at once exactly one wins each place',
    async run(store) {
      const winners = await Promise.all(Array.from({ length: 12 }, (_, n) => appendPatiently(store, n)));
      const entries = await store.read(RUN);
      assert.equal(entries.length, 12);
      assert.deepEqual(new Set(entries.map(({ event }) => event.data.n)), new Set(winners));
      assert.deepEqual(
        entries.map(({ event }) => event.seq),
        entries.map((_, index) => index + 1),
      );
    },
  },
  {
    title: 'attachments are kept with their event',
    async run(store) {
      const binary = new Uint8Array([0, 255, 10, 13]);
      const attachments = { 'report.json': '{"passed":1}', 'raw.bin': binary };
      const appended = await store.append(RUN, undefined, sampleEvent(), { attachments });
      assert.ok(appended.ok);
      await store.append(RUN, appended.head, sampleEvent());
      const [first, second] = await store.read(RUN);
      assert.deepEqual(Object.keys(first?.attachments ?? {}).sort(), ['raw.bin', 'report.json']);
      assert.equal((await store.attachment(first?.attachments['report.json'] ?? ''))?.toString(), '{"passed":1}');
      assert.deepEqual([...((await store.attachment(first?.attachments['raw.bin'] ?? '')) ?? [])], [...binary]);
      assert.deepEqual(second?.attachments, {});
    },
  },
  {
    title: 'different journals do not disturb each other',
    async run(store) {
      await appendMany(store, 2);
      await store.append('runs/r2', undefined, sampleEvent({ run: 'r2' }));
      await store.append('handoffs/h1', undefined, sampleEvent({ run: 'h1', type: 'handoff.prepared' }));
      assert.deepEqual(await store.list('runs'), ['runs/r1', 'runs/r2']);
      assert.deepEqual(await store.list('handoffs'), ['handoffs/h1']);
      const heads = await store.heads('runs');
      assert.deepEqual([...heads.keys()].sort(), ['runs/r1', 'runs/r2']);
      assert.equal(heads.get('runs/r1'), await store.head('runs/r1'));
      assert.equal((await store.read('runs/r2')).length, 1);
    },
  },
  {
    title: 'what does not fit is refused and leaves the journal as it was',
    async run(store) {
      const [head] = await appendMany(store, 1);
      const bad: readonly Partial<NewEvent>[] = [
        { run: 'other' },
        { type: 'Not A Type' },
        { at: 'yesterday' },
        { actor: '' },
        { cycle: 0 },
        { data: { f: () => 1 } },
      ];
      for (const more of bad)
        await refused(() => store.append(RUN, head, sampleEvent(more)), 'invalid_input', 'not_json');
      await refused(() => store.append(RUN, head, sampleEvent(), { anchor: '0'.repeat(40) }), 'invalid_input');
      await refused(() => store.append(RUN, head, sampleEvent(), { attachments: { '../x': '' } }), 'invalid_input');
      const names = ['runs/../x', 'runs/A', 'other/r1', 'runs/', 'runs/-x', 'runs/a.lock'] as JournalName[];
      for (const name of names) {
        await refused(() => store.append(name, undefined, sampleEvent({ run: 'x' })), 'invalid_input');
      }
      assert.equal(await store.head(RUN), head);
      assert.equal((await store.read(RUN)).length, 1);
    },
  },
  {
    title: 'extra fields of an event are kept',
    async run(store) {
      await store.append(RUN, undefined, { ...sampleEvent(), later: { deep: [1] } });
      assert.deepEqual((await store.last(RUN))?.event.later, { deep: [1] });
    },
  },
  {
    title: 'a watcher hears of every journal that moves, until it stops listening',
    async run(store) {
      const heard: JournalName[] = [];
      const ending = new AbortController();
      const first = new Promise<void>((resolve) => {
        store.watch((journal) => {
          heard.push(journal);
          resolve();
        }, ending.signal);
      });
      await appendMany(store, 1);
      await first;
      assert.deepEqual([...new Set(heard)], [RUN]);
      ending.abort();
      const before = heard.length;
      await store.append('runs/r2', undefined, sampleEvent({ run: 'r2' }));
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(heard.length, before);
    },
  },
];

async function appendMany(store: Store, count: number): Promise<string[]> {
  const heads: string[] = [];
  for (let n = 1; n <= count; n++) {
    const appended = await store.append(RUN, heads.at(-1), sampleEvent({ data: { n } }));
    assert.ok(appended.ok);
    heads.push(appended.head);
  }
  return heads;
}

/** Appends behind whatever the head is, until it wins. */
async function appendPatiently(store: Store, n: number): Promise<number> {
  for (;;) {
    const appended = await store.append(RUN, await store.head(RUN), sampleEvent({ data: { n } }));
    if (appended.ok) return n;
  }
}

async function refused(call: () => Promise<unknown>, ...codes: string[]): Promise<void> {
  await assert.rejects(call, (error) => isBatonError(error) && codes.includes(error.code));
}
