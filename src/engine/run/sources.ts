import type { GitReader } from '../../sys/git/reader.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { treeDiff } from '../../sys/git/tree-diff.ts';
import { openTreeLister, type TreeLister } from '../../sys/git/tree-lister.ts';
import { pathsIn } from '../../sys/git/tree-paths.ts';
import type { Pinned } from './pinned.ts';
import { recent } from './recent.ts';
import { openRoles } from './roles.ts';
import type { Sources } from './surroundings.ts';

/** Opens what judging needs of a repository; what was looked up last is remembered. */
export function openSources(
  repository: Repository,
  reader: GitReader,
  pinned: Pinned,
): Sources & { readonly list: TreeLister } {
  const list = recent(3, openTreeLister(repository, reader));
  const paths = recent(2, async (tree: string) => pathsIn(await list(tree)));
  return {
    reader,
    pinned,
    list,
    paths,
    changes: recent(4, (before: string, after: string) => treeDiff(repository, before, after)),
    roles: recent(3, openRoles(pinned.tests, { reader, paths })),
  };
}
