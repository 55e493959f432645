import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import { treeOf } from '../../sys/git/commit.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

/**
 * Takes in commits that a person put on the run's branch, and says whether there were any. The baseline is then proved
 * again, and what was under way is void: it was made from other files. What a person decided is carried out first. A
 * branch that was moved anywhere else is left alone: `status` tells it.
 */
export async function takeInCommits(turn: Turn, { repository }: Surroundings): Promise<boolean> {
  const { state } = turn;
  if (state.stage === 'playing' || state.stage === 'ended' || state.decision !== undefined) return false;
  const head = await branchHead(repository, state.branch);
  if (head === undefined || isKnown(head, turn)) return false;
  if (!(await isAncestor(repository, state.base.commit, head))) return false;
  const tree = await treeOf(repository, head);
  await turn.append({ type: 'person.committed', actor: 'person', data: { commit: head, tree } });
  return true;
}

function isKnown(head: string, { state }: Turn): boolean {
  return head === state.base.commit || [state.start, ...state.milestones].some(({ commit }) => commit === head);
}
