import { TEST_LIST } from '../../evidence/plan/test-list.ts';
import { isAncestor } from '../../sys/git/branch.ts';
import { mergeTrees } from '../../sys/git/merge.ts';
import { findMerges } from '../../sys/git/merged-runs.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { treeDiff } from '../../sys/git/tree-diff.ts';
import type { RunState } from '../../workflow/state.ts';
import { shortId } from '../projection.ts';
import type { Teller } from './findings.ts';

/** A commit that says Baton merged a run by it. */
export interface MergeOfRun {
  /** The commit and its branch, in words. */
  readonly where: string;
  readonly tree: string;
  /** What was there before. */
  readonly before: string;
  /** What was merged: the run's last commit, or one that a person put on top. */
  readonly theirs: string;
}

/** The commit by which Baton merged a completed run, if there is one. */
export async function findMergeOf(
  repository: Repository,
  { run, start, base, ended }: RunState,
  journal: string,
): Promise<MergeOfRun | undefined> {
  if (ended !== 'completed') return undefined;
  const finished = { run, start: start.commit, commit: base.commit, journal };
  const merge = (await findMerges(repository, [finished])).get(run);
  if (merge === undefined || !merge.byBaton) return undefined;
  const [before = '', theirs = merge.head ?? base.commit] = merge.parents;
  return { where: `${shortId(merge.commit)} on ${merge.into}`, tree: merge.tree, before, theirs };
}

/**
 * A commit that says it merges a run, as a merge or as a squash, holds what the run's last commit (with what a person
 * committed on top) and the branch before it come to; only the test list may be missing. Says whether there was such a
 * commit to check.
 */
export async function checkMerge(
  repository: Repository,
  { base }: RunState,
  merge: MergeOfRun | undefined,
  tell: Teller,
): Promise<boolean> {
  if (merge === undefined) return false;
  const { where, before, theirs } = merge;
  if (theirs !== base.commit && !(await isAncestor(repository, base.commit, theirs))) {
    tell.problem(`${where} says it merges this run, but it merges ${shortId(theirs)}, which does not contain the run.`);
    return true;
  }
  const merged = await mergeTrees(repository, before, theirs);
  if ('conflicts' in merged) {
    tell.unchecked(`${where}: merging the run again gives conflicts, so its files cannot be compared.`);
    return false;
  }
  const changed = (await treeDiff(repository, merged.tree, merge.tree)).filter(
    ({ path, kind }) => path !== TEST_LIST || kind !== 'deleted',
  );
  if (changed.length > 0) {
    const paths = changed.slice(0, MAX_NAMED).map(({ path }) => path);
    const more = changed.length > paths.length ? ` and ${changed.length - paths.length} more` : '';
    tell.problem(`${where} says it merges this run, but these files differ: ${paths.join(', ')}${more}.`);
  }
  return true;
}

const MAX_NAMED = 5;
