import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CreateHandoffRequest } from '../handoff/prepare.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import { sampleEvent } from '../testing/store-contract.ts';
import { openHandoffs } from './handoffs.ts';

const REQUEST: CreateHandoffRequest = {
  sourceAgent: 'dev',
  targetAgent: 'reviewer',
  context: { artifacts: ['a.ts'] },
  instructions: 'Review it',
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a stored handoff', () => {
  it('keeps its package and the history of its status [R004-04]', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create(REQUEST);
    await handoffs.move(handoff.id, 'accepted', 'reviewer');
    await handoffs.move(handoff.id, 'in_progress', 'reviewer');
    const done = await handoffs.move(handoff.id, 'completed', 'reviewer', 'No findings');
    expect(done.handoff).toMatchObject({
      ...handoff.toJSON(),
      status: 'completed',
      createdAt: handoff.createdAt,
      expiresAt: handoff.expiresAt,
    });
    expect(done.history.map(({ status, actor, note }) => [status, actor, note])).toEqual([
      ['pending', 'dev', undefined],
      ['accepted', 'reviewer', undefined],
      ['in_progress', 'reviewer', undefined],
      ['completed', 'reviewer', 'No findings'],
    ]);
    expect(await handoffs.get(handoff.id)).toEqual(done);
  });

  it('is found by the first digits of its id, if no other has them', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create(REQUEST);
    await handoffs.create(REQUEST);
    const { id } = (await handoffs.get(handoff.id.slice(0, 13))).handoff;
    expect(id).toBe(handoff.id);
    expect((await handoffs.move(id.slice(0, 13), 'accepted', 'reviewer')).handoff.status).toBe('accepted');
    await expect(handoffs.get('zzzz')).rejects.toThrow('There is no handoff "zzzz"');
  });

  it('keeps no secret that somebody puts into a note', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create(REQUEST);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { history } = await handoffs.move(handoff.id, 'rejected', 'reviewer', `It needs ${token} to run`);
    expect(history.at(-1)?.note).toMatch(/^It needs \[redacted: .+\] to run$/);
  });

  it('goes to one of many who want it; the others are told who', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create(REQUEST);
    const tries = await Promise.allSettled(
      Array.from({ length: 16 }, (_, n) => handoffs.move(handoff.id, 'accepted', `agent-${n}`)),
    );
    const won = tries.filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    const holder = (await handoffs.get(handoff.id)).history.at(-1)?.actor;
    for (const lost of tries) {
      if (lost.status === 'rejected') expect(lost.reason).toMatchObject({ code: 'lost_race', data: { actor: holder } });
    }
  });

  it("is its holder's alone to end, and anybody's to take back", async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create(REQUEST);
    await handoffs.move(handoff.id, 'accepted', 'reviewer');
    await expect(handoffs.move(handoff.id, 'completed', 'other')).rejects.toThrow(/it was accepted by reviewer/);
    await expect(handoffs.move(handoff.id, 'pending', 'reviewer')).rejects.toMatchObject({ code: 'wrong_status' });
    const cancelled = await handoffs.move(handoff.id, 'cancelled', 'dev', 'Not needed');
    expect(cancelled.handoff.status).toBe('cancelled');
    await expect(handoffs.move(handoff.id, 'completed', 'reviewer')).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it('is marked expired and kept when nobody took it in time [R004-36]', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const { handoff } = await handoffs.create({ ...REQUEST, expirationMinutes: 1 });
    vi.advanceTimersByTime(61_000);
    expect((await handoffs.get(handoff.id)).handoff.status).toBe('expired');
    expect((await handoffs.get(handoff.id)).history).toHaveLength(1);
    expect((await handoffs.list()).map((stored) => stored.handoff.status)).toEqual(['expired']);
    expect((await handoffs.get(handoff.id)).history.at(-1)).toMatchObject({ status: 'expired', actor: 'baton' });
    await expect(handoffs.move(handoff.id, 'accepted', 'reviewer')).rejects.toMatchObject({ code: 'wrong_status' });
  });

  it('is listed with the others, what waits first, by urgency', async () => {
    const handoffs = openHandoffs(openMemoryStore());
    const create = async (task: string, priority: 'immediate' | 'normal' | 'background') => {
      vi.advanceTimersByTime(1000);
      return (await handoffs.create({ ...REQUEST, instructions: task, priority })).handoff.id;
    };
    await create('later', 'background');
    const taken = await create('taken', 'immediate');
    await create('first', 'normal');
    await create('now', 'immediate');
    await handoffs.move(taken, 'accepted', 'reviewer');
    const tasks = (await handoffs.list()).map(({ handoff }) => handoff.instructions.task);
    expect(tasks).toEqual(['now', 'first', 'later', 'taken']);
  });

  it('is seen as expired where the mark cannot be written', async () => {
    const store = openMemoryStore();
    const handoffs = openHandoffs({
      ...store,
      append: (...args) => (writable ? store.append(...args) : Promise.reject(new Error('read-only'))),
    });
    let writable = true;
    await handoffs.create({ ...REQUEST, expirationMinutes: 1 });
    writable = false;
    vi.advanceTimersByTime(61_000);
    expect((await handoffs.list()).map((stored) => stored.handoff.status)).toEqual(['expired']);
  });
});

it.each(['nope', '../x', 'UPPER', ''])('an unknown handoff %j is told by name', async (id) => {
  await expect(openHandoffs(openMemoryStore()).get(id)).rejects.toMatchObject({ code: 'not_found' });
});

it('an event that handoffs do not have is corruption, not a status', async () => {
  const store = openMemoryStore();
  const handoffs = openHandoffs(store);
  const { handoff } = await handoffs.create(REQUEST);
  const head = await store.head(`handoffs/${handoff.id}`);
  await store.append(`handoffs/${handoff.id}`, head, sampleEvent({ run: handoff.id, type: 'run.started' }));
  await expect(handoffs.get(handoff.id)).rejects.toMatchObject({ code: 'corrupt_journal' });
});
