import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { onFaultPoint } from '../src/base/fault-point.ts';
import { openGitStore } from '../src/store/git/git-store.ts';
import type { JournalName, NewEvent, Store } from '../src/store/store.ts';
import { openRepository } from '../src/sys/git/repository.ts';
import { sampleEvent } from '../src/testing/store-contract.ts';
import { gitIn, temporaryDirectory, temporaryRepository } from './repository.ts';

/** A repository with `origin`, and its store. */
export interface Clone {
  readonly path: string;
  readonly store: Store;
}

/** An empty bare repository. */
export function bareRepository(...options: string[]): string {
  const path = join(temporaryDirectory(), 'shared.git');
  execFileSync('git', ['init', '--quiet', '--bare', ...options, path]);
  return path;
}

export async function openStore(path: string): Promise<Store> {
  const store = openGitStore(await openRepository(path));
  onTestFinished(() => store.close());
  return store;
}

/** A repository of its own that knows a remote as `origin`. */
export async function cloneOf(remote: string, ...options: string[]): Promise<Clone> {
  const path = temporaryRepository(...options);
  gitIn(path, 'remote', 'add', 'origin', remote);
  return { path, store: await openStore(path) };
}

/** A remote and two clones of it. */
export async function twoClones(...options: string[]) {
  const remote = bareRepository(...options);
  return { remote, one: await cloneOf(remote, ...options), two: await cloneOf(remote, ...options) };
}

/** Adds events to a journal, making it if need be, and gives its head. */
export async function addEvents(
  store: Store,
  journal: JournalName,
  count: number,
  more: Partial<NewEvent> = {},
): Promise<string> {
  const run = journal.slice(journal.indexOf('/') + 1);
  let head = await store.head(journal);
  for (let n = 0; n < count; n++) {
    const appended = await store.append(journal, head, sampleEvent({ run, data: { n }, ...more }));
    if (!appended.ok) throw new Error(`${journal} moved meanwhile`);
    head = appended.head;
  }
  return head ?? '';
}

/** Exchanges with `origin`, with nothing to project. */
export function sync({ store }: Clone, remote: string | undefined = 'origin') {
  return store.sync(remote, { project: async () => undefined });
}

/** Does something once, when a fault point is reached. */
export function atFaultPoint(name: string, act: () => void): void {
  onTestFinished(() => onFaultPoint(undefined));
  onFaultPoint((reached) => {
    if (reached !== name) return;
    onFaultPoint(undefined);
    act();
  });
}

/** Names and values of all refs under a prefix. */
export function refsOf(path: string, ...prefixes: string[]): string[] {
  return gitIn(path, 'for-each-ref', '--format=%(refname) %(objectname)', ...prefixes)
    .split('\n')
    .filter((line) => line !== '');
}
