import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import { isBatonError } from '../../base/error.ts';
import { listRefs } from '../../sys/git/ref-file.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { isJournalName, type JournalName } from '../store.ts';

/** How often refs are compared beside the watchers, which cannot see what git does to packed refs. */
const LOOK_EVERY_MS = 1_000;

/** The same where files cannot be watched at all. */
const LOOK_WITHOUT_WATCHER_MS = 150;

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
  let known = heads(repository) ?? new Map<string, string>();
  let watchable = true;

  /** Watches every directory that is there now; one that was made anew is another one. */
  function keepWatching(): void {
    for (const name of WATCHED) {
      const path = join(repository.commonDir, name);
      const inode = inodeOf(path);
      const current = watchers.get(path);
      if (current?.inode === inode) continue;
      current?.watcher.close();
      watchers.delete(path);
      const watcher = inode === undefined ? undefined : tryWatch(path, look);
      if (watcher !== undefined && inode !== undefined) watchers.set(path, { inode, watcher });
      if (watcher === undefined && inode !== undefined) watchable = false;
    }
  }

  function look(): void {
    if (signal.aborted) return;
    keepWatching();
    const now = heads(repository);
    if (now === undefined) return;
    const before = known;
    known = now;
    for (const [ref, head] of now) {
      const journal = ref.slice('refs/baton/'.length);
      if (before.get(ref) !== head && isJournalName(journal)) onChange(journal);
    }
  }

  keepWatching();
  const timer = setInterval(look, watchable ? LOOK_EVERY_MS : LOOK_WITHOUT_WATCHER_MS);
  timer.unref();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    for (const { watcher } of watchers.values()) watcher.close();
  });
}

/** All heads now; nothing while a ref cannot be read. Whoever reads that journal is told why, a watcher is not ended. */
function heads(repository: Repository): Map<string, string> | undefined {
  try {
    return new Map([...listRefs(repository, 'refs/baton/runs/'), ...listRefs(repository, 'refs/baton/handoffs/')]);
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
