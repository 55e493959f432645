import { now } from '../../base/clock.ts';
import type { Entry } from '../../store/store.ts';
import { moveBranchAfter } from '../../sys/git/branch.ts';
import { commitTree } from '../../sys/git/commit.ts';
import { phaseMessage } from '../../sys/git/phase-message.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import { completionOf } from './completion.ts';
import { tickTree } from './list-edits.ts';
import { takeInCommits } from './person-commits.ts';
import { projectPhase } from './project.ts';
import { loseCandidate } from './session/end.ts';
import { isHere, type Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

/**
 * Makes the phase commit, records it (this is the moment of truth), and lets branch and note follow. A commit made before
 * a crash and never recorded belongs to nobody. While it is recorded nobody else can move the branch: a person's commit
 * comes before, and is taken in, or behind it.
 */
export async function completePhase(turn: Turn, around: Surroundings, dropped: boolean): Promise<void> {
  const { state } = turn;
  const candidate = dropped ? undefined : state.candidate?.tree;
  if (candidate !== undefined && !(await isHere(around, candidate))) return loseCandidate(turn, around);
  const tree = candidate ?? (await keptTree(turn, around));
  const { type, subject, facts, data } = await completionOf({ tree, dropped }, turn, around);
  const commit = await commitTree(around.repository, {
    tree,
    parents: [state.base.commit],
    message: phaseMessage({ type, subject, ...facts }),
    at: now(),
    identity: await around.identities(),
    sign: around.pinned.sign,
  });
  let entry = undefined as Entry | undefined;
  const record = async () => {
    entry = await turn.append({ type: 'phase.completed', data: { ...data, commit }, anchor: commit });
  };
  const move = { from: state.base.commit, to: commit };
  if (!(await moveBranchAfter(around.repository, state.branch, move, record))) {
    if (await takeInCommits(turn, around)) return;
    await record();
  }
  if (entry !== undefined) await projectPhase(entry, turn, around);
}

/** Where the work of a phase is given up: the files of its base, with the item ticked if the phase ends a cycle. */
function keptTree(turn: Turn, around: Surroundings): Promise<string> | string {
  const { ticks } = phaseOf(turn.state.workflow, turn.state.phase);
  return ticks === true ? tickTree(turn.state.base.tree, turn, around) : turn.state.base.tree;
}
