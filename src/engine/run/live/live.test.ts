import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  APPROVAL,
  BASELINE,
  type MadeUp,
  madeUp,
  PLANNED,
  RUN,
  SEEN_RED,
  STARTED,
  session,
} from '../../../../test/cli-events.ts';
import { temporaryRepository } from '../../../../test/repository.ts';
import { openGitStore } from '../../../store/git/git-store.ts';
import type { Store } from '../../../store/store.ts';
import { openRepository } from '../../../sys/git/repository.ts';
import { takeOwnership } from '../../../sys/owner-lock.ts';
import { ownerFile } from '../owner.ts';
import { streamFile } from '../session/session.ts';
import { openLive } from './live.ts';
import { writeProgress } from './progress-file.ts';

/** A repository with the journal of a run that grows, and somebody who looks. */
async function watched(...events: readonly MadeUp[]) {
  const repository = await openRepository(temporaryRepository());
  const store = openGitStore(repository);
  onTestFinished(() => store.close());
  let head: string | undefined;
  const all: MadeUp[] = [];
  async function add(run: string, ...more: readonly MadeUp[]): Promise<void> {
    all.push(...more);
    for (const event of madeUp(all).slice(-more.length)) {
      const { seq: _seq, v: _v, ...given } = event;
      const appended = await store.append(`runs/${run}`, head, { ...given, run });
      if (!appended.ok) throw new Error('lost');
      head = appended.head;
    }
  }
  await add(RUN, ...events);
  let reads = 0;
  const counted: Store = {
    ...store,
    read(...given) {
      reads += 1;
      return store.read(...given);
    },
  };
  const live = openLive({ repository, store: counted });
  return {
    repository,
    store,
    add,
    live,
    reads: () => reads,
    drive() {
      const lock = takeOwnership(ownerFile(repository, RUN));
      if ('heldBy' in lock) throw new Error('held');
      onTestFinished(() => lock.release());
      return lock;
    },
    one: async () => (await live.look(RUN)).runs[0],
  };
}

const AT_RED = [STARTED, BASELINE, ...PLANNED, ...session('red', 'test-agent').slice(0, 2)];

describe('a run as it is now', () => {
  it('is an agent at work with what it says, only while a living process runs it', async () => {
    const { repository, one, drive } = await watched(...AT_RED);
    expect(await one()).toMatchObject({
      activity: 'nobody',
      state: 'stopped',
      session: undefined,
      lastSign: undefined,
    });
    const lock = drive();
    expect(await one()).toMatchObject({
      activity: 'agent',
      doing: 'test-agent is working',
      since: '2026-01-31T12:00:09.000Z',
      lastSign: '2026-01-31T12:00:09.000Z',
      session: { agent: 'test-agent', toolCalls: 0 },
    });
    const stream = streamFile(repository.batonDir, RUN, 's-red-1');
    mkdirSync(dirname(stream), { recursive: true });
    const message = { at: '2026-01-31T12:00:30.000Z', kind: 'tool_call', tool: 'Bash', input: { command: 'npm test' } };
    appendFileSync(stream, `${JSON.stringify(message)}\n{"at":"2026-01-31T12:01`);
    expect(await one()).toMatchObject({ lastSign: message.at, session: { toolCalls: 1, tool: { input: 'npm test' } } });
    const usage = {
      at: '2026-01-31T12:01:00.000Z',
      kind: 'usage',
      usage: { inputTokens: 500, outputTokens: 0, usd: 1 },
    };
    appendFileSync(stream, `\n${JSON.stringify(usage)}\n`);
    const now = await one();
    expect(now?.spending).toEqual({ tokens: 12_800, usd: 1.04, ms: 27_000 });
    expect(now?.session?.lineCount).toBe(1);
    lock.release();
    expect(await one()).toMatchObject({ activity: 'nobody', doing: expect.stringContaining('not running') });
  });

  it('waits for a person, though a process runs it', async () => {
    const { one, drive } = await watched(STARTED, BASELINE, ...PLANNED, ...SEEN_RED.slice(0, -1));
    drive();
    expect(await one()).toMatchObject({ activity: 'baton', doing: 'recording the phase' });
    const { one: waiting, drive: driving } = await watched(
      { ...STARTED, data: { ...STARTED.data, settings: { ...SETTINGS, approvals: ['red'] } } },
      BASELINE,
      ...PLANNED,
      ...SEEN_RED.slice(0, -1),
      APPROVAL,
    );
    driving();
    expect(await waiting()).toMatchObject({
      activity: 'person',
      doing: 'waiting for your approval: ask-1f0c2a3b',
      lastSign: undefined,
    });
  });

  it('tells what Baton itself does, as the process that does it says', async () => {
    const { repository, one, drive, add } = await watched(STARTED, BASELINE);
    drive();
    expect(await one()).toMatchObject({ activity: 'baton', doing: 'preparing the next session' });
    writeProgress(repository, RUN, 'installing dependencies');
    expect(await one()).toMatchObject({ activity: 'baton', doing: 'installing dependencies' });
    const [started, playing, ended] = session('plan', 'test-list-agent') as [MadeUp, MadeUp, MadeUp];
    await add(RUN, started, playing, { ...ended, data: { ...ended.data, ended: 'service' } });
    expect(await one()).toMatchObject({ activity: 'service' });
    await add(RUN, { type: 'run.parked', data: { reason: 'interrupted', detail: 'interrupted by a person' } });
    expect(await one()).toMatchObject({ activity: 'nobody', doing: 'parked: interrupted by a person' });
  });

  it('is an error that says where to look where there is none', async () => {
    const { live } = await watched(STARTED);
    await expect(live.look('nope')).rejects.toThrow('`baton status` lists');
  });
});

const SETTINGS = { attempts: 4, deadline_min: 30, max_cycles: 50, budget: {} };

describe('many runs', () => {
  it('are read once; afterwards only the journals that moved', async () => {
    const { store, live, reads, add } = await watched(STARTED, BASELINE);
    for (let number = 0; number < 40; number++) {
      const [started] = madeUp([STARTED]);
      if (started === undefined) throw new Error('nothing');
      const { seq: _seq, v: _v, ...given } = started;
      await store.append(`runs/other-${number}`, undefined, { ...given, run: `other-${number}` });
    }
    expect((await live.look()).runs).toHaveLength(41);
    expect(reads()).toBe(41);
    await live.look();
    expect(reads()).toBe(41);
    await add(RUN, ...session('plan', 'test-list-agent').slice(0, 2));
    await live.look();
    expect(reads()).toBe(42);
  });
});
