import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flushDirectory } from '../../sys/durable.ts';
import { git } from '../../sys/git/git.ts';
import { listRefs } from '../../sys/git/ref-file.ts';
import type { Repository } from '../../sys/git/repository.ts';

/** How often an append looks whether packing is due. */
const LOOK_EVERY = 64;

/** What git assumes when `gc.auto` is not set. */
const GIT_DEFAULT = 6700;

export interface Housekeeping {
  /** Packs Baton's loose objects when they come near the number at which git would start collecting by itself. */
  packWhenDue(): Promise<void>;
}

export function openHousekeeping(repository: Repository): Housekeeping {
  let appends = 0;
  let threshold: number | undefined;
  return {
    async packWhenDue() {
      appends += 1;
      if (appends % LOOK_EVERY !== 1) return;
      threshold ??= await gcThreshold(repository);
      if (threshold > 0 && looseSample(repository) >= threshold / 2) await packJournals(repository);
    },
  };
}

/** Packs everything the journals and notes reach that is still loose, and drops the loose copies. */
export async function packJournals(repository: Repository): Promise<void> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const heads = [...listRefs(repository, 'refs/baton/').values(), ...listRefs(repository, 'refs/notes/').values()];
  if (heads.length === 0) return;
  const pack = join(repository.objectsDir, 'pack', 'pack');
  const options = ['--revs', '--unpacked', '--incremental', '--non-empty', '--delta-base-offset', '-q'];
  await git(place, ['-c', 'core.fsync=all', 'pack-objects', ...options, pack], `${heads.join('\n')}\n`);
  await flushDirectory(dirname(pack));
  await git(place, ['prune-packed', '-q']);
}

/** The one folder of 256 that git counts and takes for all. */
function looseSample(repository: Repository): number {
  try {
    return readdirSync(join(repository.objectsDir, '17')).length;
  } catch {
    return 0;
  }
}

/** How many objects in that folder make git start, or 0 if it never does. */
async function gcThreshold(repository: Repository): Promise<number> {
  const place = { cwd: repository.commonDir };
  const set = await git(place, ['config', '--type=int', '--default', String(GIT_DEFAULT), '--get', 'gc.auto']);
  return Math.ceil(Number(set.trim()) / 256);
}
