import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from './discard.ts';
import { errorCode } from './durable.ts';
import { namesIn } from './owned-name.ts';
import { takeOwnership } from './owner-lock.ts';
import { createPrivatePlace, isPrivatePlace, makePrivatePlace } from './private-place.ts';

/** A private directory that this process has to itself until it is released. */
export interface SteadyPlace {
  readonly path: string;
  release(): void;
}

/**
 * Runs work in a new private directory that is gone afterwards, whatever happens. Its path is the same every time, as
 * tools put it into the keys of their caches; several at once have one each. Who has which is told by locks. `first`: the place
 * that is tried first.
 */
export async function withSteadyPlace<T>(
  name: string,
  locks: string,
  work: (path: string) => Promise<T>,
  first = 0,
): Promise<T> {
  const place = takeSteadyPlace(name, locks, first);
  try {
    return await work(place.path);
  } finally {
    place.release();
  }
}

/** Places that are tried before one with a name of chance is made. */
export const MOST_PLACES = 16;

/** The same for who needs it longer: releasing it takes the directory away. */
export function takeSteadyPlace(name: string, locks: string, first = 0): SteadyPlace {
  for (let tried = 0; tried < MOST_PLACES; tried++) {
    const number = (first + tried) % MOST_PLACES;
    const lock = takeOwnership(join(locks, `${name}-${number}${LOCK}`));
    if ('heldBy' in lock) continue;
    const path = join(realpathSync(tmpdir()), `${name}-${number}`);
    if (make(path)) return placeAt(path, () => lock.release());
    lock.release();
  }
  return placeAt(makePrivatePlace(`${name}-`), () => undefined);
}

/** Takes away the places of processes that died. */
export function sweepSteadyPlaces(locks: string): void {
  for (const name of namesIn(locks).filter((each) => each.endsWith(LOCK))) {
    const lock = takeOwnership(join(locks, name));
    if ('heldBy' in lock) continue;
    const path = join(realpathSync(tmpdir()), name.slice(0, -LOCK.length));
    if (isPrivatePlace(path)) discard(path);
    lock.release();
  }
}

const LOCK = '.lock';

function placeAt(path: string, unlock: () => void): SteadyPlace {
  return {
    path,
    release() {
      discard(path);
      unlock();
    },
  };
}

/** Makes the directory; what a process that died left there is thrown away, what is somebody else's is left alone. */
function make(path: string): boolean {
  if (isPrivatePlace(path)) discard(path);
  try {
    createPrivatePlace(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
