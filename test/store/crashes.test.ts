import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { JournalName } from '../../src/store/store.ts';
import { temporaryRepository } from '../repository.ts';
import { eventOf, expectKept, expectSound, lockFiles, openStore, writerFiles } from './journals.ts';
import { randomFrom, SEED } from './random.ts';
import { runWriters, startWriter, type Told, type Writer } from './writers.ts';

const POINTS = [
  'append.before gate.passed',
  'object.written',
  'object.flushed',
  'object.renamed',
  'object.published',
  'ref.written',
  'ref.flushed',
  'ref.locked',
  'ref.moved',
  'ref.durable',
  'append.after gate.passed',
];

/** Passed once by every process: it asks how git is set up. */
const ONCE = ['git.before config', 'git.after config'];
const JOURNALS: readonly JournalName[] = ['runs/r1', 'runs/r2'];

/** Nothing of the dead is waited for: a lock that needed waiting would end the append at once. */
const NO_PATIENCE = { limitMs: 0, foreignGraceMs: Number.POSITIVE_INFINITY };

/** How many processes are killed at random moments, so many at a time. */
const KILLS = Number(process.env.STORE_KILLS ?? 40);
const AT_ONCE = 4;

describe('a process that is killed while it writes', () => {
  it('passes these fault points and no others', async () => {
    const fault = { name: '*', occurrence: 0 };
    const options = { repository: temporaryRepository(), writer: 'w', journals: JOURNALS, events: 2, fault };
    const [said] = await runWriters([options]);
    expect([...new Set(said?.points)].sort()).toEqual([...POINTS, ...ONCE].sort());
  });

  describe.each([
    ['with attachments', true],
    ['without attachments', false],
  ])('%s', (_, attachments) => {
    it.each(POINTS)('loses nothing it was told is recorded and blocks nobody: %s', async (name) => {
      await Promise.all([1, 7].map((occurrence) => dieAt({ name, occurrence }, attachments)));
    });
  });

  it('loses nothing and blocks nobody at any moment', { timeout: 600_000 }, async () => {
    console.log(`killing ${KILLS} processes, STORE_SEED=${SEED}`);
    const repository = temporaryRepository();
    const random = randomFrom(SEED);
    const acks: Told[] = [];
    for (let killed = 0; killed < KILLS; killed += AT_ONCE) {
      const writers = Array.from({ length: Math.min(AT_ONCE, KILLS - killed) }, (__, n) =>
        startWriter({
          ...{ repository, journals: JOURNALS, events: 10_000 },
          ...{ writer: `w${killed + n}`, attachments: random() < 0.5 },
        }),
      );
      const said = await Promise.all(writers.map((writer) => killAt(writer, random() * 150)));
      acks.push(...said.flat());
      acks.push(await expectUnharmed(repository, acks, `after-${killed}`));
    }
  });
});

/** Lets a writer die at a fault point and looks at what it left. */
async function dieAt(fault: { name: string; occurrence: number }, attachments: boolean): Promise<void> {
  const repository = temporaryRepository();
  const writer = startWriter({ repository, writer: 'w', journals: JOURNALS, events: 9, attachments, fault });
  const { signal, acks, errors } = await writer.ended();
  expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: [] });
  await expectUnharmed(repository, acks, 'next');
}

/** Kills a writer some time after its first event. */
async function killAt(writer: Writer, afterMs: number): Promise<readonly Told[]> {
  while (writer.said().acks.length === 0 && writer.process.exitCode === null) await sleep(5);
  await sleep(afterMs);
  writer.process.kill('SIGKILL');
  const { signal, acks, errors } = await writer.ended();
  expect({ signal, errors }).toEqual({ signal: 'SIGKILL', errors: [] });
  return acks;
}

/** What was told is there, git finds no fault, the next event needs no waiting, and nothing is left lying about. */
async function expectUnharmed(path: string, acks: readonly Told[], writer: string): Promise<Told> {
  await expectKept(path, JOURNALS, acks, 1);
  expectSound(path);
  const store = await openStore(path, NO_PATIENCE);
  const journal = 'runs/r1';
  const appended = await store.append(journal, await store.head(journal), eventOf(journal, { writer, n: 1 }));
  store.close();
  expect(appended.ok).toBe(true);
  expect(lockFiles(path)).toEqual([]);
  expect(writerFiles(path)).toEqual([]);
  return { journal, head: appended.head ?? '', writer, n: 1 };
}
