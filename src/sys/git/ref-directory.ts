import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { errorCode } from '../durable.ts';
import { packedRef, packedRefs } from './packed-refs.ts';
import type { Repository } from './repository.ts';

/** Makes the directory of a ref and gives the directories it and its parents were made in. */
export function makeRefDirectory(directory: string, ref: string): string[] {
  try {
    const first = mkdirSync(directory, { recursive: true });
    const changed: string[] = [];
    if (first === undefined) return changed;
    for (let made = directory; made.length >= first.length; made = dirname(made)) changed.push(dirname(made));
    return changed;
  } catch (error) {
    const code = errorCode(error);
    throw code === 'EEXIST' || code === 'ENOTDIR' ? nameTaken(ref) : error;
  }
}

/** A packed ref leaves no file behind that would stand in the way; two refs of which one is the other's directory must not be. */
export function refuseTakenName({ commonDir }: Repository, ref: string): void {
  if (packedRefs(commonDir, `${ref}/`).size > 0) throw nameTaken(ref);
  for (let above = dirname(ref); above !== 'refs' && above !== '.'; above = dirname(above)) {
    if (packedRef(commonDir, above) !== undefined) throw nameTaken(ref);
  }
}

function nameTaken(ref: string): BatonError {
  return new BatonError(
    'storage_failed',
    `Cannot create ${ref}: another ref stands in its way. Find it with git for-each-ref, rename it, and try again.`,
    { data: { ref } },
  );
}
