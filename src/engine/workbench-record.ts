import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BatonError } from '../base/error.ts';
import { isJournalName } from '../store/store.ts';
import type { Repository } from '../sys/git/repository.ts';
import { readKept, writeKept } from '../sys/kept-file.ts';
import { namesIn } from '../sys/owned-name.ts';
import { createPrivatePlace, isPrivatePlace } from '../sys/private-place.ts';
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
}

/** The record of a run's workbench. Where there is none, or its directory is gone, it begins with a new directory. */
export function openRecord(repository: Repository, run: string): WorkbenchRecord {
  if (!isJournalName(`runs/${run}`)) throw new BatonError('invalid_input', `Not a run: ${JSON.stringify(run)}.`);
  const file = recordFile(repository, run);
  const before = readRecord(file);
  const kept = before !== undefined && isPrivatePlace(before.place) ? before : { place: newPlace(repository) };
  const { place } = kept;
  let { made }: Kept = kept;
  const write = (next: Kept['made']) => {
    made = next;
    writeKept(file, { place, made });
  };
  if (kept !== before) {
    // In this order: a directory that no record names would stay for ever if this process died now.
    write(undefined);
    createPrivatePlace(place);
  }
  return {
    place,
    get made() {
      return made;
    },
    begin: () => write(undefined),
    finish: write,
  };
}

/** Runs that have a workbench, or had one that was not quite removed. */
export function runsWithWorkbench(repository: Repository): string[] {
  const names = namesIn(recordDirectory(repository)).filter((name) => name.endsWith(JSON_END));
  return names.map((name) => name.slice(0, -JSON_END.length));
}

/** Where a run's workbench is, if it has one. */
export function workbenchOf(repository: Repository, run: string): string | undefined {
  const place = readRecord(recordFile(repository, run))?.place;
  return place !== undefined && isPrivatePlace(place) ? place : undefined;
}

/** The directories in which sessions of runs work now. */
export function workbenches(repository: Repository): string[] {
  const places = runsWithWorkbench(repository).map((run) => workbenchOf(repository, run));
  return places.flatMap((place) => (place === undefined ? [] : [join(place, 'project')]));
}

/** Removes a run's workbench, if there is one. */
export function removeWorkbench(repository: Repository, run: string): void {
  const place = workbenchOf(repository, run);
  if (place !== undefined) removeAll(place);
  removeAll(recordFile(repository, run));
}

/** Where the records are. */
export function recordDirectory({ batonDir }: Repository): string {
  return join(batonDir, 'workbenches');
}

const JSON_END = '.json';

function recordFile(repository: Repository, run: string): string {
  return join(recordDirectory(repository), `${run}${JSON_END}`);
}

function readRecord(file: string): Kept | undefined {
  return recordSchema.safeParse(readKept(file)).data;
}

/** A new directory for a workbench, outside the user's own. */
function newPlace({ checkout }: Repository): string {
  const place = join(realpathSync(tmpdir()), `baton-workbench-${randomBytes(6).toString('hex')}`);
  if (checkout === undefined || !place.startsWith(`${realpathSync(checkout)}/`)) return place;
  throw new BatonError(
    'project_misconfigured',
    `Temporary files go to ${dirname(place)}, which is inside the repository: an agent working there would find the files of your checkout above its own. Set TMPDIR to another directory.`,
    { data: { place } },
  );
}
