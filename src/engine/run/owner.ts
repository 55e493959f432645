import { join } from 'node:path';
import type { Repository } from '../../sys/git/repository.ts';
import { type Owner, ownerOf } from '../../sys/owner-lock.ts';

/** Who is moving a run now, if anybody is. */
export function driverOf(repository: Repository, run: string): Owner | undefined {
  return ownerOf(ownerFile(repository, run));
}

/** Where it is told who moves which run. */
export function ownersIn({ batonDir }: Repository): string {
  return join(batonDir, 'owners');
}

export function ownerFile(repository: Repository, run: string): string {
  return join(ownersIn(repository), run);
}
