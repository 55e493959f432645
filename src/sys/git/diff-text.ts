import { type GitPlace, git } from './git.ts';
import type { Repository } from './repository.ts';

/** The difference of two trees for a reader: how many lines each file gained and lost, and the patch. */
export interface DiffTexts {
  readonly stat: string;
  /** A long one loses its end. */
  readonly patch: string;
  /** How many characters of it were left out. */
  readonly omitted: number;
}

/** The difference of two trees; without what is below a directory, if one is named. */
export async function diffTexts(
  repository: Repository,
  before: string,
  after: string,
  most: number,
  without?: string,
): Promise<DiffTexts> {
  if (before === after) return { stat: '', patch: '', omitted: 0 };
  const rest = without === undefined ? [] : ['--', ':(top)', `:(top,exclude,literal)${without}`];
  const options = ['diff-tree', '-r', '-M', '--stat=100', '--patch', ...QUIET];
  const args = ['-c', BIG_FILES, ...options, before, after, ...rest];
  const said = await git(placeOf(repository), args);
  const at = said.search(/^diff --git /m);
  const [stat, patch] = at < 0 ? [said, ''] : [said.slice(0, at).trimEnd(), said.slice(at)];
  const omitted = Math.max(0, patch.length - most);
  const cut = `${patch.slice(0, most)}\n[... ${omitted} more characters ...]\n`;
  return { stat: `${stat}\n`, patch: omitted === 0 ? patch : cut, omitted };
}

/** Of a file that is larger than anybody reads, git only says that it differs. */
const BIG_FILES = 'core.bigFileThreshold=4m';

/** No program that the repository's settings or attributes name is run to make it. */
const QUIET = ['--no-ext-diff', '--no-textconv', '--no-color', '--end-of-options'];

function placeOf({ commonDir }: Repository): GitPlace {
  return { cwd: commonDir, gitDir: commonDir };
}
