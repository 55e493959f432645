import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import type { Repository } from '../../sys/git/repository.ts';
import type { RunState } from '../../workflow/state.ts';
import { shortId } from '../projection.ts';
import type { Teller } from './findings.ts';

/** The branch of a run stands at its last commit, or behind it. What people put on top is theirs. */
export async function checkBranch(repository: Repository, state: RunState, tell: Teller): Promise<void> {
  const { branch, base, start, milestones } = state;
  const head = branchHead(repository, branch);
  if (head === undefined) return tell.unchecked('the branch is not here.');
  if ([base, start, ...milestones].some(({ commit }) => commit === head)) return;
  if (await isAncestor(repository, head, base.commit)) return;
  if (await isAncestor(repository, base.commit, head)) {
    return tell.unchecked('commits on top of the last one of the run: they are no part of it.');
  }
  const last = shortId(base.commit);
  tell.problem(
    `the branch was rewritten: it stands at ${shortId(head)}, which does not lead to ${last}, the last commit of the run. The journal keeps that one: git branch --force ${branch} ${last}`,
  );
}
