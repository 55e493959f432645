import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBatonError } from '../base/error.ts';
import type { Store } from '../store/store.ts';
import { errorCode } from '../sys/durable.ts';
import type { Repository } from '../sys/git/repository.ts';
import { endLeftPrograms } from '../sys/left-programs.ts';
import { sweepOwned } from '../sys/owned-name.ts';
import { sweepLocks } from '../sys/owner-lock.ts';
import { sweepSteadyPlaces } from '../sys/steady-place.ts';
import { sweepDemos } from './demo.ts';
import { proofLocks } from './proof-places.ts';
import { driverOf, ownersIn } from './run/owner.ts';
import { startedIn } from './started-programs.ts';
import { recordDirectory, removeWorkbench, runsWithWorkbench } from './workbench-record.ts';

/**
 * Takes away what processes that died left behind: their programs first, then the places those worked in. It only tidies
 * up: what cannot be taken away now is tried again by the next command, and in nobody's way until then.
 */
export async function tidyUp(repository: Repository, store: Store): Promise<void> {
  try {
    await endLeftPrograms(startedIn(repository));
    sweepSteadyPlaces(proofLocks(repository));
    sweepLocks(proofLocks(repository));
    sweepLocks(ownersIn(repository));
    for (const directory of ['', 'shadow.git', 'proofs']) sweepOwned(join(repository.batonDir, directory));
    sweepOwned(recordDirectory(repository));
    sweepOwned(tmpdir(), 'baton-');
    sweepDemos(repository);
    await sweepWorkbenches(repository, store);
  } catch (error) {
    if (!isBatonError(error) && errorCode(error) === undefined) throw error;
  }
}

/** Workbenches of runs that have ended: whoever moves a run takes its own away, but may die before, or not be there. */
export async function sweepWorkbenches(repository: Repository, store: Store): Promise<void> {
  for (const run of runsWithWorkbench(repository)) {
    const last = await store.last(`runs/${run}`);
    const hasEnded = last !== undefined && ENDS.includes(last.event.type);
    if (hasEnded && driverOf(repository, run) === undefined) removeWorkbench(repository, run);
  }
}

const ENDS = ['run.completed', 'run.aborted', 'run.failed'];
