import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import { readTestList } from '../../evidence/plan/test-list.ts';
import { commitTree } from '../../sys/git/commit.ts';
import { phaseMessage } from '../../sys/git/phase-message.ts';
import { skipInTree, skippedItem } from './list-edits.ts';
import { moveBranch } from './project.ts';
import { fileAt, type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Turn } from './turn.ts';

export interface RollBack {
  /** An accepted commit of the run, or the one it started from. */
  readonly to: string;
  /** Whether the present item is marked as skipped. */
  readonly skip: boolean;
  readonly hint: string | undefined;
  readonly actor?: string | undefined;
}

/** Puts a commit on top whose files are those of an earlier one. Nothing is deleted. */
export async function rollBack(turn: Turn, around: Surroundings, { to, skip, hint, actor }: RollBack): Promise<void> {
  const { state } = turn;
  const target = state.milestones.findLast(({ commit }) => commit === to);
  if (target === undefined) {
    throw new BatonError('not_found', `${to} is no accepted commit of run ${state.run}. \`baton log\` lists them.`);
  }
  const why = hint ?? (skip ? 'a person skipped it' : 'a person went back');
  const tree = skip ? await skipInTree(target.tree, why, turn, around) : target.tree;
  const text = skip ? await fileAt(around, tree, TEST_LIST) : undefined;
  const list = text === undefined ? undefined : readTestList(text, state.knowledge.list).list;
  const skipped = skippedItem(turn, list);
  const commit = await commitTree(around.repository, {
    tree,
    parents: [state.base.commit],
    message: phaseMessage({
      type: skip ? 'plan' : 'revert',
      subject: skip ? `skip ${state.knowledge.item?.id ?? 'the present test'}` : `back to ${to.slice(0, 12)}`,
      body: why,
      run: state.run,
      phase: skip ? 'skip' : 'rollback',
      cycle: state.cycle,
      agent: 'baton',
    }),
    at: now(),
    identity: await around.identities(),
    sign: around.pinned.sign,
  });
  await turn.append({
    type: 'phase.rolled_back',
    ...(actor === undefined ? {} : { actor }),
    data: {
      ...{ to, commit, tree, reason: why },
      ...(list === undefined ? {} : { list }),
      ...(skipped === undefined ? {} : { skipped }),
    },
  });
  await moveBranch(turn, around);
}
