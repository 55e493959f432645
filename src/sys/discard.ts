import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { faultPoint } from '../base/fault-point.ts';
import { ownedEnd } from './owned-name.ts';
import { removeAll } from './removal.ts';

const underWay = new Set<Promise<void>>();

/**
 * Takes a directory away at once and removes what was in it meanwhile: many files take a disk longer to remove than to
 * make. The process does not end before that is done.
 */
export function discard(path: string): void {
  const gone = `${path}.gone-${ownedEnd()}`;
  try {
    faultPoint('discard.before');
    renameSync(path, gone);
    faultPoint('discard.renamed');
  } catch {
    removeAll(path);
    return;
  }
  follow(rm(gone, { recursive: true, force: true }).catch(() => removeAll(gone)));
}

/** Does work that nobody waits for as soon as there is nothing else to do. What goes wrong in it is nobody's concern. */
export function afterwards(work: () => void | Promise<void>): void {
  follow(setImmediate().then(work));
}

function follow(work: Promise<void>): void {
  const followed = work.catch(() => undefined).finally(() => underWay.delete(followed));
  underWay.add(followed);
}

/** Waits until everything that was put off is done. */
export async function settled(): Promise<void> {
  await Promise.all(underWay);
}
