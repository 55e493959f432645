import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateHandoffRequest } from '../handoff/prepare.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { openHandoffs } from './handoffs.ts';

const REQUEST: CreateHandoffRequest = {
  sourceAgent: 'dev',
  targetAgent: 'reviewer',
  context: {},
  instructions: 'Review it',
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('an overview of handoffs', () => {
  it('has those that wait first, by urgency, and then the others', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const done = await handoffs.create({ ...REQUEST, instructions: 'done', priority: 'immediate' });
    await handoffs.move(done.handoff.id, 'accepted', 'reviewer');
    await handoffs.create({ ...REQUEST, instructions: 'later', priority: 'background' });
    await handoffs.create({ ...REQUEST, instructions: 'now', priority: 'immediate' });
    const { glances: seen } = await handoffs.overview();
    expect(seen.map(({ task, status, holder }) => [task, status, holder])).toEqual([
      ['now', 'pending', undefined],
      ['later', 'pending', undefined],
      ['done', 'accepted', 'reviewer'],
    ]);
  });

  it('reads again only what moved, whoever moved it', async () => {
    const { store, reads } = counting(openMemoryStore());
    const [mine, other] = [openHandoffs(store), openHandoffs(store)];
    const made = await Promise.all(Array.from({ length: 20 }, () => mine.create(REQUEST)));
    await mine.overview();
    expect(await readsOf(reads, () => mine.overview())).toBe(0);
    await other.move(made[7]?.handoff.id ?? '', 'accepted', 'reviewer');
    await other.create(REQUEST);
    expect(await readsOf(reads, () => mine.overview())).toBe(2);
    const statuses = (await mine.overview()).glances.map(({ status }) => status);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(20);
    expect(statuses.filter((status) => status === 'accepted')).toHaveLength(1);
  });

  it('marks what ran out of time, once, though nothing moved', async () => {
    const store = openMemoryStore();
    const handoffs = openHandoffs(store);
    const { handoff } = await handoffs.create({ ...REQUEST, expirationMinutes: 1 });
    expect((await handoffs.overview()).glances[0]?.status).toBe('pending');
    vi.advanceTimersByTime(61_000);
    expect((await handoffs.overview()).glances[0]?.status).toBe('expired');
    expect((await handoffs.overview()).glances[0]?.status).toBe('expired');
    expect((await store.read(`handoffs/${handoff.id}`)).map(({ event }) => event.type)).toEqual([
      'handoff.prepared',
      'handoff.expired',
    ]);
  });

  it('shows what ran out of time where nothing can be written', async () => {
    const store = openMemoryStore();
    const { handoff } = await openHandoffs(store).create({ ...REQUEST, expirationMinutes: 1 });
    const readOnly = { ...store, append: () => Promise.reject(new Error('read-only')) };
    const handoffs = openHandoffs(readOnly);
    vi.advanceTimersByTime(61_000);
    expect((await handoffs.overview()).glances).toMatchObject([{ id: handoff.id, status: 'expired' }]);
  });

  it('shows everything that was there when it was asked for, also to those who ask at once', async () => {
    const { store, reads } = counting(openMemoryStore());
    const handoffs = openHandoffs(store);
    for (let made = 1; made <= 10; made++) {
      await handoffs.create(REQUEST);
      const before = reads.count;
      const seen = await Promise.all([handoffs.overview(), handoffs.overview(), handoffs.overview()]);
      expect(seen.map(({ glances }) => glances.length)).toEqual([made, made, made]);
      expect(reads.count - before).toBeLessThanOrEqual(1);
    }
  });

  it('goes on after a failure, and holds no more than the beginning of a long task', async () => {
    const store = openMemoryStore();
    let broken = false;
    const heads: Store['heads'] = (kind) => (broken ? Promise.reject(new Error('disk')) : store.heads(kind));
    const handoffs = openHandoffs({ ...store, heads });
    await handoffs.create({ ...REQUEST, instructions: 'x'.repeat(10_000) });
    broken = true;
    await expect(handoffs.overview()).rejects.toThrow('disk');
    broken = false;
    expect((await handoffs.overview()).glances[0]?.task.length).toBeLessThan(400);
  });

  it('tells which one cannot be read, and shows the others', async () => {
    const store = openMemoryStore();
    const handoffs = openHandoffs(store);
    const { handoff } = await handoffs.create(REQUEST);
    const event = { type: 'handoff.prepared', at: '2026-01-01T12:00:00.000Z', run: 'odd', actor: 'dev' } as const;
    await store.append('handoffs/odd', undefined, { ...event, data: { handoff: { id: 'odd' } } });
    const { glances, unreadable } = await handoffs.overview();
    expect(glances).toMatchObject([{ id: handoff.id }]);
    expect(unreadable).toEqual([{ id: 'odd', why: expect.any(String) }]);
  });
});

function counting(store: Store) {
  const reads = { count: 0 };
  const read: Store['read'] = (journal, after) => {
    reads.count++;
    return store.read(journal, after);
  };
  return { store: { ...store, read }, reads };
}

async function readsOf(reads: { readonly count: number }, work: () => Promise<unknown>): Promise<number> {
  const before = reads.count;
  await work();
  return reads.count - before;
}
