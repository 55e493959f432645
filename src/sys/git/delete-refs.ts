import { git } from './git.ts';
import type { Repository } from './repository.ts';

/** Deletes refs that still have the given values: all of them, or none if one has moved. */
export async function deleteRefs(repository: Repository, refs: ReadonlyMap<string, string>): Promise<void> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const lines = [...refs].map(([ref, value]) => `delete ${ref}\0${value}\0`);
  await git(place, ['update-ref', '-z', '--stdin'], `start\0${lines.join('')}prepare\0commit\0`);
}
