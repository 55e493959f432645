import type { ReadSource } from '../../code/reader.ts';
import { earlierPath, type FileChange } from '../../evidence/diff.ts';
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
  read: ReadSource,
): Sources & { readonly list: TreeLister } {
  const readSource = recent(MAX_SOURCES, read);
  const list = recent(3, openTreeLister(repository, reader));
  const paths = recent(2, async (tree: string) => pathsIn(await list(tree)));
  return {
    reader,
    pinned,
    list,
    paths,
    readSource,
    changes: recent(4, async (before: string, after: string) =>
      withSources(await treeDiff(repository, before, after), readSource),
    ),
    roles: recent(3, openRoles(pinned.tests, { reader, paths })),
  };
}

/** Files whose code is remembered: a verdict looks at the same versions again and again. */
const MAX_SOURCES = 64;

/** Changes with what is known about the code of each file, before and after. */
export function withSources(changes: readonly FileChange[], read: ReadSource): Promise<readonly FileChange[]> {
  return Promise.all(
    changes.map(async (change) => {
      const { path, before, after } = change;
      const [old, now] = await Promise.all([
        before === undefined ? undefined : read(earlierPath(change), before),
        after === undefined ? undefined : read(path, after),
      ]);
      return old === undefined && now === undefined ? change : { ...change, sources: { before: old, after: now } };
    }),
  );
}
