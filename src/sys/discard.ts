import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { removeAll } from './removal.ts';

const underWay = new Set<Promise<void>>();

/**
 * Takes a directory away at once and removes what was in it meanwhile: many files take a disk longer to remove than to
 * make. The process does not end before that is done.
 */
export function discard(path: string): void {
  const gone = `${path}.gone-${randomUUID()}`;
  try {
    renameSync(path, gone);
  } catch {
    removeAll(path);
    return;
  }
  const removal = rm(gone, { recursive: true, force: true })
    .catch(() => removeAll(gone))
    .catch(() => undefined)
    .finally(() => underWay.delete(removal));
  underWay.add(removal);
}

/** Waits until everything that was discarded is gone. */
export async function discarded(): Promise<void> {
  await Promise.all(underWay);
}
