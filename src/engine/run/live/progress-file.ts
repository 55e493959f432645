import { dirname, join } from 'node:path';
import { now } from '../../../base/clock.ts';
import type { Repository } from '../../../sys/git/repository.ts';
import { readKept } from '../../../sys/kept-file.ts';
import { writeUnkept } from '../../../sys/unkept-file.ts';
import { streamFile } from '../session/session.ts';

/** What the process that runs a run was doing when it said so last. */
export interface Progress {
  readonly at: string;
  readonly doing: string;
}

/** Lets other processes see what is being done now. Nothing depends on it: a disk that refuses is not told. */
export function writeProgress(repository: Repository, run: string, doing: string): void {
  const progress: Progress = { at: now().toISOString(), doing };
  writeUnkept(progressFile(repository, run), progress);
}

export function readProgress(repository: Repository, run: string): Progress | undefined {
  const { at, doing } = (readKept(progressFile(repository, run)) ?? {}) as Partial<Progress>;
  return typeof at === 'string' && typeof doing === 'string' ? { at, doing } : undefined;
}

/** Beside the streams of its sessions. */
function progressFile({ batonDir }: Repository, run: string): string {
  return join(dirname(streamFile(batonDir, run, 'any')), 'progress.json');
}
