import { type FSWatcher, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { listRefs } from '../sys/ref-file.ts';
import type { Repository } from '../sys/repository.ts';
import { isJournalName, type JournalName } from './store.ts';

/** How often refs are compared beside the file watcher: it may miss a ref that was packed or a directory made anew. */
const LOOK_EVERY_MS = 1_000;

/** The same where files cannot be watched at all. */
const LOOK_WITHOUT_WATCHER_MS = 150;

/** Calls back for every journal that moved, whoever moved it. */
export function watchJournals(
  repository: Repository,
  onChange: (journal: JournalName) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  let known = heads(repository);

  function compare(): void {
    const now = heads(repository);
    const before = known;
    known = now;
    for (const [ref, head] of now) {
      const journal = ref.slice('refs/baton/'.length);
      if (before.get(ref) !== head && isJournalName(journal)) onChange(journal);
    }
  }

  const watchers = ['runs', 'handoffs'].map((kind) =>
    watchDirectory(join(repository.commonDir, 'refs/baton', kind), compare),
  );
  const watched = watchers.every((watcher) => watcher !== undefined);
  const timer = setInterval(compare, watched ? LOOK_EVERY_MS : LOOK_WITHOUT_WATCHER_MS);
  timer.unref();
  signal.addEventListener('abort', () => {
    clearInterval(timer);
    for (const watcher of watchers) watcher?.close();
  });
}

function heads(repository: Repository): Map<string, string> {
  return new Map([...listRefs(repository, 'refs/baton/runs/'), ...listRefs(repository, 'refs/baton/handoffs/')]);
}

function watchDirectory(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    mkdirSync(path, { recursive: true });
    const watcher = watch(path, { persistent: false }, onChange);
    watcher.on('error', () => undefined);
    return watcher;
  } catch {
    return undefined;
  }
}
