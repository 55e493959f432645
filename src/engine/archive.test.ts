import { describe, expect, it } from 'vitest';
import { addEvents, openStore } from '../../test/clones.ts';
import { temporaryRepository } from '../../test/repository.ts';
import { archiveFinished } from './archive.ts';
import { openHandoffs } from './handoffs.ts';

describe('archiving what is finished', () => {
  it('takes runs that ended, however they did, and no others', async () => {
    const store = await openStore(temporaryRepository());
    for (const [run, type] of [
      ['done', 'run.completed'],
      ['given-up', 'run.aborted'],
      ['broken', 'run.failed'],
      ['waiting', 'run.parked'],
      ['resumed', 'run.resumed'],
    ] as const) {
      await addEvents(store, `runs/${run}`, 1, { type: 'run.started' });
      await addEvents(store, `runs/${run}`, 1, { type });
    }
    expect(await archiveFinished(store)).toEqual(['runs/broken', 'runs/done', 'runs/given-up']);
    expect(await store.list('runs')).toHaveLength(5);
    expect(await archiveFinished(store)).toEqual([]);
  });

  it('takes handoffs nothing can happen to any more, those that ran out of time too', async () => {
    const store = await openStore(temporaryRepository());
    const handoffs = openHandoffs(store);
    const create = async (expirationMinutes: number) => {
      const request = { sourceAgent: 'dev', targetAgent: 'reviewer', instructions: 'Review', context: {} };
      return (await handoffs.create({ ...request, expirationMinutes })).handoff.id;
    };
    const [late, rejected] = [await create(0), await create(60)];
    await create(60);
    const taken = await create(60);
    await handoffs.move(taken, 'accepted', 'reviewer');
    await handoffs.move(rejected, 'rejected', 'reviewer');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await archiveFinished(store)).toEqual([`handoffs/${late}`, `handoffs/${rejected}`].sort());
    expect((await handoffs.list()).map(({ handoff }) => handoff.status).sort()).toEqual([
      'accepted',
      'expired',
      'pending',
      'rejected',
    ]);
    await expect(handoffs.move(rejected, 'accepted', 'other')).rejects.toThrow('it was rejected by reviewer');
  });
});
