import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import { commitsBeyond } from '../../sys/git/commit.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { RunState } from '../../workflow/state.ts';
import { shortId } from '../projection.ts';
import type { Teller } from './findings.ts';

/** The branch of a run stands at its last commit, or behind it. What people put on top is theirs. */
export async function checkBranch(repository: Repository, state: RunState, tell: Teller): Promise<void> {
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
    return tell.unchecked(
      `the branch was moved: it has ${what} on top of ${last}, the last commit of the run (newest: ${shortId(head)}). No gate has seen that.`,
    );
  }
  tell.problem(
    `the branch was rewritten: it stands at ${shortId(head)}, which does not lead to ${last}, the last commit of the run. The journal keeps that one: git branch --force ${branch} ${last}`,
  );
}
