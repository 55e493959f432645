import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isBatonError } from '../../src/base/error.ts';
import { EXIT, exitCodeFor } from '../../src/cli/exit-code.ts';
import { openGitStore } from '../../src/store/git/git-store.ts';
import type { Entry, JournalName, NewEvent } from '../../src/store/store.ts';
import { openRepository } from '../../src/sys/git/repository.ts';
import { sampleEvent } from '../../src/testing/store-contract.ts';
import type { Told } from './writers.ts';

/** Opens the store of a repository for the time of a test. */
export async function openStore(path: string, ...more: LockPatience) {
  const store = openGitStore(await openRepository(path), ...more);
  onTestFinished(() => store.close());
  return store;
}

type LockPatience = Parameters<typeof openGitStore> extends [unknown, ...infer More] ? More : never;

export function eventOf(journal: JournalName, data: Readonly<Record<string, unknown>> = {}): NewEvent {
  return sampleEvent({ run: journal.slice(journal.indexOf('/') + 1), data });
}

/** All entries of journals, read by a store that has seen nothing of them before. */
export async function readAll(
  path: string,
  journals: readonly JournalName[],
): Promise<Map<JournalName, readonly Entry[]>> {
  const store = openGitStore(await openRepository(path));
  try {
    const read = new Map<JournalName, readonly Entry[]>();
    for (const journal of journals) read.set(journal, await store.read(journal));
    return read;
  } finally {
    store.close();
  }
}

/**
 * What must hold of journals however their writers ended: nothing they were told of is lost, nothing is there twice,
 * there is no gap, and of each writer at most so many events more are there than it was told of.
 */
export async function expectKept(
  path: string,
  journals: readonly JournalName[],
  acks: readonly Told[],
  unacknowledged: 0 | 1,
): Promise<void> {
  const read = await readAll(path, journals);
  const entries = [...read].flatMap(([journal, list]) => list.map((entry) => toldBy(journal, entry)));
  const there = new Set(entries.map(({ journal, head, writer, n }) => `${journal} ${head} ${writer} ${n}`));
  const told = acks.map(({ journal, head, writer, n }) => `${journal} ${head} ${writer} ${n}`);
  expect(told.filter((line) => !there.has(line))).toEqual([]);
  expect(new Set(entries.map(({ journal, writer, n }) => `${journal} ${writer} ${n}`)).size).toBe(entries.length);
  for (const name of new Set(entries.map(({ writer }) => writer))) {
    const [found, known] = [entries, acks].map((list) => list.filter(({ writer }) => writer === name).length);
    expect(Number(found) - Number(known), `events of ${name} that nobody was told of`).toBeLessThanOrEqual(
      unacknowledged,
    );
  }
  for (const list of read.values()) {
    expect(list.map(({ event }) => event.seq)).toEqual(list.map((_, index) => index + 1));
  }
}

/** An entry as its writer told of it. */
function toldBy(journal: JournalName, { id, event }: Entry): Told {
  return { journal, head: id, writer: String(event.data.writer), n: Number(event.data.n) };
}

/** Whether git finds the repository whole; what nothing refers to any more is no fault. */
export function expectSound(path: string): void {
  const said = execFileSync('git', ['fsck', '--full', '--no-dangling', '--no-progress'], {
    cwd: path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(said).not.toMatch(/error|missing|broken|corrupt/);
}

/** Every refusal has a code that ends the command with 3, and says what is wrong in one line. */
export function expectRefusal(error: unknown): undefined {
  if (!isBatonError(error)) throw error;
  expect(exitCodeFor(error.code)).toBe(EXIT.storage);
  expect(error.message).toMatch(/^[A-Z][^\n]*\.$/);
}

/** Locks on Baton's refs. */
export function lockFiles(path: string): string[] {
  const names = readdirSync(join(path, '.git/refs/baton'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.lock'));
}

/** Files that processes leave in Baton's own directory to tell others that they are at work. */
export function writerFiles(path: string): string[] {
  const directory = join(path, '.git/baton/writers');
  return existsSync(directory) ? readdirSync(directory) : [];
}
