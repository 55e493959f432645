import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { pathText } from './byte-path.ts';
import { askGit, git, lastLine, runGit } from './git.ts';
import type { Repository } from './repository.ts';
import { listTree, SUBMODULE_MODE } from './tree-listing.ts';

/** Where the user's checkout stands. */
export interface Head {
  readonly commit: string;
  readonly tree: string;
  /** Nothing while no branch is checked out. */
  readonly branch: string | undefined;
}

/** Where HEAD stands, or nothing before the first commit. */
export async function headOf(repository: Repository): Promise<Head | undefined> {
  const place = { cwd: repository.cwd, gitDir: repository.gitDir };
  const [id, symbolic = ''] = await Promise.all([
    askGit(place, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
    askGit(place, ['symbolic-ref', '--quiet', 'HEAD']),
  ]);
  if (id === undefined) return undefined;
  const commit = id.trimEnd();
  const tree = (await git(place, ['rev-parse', '--verify', `${commit}^{tree}`])).trimEnd();
  const ref = symbolic.trimEnd();
  return { commit, tree, branch: ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined };
}

/** A file in the user's checkout that no commit has. */
export interface Uncommitted {
  readonly path: string;
  readonly kind: 'changed' | 'conflicted' | 'untracked';
}

/** What differs from the last commit in the checkout, staged or not, and what git does not know; ignored files left out. */
export async function uncommitted(repository: Repository): Promise<readonly Uncommitted[]> {
  return repository.checkout === undefined ? [] : uncommittedIn(repository.checkout);
}

/** The same in any work tree. */
export async function uncommittedIn(workTree: string): Promise<readonly Uncommitted[]> {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=none'];
  const { code, stdout, stderr } = await runGit({ cwd: workTree }, args);
  if (code !== 0) throw new BatonError('git_failed', `Cannot look at ${workTree}: ${lastLine(stderr)}.`);
  const lines = stdout.toString('latin1').split('\0').slice(0, -1);
  return lines.map((line) => ({ path: pathText(line.slice(3)), kind: kindOf(line.slice(0, 2)) }));
}

/** Whether history was cut off when the repository was cloned. */
export function isShallow({ commonDir }: Repository): boolean {
  const file = join(commonDir, 'shallow');
  return existsSync(file) && readFileSync(file, 'utf8').trim() !== '';
}

/** Paths of the submodules in a tree. */
export async function submodulesOf(repository: Repository, tree: string): Promise<readonly string[]> {
  const { files } = await listTree(repository, tree);
  return [...files].filter(([, { mode }]) => mode === SUBMODULE_MODE).map(([path]) => pathText(path));
}

function kindOf(letters: string): Uncommitted['kind'] {
  if (letters === '??') return 'untracked';
  return /U|AA|DD/.test(letters) ? 'conflicted' : 'changed';
}
