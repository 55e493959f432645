import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RUN, STARTED } from '../../test/cli-events.ts';
import { temporaryRepository } from '../../test/repository.ts';
import { openMemoryStore } from '../store/memory-store.ts';
import type { NewEvent, Store } from '../store/store.ts';
import { openRepository } from '../sys/git/repository.ts';
import { takeOwnership } from '../sys/owner-lock.ts';
import type { AttachedSessions } from './attached-sessions.ts';
import { handInAndWait } from './phase-verdict.ts';
import { ownerFile } from './run/owner.ts';

const JOURNAL = `runs/${RUN}` as const;
const eventOf = (more: Pick<NewEvent, 'type'> & Partial<NewEvent>): NewEvent => ({
  at: '2026-01-31T12:00:00.000Z',
  run: RUN,
  actor: 'baton',
  data: {},
  ...more,
});

it('a phase that takes long to judge is watched once, however long that takes', async () => {
  const repository = await openRepository(temporaryRepository());
  const lock = takeOwnership(ownerFile(repository, RUN));
  const memory = openMemoryStore();
  let watching = 0;
  const watch: Store['watch'] = (onChange, signal) => {
    watching += 1;
    memory.watch(onChange, signal);
  };
  await memory.append(JOURNAL, undefined, eventOf(STARTED));
  const attached = { of: () => undefined, handIn: () => undefined } as unknown as AttachedSessions;
  const verdict = handInAndWait(
    RUN,
    { repository, store: { ...memory, watch }, attached },
    AbortSignal.timeout(20_000),
  );
  await sleep(900);
  const data = { reason: 'interrupted', detail: 'enough' };
  await memory.append(JOURNAL, await memory.head(JOURNAL), eventOf({ type: 'run.parked', data }));
  expect(await verdict).toEqual({ kind: 'ended', state: 'parked', why: 'enough' });
  expect(watching).toBe(1);
  if ('release' in lock) lock.release();
});
