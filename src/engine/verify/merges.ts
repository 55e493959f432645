import { TEST_LIST } from '../../evidence/plan/test-list.ts';
import { isAncestor } from '../../sys/git/branch.ts';
import { mergeTrees } from '../../sys/git/merge.ts';
import { findMerges } from '../../sys/git/merged-runs.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { treeDiff } from '../../sys/git/tree-diff.ts';
import type { RunState } from '../../workflow/state.ts';
import { shortId } from '../projection.ts';
import type { Teller } from './findings.ts';

/**
 * A commit that says it merges a run, as a merge or as a squash, holds what the run's last commit (with what a person
 * committed on top) and the branch before it come to; only the test list may be missing. Says whether there was such a
 * commit to check.
 */
export async function checkMerge(
  repository: Repository,
  { run, start, base, ended }: RunState,
  journal: string,
  tell: Teller,
): Promise<boolean> {
  if (ended !== 'completed') return false;
  const finished = { run, start: start.commit, commit: base.commit, journal };
  const merge = (await findMerges(repository, [finished])).get(run);
  if (merge === undefined || !merge.byBaton) return false;
  const where = `${shortId(merge.commit)} on ${merge.into}`;
  const [before = '', theirs = merge.head ?? base.commit] = merge.parents;
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
