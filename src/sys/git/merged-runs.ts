import { askGit, git } from './git.ts';
import type { Repository } from './repository.ts';

/** What identifies a finished run in git: where it began, its last commit, and the last entry of its journal. */
export interface FinishedRun {
  readonly run: string;
  readonly start: string;
  readonly commit: string;
  readonly journal: string;
}

/** Where a run was merged. */
export interface FoundMerge {
  /** The branch, as people name it: `main`, `origin/main`. */
  readonly into: string;
  /** The merge commit or squash commit; the run's own last commit where it was merged without one. */
  readonly commit: string;
  readonly parents: readonly string[];
  readonly tree: string;
  /** The commit it says it squashed, where that is not the run's last one. */
  readonly head?: string | undefined;
  /** Whether Baton made it: its trailers name the run and the journal. */
  readonly byBaton: boolean;
}

/**
 * Finds the runs whose work is on a branch of the user's, here or as last fetched: by a commit that names the run and its
 * journal (a merge or a squash made by Baton), or because the run's last commit is part of that branch's history. What was
 * merged by hand or by a pull request counts as well. Searches one branch if it is named, else all.
 */
export async function findMerges(
  repository: Repository,
  runs: readonly FinishedRun[],
  branch?: string,
): Promise<ReadonlyMap<string, FoundMerge>> {
  if (runs.length === 0) return new Map();
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const oldest = await commonAncestor(repository, [...new Set(runs.map(({ start }) => start))]);
  const args = [
    ...['log', '-z', '--no-show-signature', '--topo-order', '--extended-regexp', '--grep=^Baton-Run: '],
    `--format=${FORMAT}`,
    ...(branch === undefined ? USER_BRANCHES : [`refs/heads/${branch}`]),
    ...(oldest === undefined ? [] : ['--not', oldest]),
  ];
  const found = new Map<string, FoundMerge>();
  const byName = new Map(runs.map((run) => [run.run, run]));
  const fields = (await git(place, args)).split('\0');
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [commit = '', tree = '', parents = '', source = '', name = '', journal = '', head = ''] = fields.slice(
      at,
      at + FIELDS,
    );
    const run = byName.get(name);
    if (run === undefined) continue;
    const byBaton = journal === run.journal;
    const before = found.get(name);
    // Newest first: a commit of Baton's is better evidence than the run's own commit behind it, which is reached later.
    if ((!byBaton && commit !== run.commit) || before !== undefined) continue;
    found.set(name, {
      into: branchName(source),
      commit,
      tree,
      parents: parents.split(' ').filter(Boolean),
      ...(head === '' ? {} : { head }),
      byBaton,
    });
  }
  return found;
}

const USER_BRANCHES = ['--exclude=baton/*', '--branches', '--exclude=*/baton/*', '--remotes'];

const FIELDS = 7;
const FORMAT = `tformat:%H%x00%T%x00%P%x00%S${['Run', 'Journal', 'Head']
  .map((name) => `%x00%(trailers:key=Baton-${name},valueonly,unfold,separator=%x1f)`)
  .join('')}`;

function branchName(ref: string): string {
  return ref.replace(/^refs\/(?:heads|remotes)\//, '');
}

/** History before all of the runs need not be searched. Nothing where they have none in common, or it is not here. */
async function commonAncestor(repository: Repository, starts: readonly string[]): Promise<string | undefined> {
  const place = { cwd: repository.commonDir, gitDir: repository.commonDir };
  const args = ['merge-base', '--octopus', '--end-of-options', ...starts.slice(0, MAX_STARTS)];
  if (starts.length > MAX_STARTS) return undefined;
  return (await askGit(place, args).catch(() => undefined))?.trim() || undefined;
}

/** More would make a command line too long for some systems. */
const MAX_STARTS = 1000;
