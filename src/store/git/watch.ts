import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isBatonError } from '../../base/error.ts';
import { openRefList } from '../../sys/git/ref-list.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { isJournalName, type JournalName } from '../store.ts';

/** How often refs are compared beside the watchers, which cannot see what git does to packed refs. */
const LOOK_EVERY_MS = 1_000;

/** The same where files cannot be watched at all. */
const LOOK_WITHOUT_WATCHER_MS = 150;

/** A move is several changes of files, and moves come in bursts: they are looked at together. */
const GATHER_MS = 10;

/** From a directory that is always there down to those the journals are in: git removes and remakes the lower ones. */
const WATCHED = ['refs', 'refs/baton', 'refs/baton/runs', 'refs/baton/handoffs'];

/** Calls back for every journal that moved, whoever moved it. */
export function watchJournals(
  repository: Repository,
  onChange: (journal: JournalName) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const watchers = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>();
  const lists = ['runs', 'handoffs'].map((kind) => openRefList(repository, `refs/baton/${kind}/`));
  const known = lists.map((list) => headsIn(list) ?? new Map<string, string>());
  let watchable = true;
  let gathering: NodeJS.Timeout | undefined;

  /** Watches every directory that is there now; one that was made anew is another one. */
  function keepWatching(): void {
    for (const name of WATCHED) {
      const path = join(repository.commonDir, name);
      const inode = inodeOf(path);
      const current = watchers.get(path);
      if (current?.inode === inode) continue;
      current?.watcher.close();
      watchers.delete(path);
      const watcher = inode === undefined ? undefined : tryWatch(path, gather);
      if (watcher !== undefined && inode !== undefined) watchers.set(path, { inode, watcher });
      if (watcher === undefined && inode !== undefined) watchable = false;
    }
  }

  function gather(): void {
    gathering ??= setTimeout(look, GATHER_MS).unref();
  }

  function look(): void {
    gathering = undefined;
    if (signal.aborted) return;
    keepWatching();
    for (const [at, list] of lists.entries()) {
      const [before, now] = [known[at], headsIn(list)];
      if (now === undefined || now === before) continue;
      known[at] = now;
      for (const [ref, head] of now) {
        const journal = ref.slice('refs/baton/'.length);
        if (before?.get(ref) !== head && isJournalName(journal)) onChange(journal);
      }
    }
  }

  keepWatching();
  const timer = setInterval(look, watchable ? LOOK_EVERY_MS : LOOK_WITHOUT_WATCHER_MS);
  timer.unref();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    clearTimeout(gathering);
    for (const { watcher } of watchers.values()) watcher.close();
  });
}

/** All heads of a kind; nothing while a ref cannot be read. Whoever reads that journal is told why, a watcher goes on. */
function headsIn(list: () => ReadonlyMap<string, string>): ReadonlyMap<string, string> | undefined {
  try {
    return list();
  } catch (error) {
    if (isBatonError(error)) return undefined;
    throw error;
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

function tryWatch(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
