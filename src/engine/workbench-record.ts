import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BatonError } from '../base/error.ts';
import { isJournalName } from '../store/store.ts';
import type { Repository } from '../sys/git/repository.ts';
import { readKept, writeKept } from '../sys/kept-file.ts';
import { isPrivatePlace, makePrivatePlace } from '../sys/private-place.ts';
import { removeAll } from '../sys/removal.ts';

const recordSchema = z.object({
  place: z.string(),
  made: z
    .object({
      tree: z.string().describe('The tree of the commit it was last reset to'),
      root: z.string().describe('The directory that was made'),
    })
    .optional()
    .describe('Absent while it is being made'),
});
type Kept = z.infer<typeof recordSchema>;

/** Where a run's workbench is and what it was made from: kept in the repository, for later processes. */
export interface WorkbenchRecord {
  readonly place: string;
  readonly made: Kept['made'];
  /** Whatever happens from here on, it is not whole. */
  begin(): void;
  finish(made: NonNullable<Kept['made']>): void;
  remove(): void;
}

/** The record of a run's workbench. Where there is none, or its directory is gone, it begins with a new directory. */
export function openRecord(repository: Repository, run: string): WorkbenchRecord {
  if (!isJournalName(`runs/${run}`)) throw new BatonError('invalid_input', `Not a run: ${JSON.stringify(run)}.`);
  const file = join(repository.batonDir, 'workbenches', `${run}.json`);
  const before = recordSchema.safeParse(readKept(file)).data;
  const kept = before !== undefined && isPrivatePlace(before.place) ? before : { place: newPlace(repository) };
  const { place } = kept;
  let { made }: Kept = kept;
  const write = (next: Kept['made']) => {
    made = next;
    writeKept(file, { place, made });
  };
  if (kept !== before) write(undefined);
  return {
    place,
    get made() {
      return made;
    },
    begin: () => write(undefined),
    finish: write,
    remove: () => removeAll(file),
  };
}

/** A new directory for a workbench, outside the user's own. */
function newPlace({ checkout }: Repository): string {
  const place = makePrivatePlace('baton-workbench-');
  if (checkout === undefined || !place.startsWith(`${realpathSync(checkout)}/`)) return place;
  removeAll(place);
  throw new BatonError(
    'project_misconfigured',
    `Temporary files go to ${dirname(place)}, which is inside the repository: an agent working there would find the files of your checkout above its own. Set TMPDIR to another directory.`,
    { data: { place } },
  );
}
