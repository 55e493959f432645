import { runGit } from './git.ts';
import type { Repository } from './repository.ts';

/**
 * The commit somebody means: a branch, a tag, an id or its beginning, or one before it (`main~2`). Nothing if there is
 * none, or if the text could mean anything but one commit to git: an option, a range, a search.
 */
export async function findCommit(repository: Repository, text: string): Promise<string | undefined> {
  if (!REVISION.test(text) || /\.\.|\^\{\//.test(text)) return undefined;
  const place = { cwd: repository.cwd, gitDir: repository.gitDir };
  const { code, stdout } = await runGit(place, ['rev-parse', '--verify', '--quiet', `${text}^{commit}`]);
  const commit = stdout.toString('utf8').trimEnd();
  return code === 0 && commit.length === repository.zeroId.length ? commit : undefined;
}

/** What git allows in the name of a ref, and what may follow one. It never begins like an option. */
const REVISION = /^[^-^~\s\p{C}:?*[\\][^\s\p{C}:?*[\\]{0,249}$/u;

/** The first line of a commit's message. */
export async function subjectOf(repository: Repository, commit: string): Promise<string> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const { stdout } = await runGit(place, [
    'log',
    '-1',
    '--no-show-signature',
    '--format=%s',
    '--end-of-options',
    commit,
  ]);
  return stdout.toString('utf8').trimEnd();
}

/** A commit and everything it is made from, newest first, as far as wanted. */
export async function historyOf(repository: Repository, commit: string, most: number): Promise<readonly string[]> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const args = ['rev-list', '--topo-order', `--max-count=${most}`, '--end-of-options', commit, '--'];
  const { stdout } = await runGit(place, args);
  return stdout.toString('utf8').split('\n').filter(Boolean);
}
