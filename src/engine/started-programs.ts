import { join } from 'node:path';
import type { Repository } from '../sys/git/repository.ts';

/** Where programs are noted that Baton has started in a repository's name. */
export function startedIn({ batonDir }: Pick<Repository, 'batonDir'>): string {
  return join(batonDir, 'started');
}
