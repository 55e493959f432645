import { git } from './git.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

export interface ListedObject {
  readonly id: string;
  /** Where it stands in a tree; nothing for commits. */
  readonly path: string;
}

/** Every commit, tree and file that commits have and an earlier one has not. */
export async function objectsBetween(
  repository: Repository,
  earlier: string,
  commits: readonly string[],
): Promise<readonly ListedObject[]> {
  const revisions = [`^${checkId(repository, earlier)}`, ...commits.map((id) => checkId(repository, id))];
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const listed = await git(place, ['rev-list', '--objects', '--stdin'], `${revisions.join('\n')}\n`);
  return listed.split('\n').flatMap((line) => {
    const [, id, path = ''] = /^([0-9a-f]+)(?: (.*))?$/.exec(line) ?? [];
    return id === undefined ? [] : [{ id, path }];
  });
}
