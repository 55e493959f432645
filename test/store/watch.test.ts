import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JournalName, Store } from '../../src/store/store.ts';
import { gitIn, temporaryRepository } from '../repository.ts';
import { eventOf, openStore } from './journals.ts';
import { runWriters, startWriter } from './writers.ts';

const RUN = 'runs/r1';

describe('a store that watches', () => {
  it('sees what another process appends', async () => {
    const path = temporaryRepository();
    const seen = watch(await openStore(path));
    await write(path, RUN);
    await until(() => seen.has(RUN));
  });

  it('sees it too when git has packed the ref and removed its directory', async () => {
    const path = temporaryRepository();
    await write(path, RUN);
    const seen = watch(await openStore(path));
    gitIn(path, 'pack-refs', '--all', '--prune');
    expect(existsSync(join(path, '.git/refs/baton/runs'))).toBe(false);
    await write(path, 'runs/r2');
    await until(() => seen.has('runs/r2'));
    await write(path, RUN);
    await until(() => seen.has(RUN));
  });
});

describe('the git process that reads for a store', () => {
  it('is started again if it dies, and the read that meets its end succeeds', async () => {
    const path = temporaryRepository();
    await write(path, RUN);
    gitIn(path, 'gc', '--quiet');
    const store = await openStore(path);
    const { head } = await store.append(RUN, await store.head(RUN), eventOf(RUN));
    const [reader] = readersOf(process.pid, path);
    process.kill(reader ?? Number.NaN, 'SIGKILL');
    expect((await store.read(RUN)).map(({ id }) => id)).toContain(head);
    expect(await store.read(RUN)).toHaveLength(2);
    expect(readersOf(process.pid, path)).not.toContain(reader);
  });

  it('ends with the store', async () => {
    const path = temporaryRepository();
    await write(path, RUN);
    gitIn(path, 'gc', '--quiet');
    const store = await openStore(path);
    await store.read(RUN);
    expect(readersOf(process.pid, path)).toHaveLength(1);
    store.close();
    await until(() => readersOf(process.pid, path).length === 0);
  });

  it('ends with a process that is killed', async () => {
    const path = temporaryRepository();
    await write(path, RUN);
    gitIn(path, 'gc', '--quiet');
    const writer = startWriter({ repository: path, writer: 'w', journals: [RUN], events: 10_000 });
    await until(() => writer.said().acks.length > 0);
    const readers = readersOf(writer.process.pid ?? 0, path);
    expect(readers).toHaveLength(1);
    writer.process.kill('SIGKILL');
    await writer.ended();
    await until(() => !processes().some(({ pid }) => readers.includes(pid)));
  });
});

async function write(repository: string, journal: JournalName): Promise<void> {
  const [said] = await runWriters([{ repository, writer: 'w', journals: [journal], events: 1 }]);
  expect(said?.acks).toHaveLength(1);
}

/** The journals a store has seen moving, so far. */
function watch(store: Store): ReadonlySet<JournalName> {
  const seen = new Set<JournalName>();
  const ending = new AbortController();
  store.watch((journal) => seen.add(journal), ending.signal);
  onTestFinished(() => ending.abort());
  return seen;
}

/** Waits for something that comes sooner or later; the time limit of the test is the only one. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

/** The processes a process has started to read the objects of a repository. */
function readersOf(owner: number, repository: string): number[] {
  return processes()
    .filter(({ parent, command }) => parent === owner && command.includes('cat-file --batch'))
    .filter(({ command }) => command.includes(repository))
    .map(({ pid }) => pid);
}

function processes(): { readonly pid: number; readonly parent: number; readonly command: string }[] {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [pid, parent, state = '', ...command] = line.trim().split(/\s+/);
    return state === '' || state.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command.join(' ') }];
  });
}
