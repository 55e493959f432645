import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import { commitsBeyond } from '../../sys/git/commit.ts';
import type { Repository } from '../../sys/git/repository.ts';
import { needsTests } from '../../workflow/adapted.ts';
import type { RunState } from '../../workflow/state.ts';
import { shortId } from '../projection.ts';
import type { Teller } from './findings.ts';
import type { MergeOfRun } from './merges.ts';

/** The branch of a run stands at its last commit, or behind it. What people put on top is theirs. */
export async function checkBranch(
  repository: Repository,
  state: RunState,
  merge: MergeOfRun | undefined,
  tell: Teller,
): Promise<void> {
  const { branch, base, start, milestones } = state;
  const head = branchHead(repository, branch);
  if (head === undefined) return tell.unchecked('the branch is not here.');
  if (head === base.commit) return;
  const last = shortId(base.commit);
  const isOurs = [start, ...milestones].some(({ commit }) => commit === head);
  if (isOurs || (await isAncestor(repository, head, base.commit))) {
    return tell.unchecked(`the branch is behind: it is at ${shortId(head)}, the last commit of the run is ${last}.`);
  }
  if (await isAncestor(repository, base.commit, head)) {
    const added = await commitsBeyond(repository, head, [base.commit]);
    const what = added.length === 1 ? 'a commit' : `${added.length} commits`;
    const isMerged = merge !== undefined && (await isAncestor(repository, head, merge.theirs));
    return tell.unchecked(
      `the branch was moved: it has ${what} on top of ${last}, the last commit of the run (newest: ${shortId(head)}). ${isMerged ? seenByMerge(state, merge) : 'No gate has seen that.'}`,
    );
  }
  tell.problem(
    `the branch was rewritten: it stands at ${shortId(head)}, which does not lead to ${last}, the last commit of the run. The journal keeps that one: git branch --force ${branch} ${last}`,
  );
}

/** A merge proves what it merges, and does not record the proof. */
function seenByMerge({ workflow }: RunState, { where }: MergeOfRun): string {
  return needsTests(workflow)
    ? `No gate of the run has seen that; \`baton merge\` ran the tests on it before it made ${where}.`
    : `No gate of the run has seen that; it was merged as part of ${where}, without tests, since the workflow runs none.`;
}
