import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../../../sys/bounded-file.ts';
import { headOf, uncommitted } from '../../../sys/git/head.ts';
import { listRefTexts } from '../../../sys/git/ref-file.ts';
import type { Repository } from '../../../sys/git/repository.ts';

/** What of the user's lies outside the workbench, by name: refs, settings, files of the checkout. */
export type Outside = ReadonlyMap<string, string>;

/**
 * Looks at what an agent without a sandbox could reach: the user's refs, git's settings and the checkout. What Baton moves
 * itself is left out, and what an editor fetches in the background.
 */
export async function lookOutside(repository: Repository): Promise<Outside> {
  const [head, files] = await Promise.all([headOf(repository), uncommitted(repository)]);
  const refs = [...listRefTexts(repository, 'refs/')].filter(([name]) => !OTHER_REFS.test(name));
  return new Map([
    ...refs,
    ['HEAD', head?.branch ?? head?.commit ?? ''],
    ["git's settings", textOf(join(repository.commonDir, 'config'))],
    ["git's settings of this work tree", textOf(join(repository.gitDir, 'config.worktree'))],
    ...files.map(({ path, kind }) => [path, `${kind} ${stateOf(join(repository.checkout ?? '', path))}`] as const),
  ]);
}

const OTHER_REFS = /^refs\/(?:baton\/|heads\/baton\/|remotes\/|notes\/[^/]+-handoffs$)/;

/** The names of what is not as it was, sorted; long lists are cut. */
export function changedOutside(before: Outside, after: Outside): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .sort()
    .slice(0, MOST_TOLD);
}

const MOST_TOLD = 50;

function stateOf(path: string): string {
  try {
    const read = lstatSync(path).isSymbolicLink() ? { problem: readlinkSync(path) } : readBounded(path, MOST_BYTES);
    return 'bytes' in read ? createHash('sha256').update(read.bytes).digest('hex') : markOf(path, read.problem);
  } catch {
    return '';
  }
}

const MOST_BYTES = 10_000_000;

/** What is not read is told by its size and date. */
function markOf(path: string, problem: string): string {
  const { size, mtimeMs } = lstatSync(path);
  return `${problem} ${size} ${mtimeMs}`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
