import { type GitPlace, git } from './git.ts';
import type { Repository } from './repository.ts';

/** The difference of two trees for a reader: how many lines each file gained and lost, and the patch. */
export interface DiffTexts {
  readonly stat: string;
  /** A long one loses its end. */
  readonly patch: string;
}

export async function diffTexts(
  repository: Repository,
  before: string,
  after: string,
  most: number,
): Promise<DiffTexts> {
  if (before === after) return { stat: '', patch: '' };
  const args = ['diff-tree', '-r', '-M', '--stat=100', '--patch', ...QUIET, before, after];
  const said = await git(placeOf(repository), args);
  const at = said.search(/^diff --git /m);
  const [stat, patch] = at < 0 ? [said, ''] : [said.slice(0, at).trimEnd(), said.slice(at)];
  const cut = `${patch.slice(0, most)}\n[... ${patch.length - most} more characters ...]\n`;
  return { stat: `${stat}\n`, patch: patch.length <= most ? patch : cut };
}

/** No program that the repository's settings or attributes name is run to make it. */
const QUIET = ['--no-ext-diff', '--no-textconv', '--no-color', '--end-of-options'];

function placeOf({ commonDir }: Repository): GitPlace {
  return { cwd: commonDir, gitDir: commonDir };
}
