import { BatonError } from '../../base/error.ts';
import { onDisk } from '../durable.ts';
import { workTreeOn } from './checked-out.ts';
import { type GitPlace, git, runGit } from './git.ts';
import { listRefTexts, moveRef, readRef, resolveRefName } from './ref-file.ts';
import type { Repository } from './repository.ts';
import { checkId } from './tree-listing.ts';

/**
 * What became of a branch that should stand at a commit.
 *
 * | state      | when                                                                                     |
 * |------------|------------------------------------------------------------------------------------------|
 * | moved      | it stands there now, durably                                                             |
 * | is_there   | it stood there before                                                                    |
 * | waits      | a work tree has it checked out: moving it would look there like a change of all files    |
 * | foreign    | it is at a commit that its owner does not know, or is an alias of another branch         |
 * | missing    | the commit is not in this clone                                                          |
 * | name_taken | another branch has a name that one folder cannot hold beside it                          |
 */
export type BranchProjection =
  | { readonly state: 'moved' | 'is_there'; readonly at: string }
  | { readonly state: 'waits'; readonly at: string | undefined; readonly workTree: string }
  | { readonly state: 'foreign'; readonly at: string }
  | { readonly state: 'missing'; readonly commit: string }
  | { readonly state: 'name_taken'; readonly by: string };

export interface BranchTarget {
  /** Commits at which the branch may stand as far as its owner knows. A branch that is not there may always be made. */
  readonly known: readonly string[];
  readonly to: string;
}

/** Moves a branch to a commit, unless that would lose somebody's work. */
export async function projectBranch(
  repository: Repository,
  branch: string,
  { known, to }: BranchTarget,
): Promise<BranchProjection> {
  const ref = branchRef(branch);
  checkId(repository, to);
  if (readRef(repository, ref) !== to && !(await hasCommit(repository, to))) return { state: 'missing', commit: to };
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const at = readRef(repository, ref);
    if (at === to) return { state: 'is_there', at };
    if (at !== undefined && (!known.includes(at) || isAlias(repository, ref))) return { state: 'foreign', at };
    const by = at === undefined ? takenBy(repository, branch) : undefined;
    if (by !== undefined) return { state: 'name_taken', by };
    const workTree = await workTreeOn(repository, branch);
    if (workTree !== undefined) return { state: 'waits', at, workTree };
    const moved = await onDisk(`move the branch ${branch}`, () => moveRef(repository, ref, to, at));
    if (moved === 'moved') return { state: 'moved', at: to };
  }
  throw new BatonError('lost_race', `The branch ${branch} kept moving. Try again.`, { data: { branch } });
}

/**
 * Moves a branch from one commit to another, and does some work before, while nobody else can move it. Says whether the
 * branch was there, is no alias of another and no work tree has it checked out; if not, nothing was done.
 */
export async function moveBranchAfter(
  repository: Repository,
  branch: string,
  { from, to }: { readonly from: string; readonly to: string },
  work: () => Promise<void>,
): Promise<boolean> {
  const ref = branchRef(branch);
  if (readRef(repository, ref) !== from || isAlias(repository, ref)) return false;
  if ((await workTreeOn(repository, branch)) !== undefined) return false;
  checkId(repository, to);
  const move = () => moveRef(repository, ref, to, from, work);
  return (await onDisk(`move the branch ${branch}`, move)) === 'moved';
}

/** Where a branch stands beside the commit it is expected at. */
export interface BranchState {
  readonly at: string | undefined;
  /** The work tree that has it checked out. */
  readonly workTree: string | undefined;
  /** Whether it stands at the expected commit or behind it, so that nothing is lost by going on from there. */
  readonly continues: boolean;
  /** Commits on it that the expected one does not have, newest first, up to a hundred. */
  readonly added: readonly string[];
}

export async function branchState(repository: Repository, branch: string, expected: string): Promise<BranchState> {
  const at = branchHead(repository, branch);
  const workTree = await workTreeOn(repository, branch);
  if (at === undefined || at === expected) return { at, workTree, continues: at === expected, added: [] };
  const range = ['rev-list', `--max-count=${MOST_ADDED}`, '--end-of-options', at, `^${checkId(repository, expected)}`];
  const added = (await git(placeOf(repository), range)).split('\n').filter((line) => line !== '');
  return { at, workTree, continues: await isAncestor(repository, expected, at), added };
}

/** Where a branch stands now. */
export function branchHead(repository: Repository, branch: string): string | undefined {
  return readRef(repository, branchRef(branch));
}

export async function isAncestor(repository: Repository, earlier: string, later: string): Promise<boolean> {
  const ids = [earlier, later].map((id) => checkId(repository, id));
  const { code, stderr } = await runGit(placeOf(repository), ['merge-base', '--is-ancestor', ...ids]);
  if (code <= 1) return code === 0;
  throw new BatonError('git_failed', `Cannot compare the commits ${earlier} and ${later}: ${stderr.trim()}`);
}

/** Whether a commit is in this repository. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  return (await runGit(placeOf(repository), ['cat-file', '-e', `${commit}^{commit}`])).code === 0;
}

/** Why a branch cannot have a name, as the end of a sentence; nothing if it can. */
export function branchNameProblem(name: string): string | undefined {
  const rule = NAME_RULES.find(([pattern]) => pattern.test(name));
  return rule?.[1] ?? (Buffer.byteLength(name) > LONGEST_NAME ? 'is too long' : undefined);
}

const MOST_ATTEMPTS = 20;
const MOST_ADDED = 100;
const LONGEST_NAME = 200;

/** What git refuses in the name of a branch, and `@`, which would be taken for something else. */
const NAME_RULES: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/^-/, 'begins with a hyphen'],
  [/^(?:HEAD|@)$/, 'stands for the present commit'],
  [/[\s\p{Cc}~^:?*[\\]/u, 'holds a space or one of ~ ^ : ? * [ \\'],
  [/\.\.|@\{/, 'holds .. or @{'],
  [/^\/|\/\/|\/$/, 'begins, ends or breaks with a slash'],
  [/(?:^|\/)\./, 'has a part that begins with a dot'],
  [/\.$|\.lock(?:\/|$)/, 'ends in a dot, or a part of it in .lock'],
];

function branchRef(branch: string): string {
  const problem = branchNameProblem(branch);
  if (problem === undefined) return `refs/heads/${branch}`;
  throw new BatonError('invalid_input', `${JSON.stringify(branch)} cannot name a branch: it ${problem}.`, {
    data: { branch },
  });
}

/** Whether a branch only leads to another (`git symbolic-ref`), which may be the user's: that one is not moved. */
function isAlias(repository: Repository, ref: string): boolean {
  return resolveRefName(repository, ref) !== ref;
}

/** The branch that keeps another from having its name: one is a folder of the other. */
function takenBy(repository: Repository, branch: string): string | undefined {
  const parts = branch.split('/');
  const above = parts.slice(1).map((_, length) => parts.slice(0, length + 1).join('/'));
  const taken = above.find((name) => readRef(repository, `refs/heads/${name}`) !== undefined);
  const [below] = listRefTexts(repository, `refs/heads/${branch}/`).keys();
  return taken ?? below?.slice('refs/heads/'.length);
}

function placeOf({ commonDir }: Repository): GitPlace {
  return { cwd: commonDir, gitDir: commonDir };
}
