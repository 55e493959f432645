import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import type { Reason } from '../../evidence/reasons.ts';

import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import { type CommitLine, commitsBeyond, commitTree, treeOf } from '../../sys/git/commit.ts';

import { mergeTrees } from '../../sys/git/merge.ts';
import { mergeInto } from '../../sys/git/merge-into.ts';
import type { MergeOutcome } from '../../sys/git/merge-request.ts';
import { findMerges } from '../../sys/git/merged-runs.ts';
import { oneLine } from '../../sys/git/trailers.ts';
import { editTree } from '../../sys/git/tree-edit.ts';
import { needsTests } from '../../workflow/adapted.ts';
import { confirmation } from '../../workflow/list-progress.ts';
import { whyNotGreen } from './close.ts';
import { fileAt, type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Turn } from './turn.ts';
import type { RunView } from './view.ts';

export interface MergeOptions {
  /** The branch that takes the run in; default: the one it started from. */
  readonly into?: string | undefined;
  /** Whether the branch gets one commit with the whole change instead of a merge commit. */
  readonly squash?: boolean | undefined;
  /** Whether `test-list.md` is merged although the branch does not have one. */
  readonly withTestList?: boolean | undefined;
  /** Whether suspicions of the run were seen and are accepted. Without it a run that has any is not merged. */
  readonly acceptSuspicions?: boolean | undefined;
  /** Whether the user's hooks run. Default true. */
  readonly hooks?: boolean | undefined;
  /** Default: as the user's settings say. */
  readonly sign?: boolean | undefined;
}

/** The result of merging a run. Whatever it is, nothing is left half done. */
export type RunMergeOutcome =
  | (MergeOutcome & {
      readonly into: string;
      /** The workflow knows no tests, so nothing was proved. */
      readonly unproved?: true | undefined;
      /** Commits that a person put on the run's branch after its end, newest first. They were tested and merged too. */
      readonly added?: readonly CommitLine[] | undefined;
    })
  | {
      /** The run's branch was moved to a commit that does not contain the run: nothing tells what is to be merged. */
      readonly state: 'branch_moved';
      readonly into: string;
      readonly branch: string;
      readonly at: string;
      readonly expected: string;
    }
  /** A person confirmed that there was nothing to do, and no file but the test list differs. */
  | { readonly state: 'nothing'; readonly into: string; readonly confirmedBy: string }
  /** A person has to look first: what the run made is suspected of something, and nobody has accepted that. */
  | { readonly state: 'suspicious'; readonly into: string; readonly suspicions: RunView['suspicions'] }
  | { readonly state: 'conflicts'; readonly into: string; readonly paths: readonly string[] }
  | { readonly state: 'not_green'; readonly into: string; readonly reasons: readonly Reason[] };

/** Merges a completed run, on a proof of the result: the first-parent line of the branch stays green. */
export async function mergeRun(turn: Turn, around: Surroundings, options: MergeOptions): Promise<RunMergeOutcome> {
  const { repository, prover } = around;
  const { state } = turn;
  if (state.ended !== undefined && state.ended !== 'completed') {
    throw new BatonError(
      'wrong_status',
      `The run ${state.run} was never completed (${state.ended}), so Baton does not merge it. What it made: git log baton/${state.run}`,
    );
  }
  if (state.ended !== 'completed') {
    throw new BatonError(
      'wrong_status',
      `The run ${state.run} is not completed, so there is nothing to merge yet. Go on with: baton resume ${state.run}`,
    );
  }
  const into = options.into ?? (await startedFrom(turn));
  const ours = branchHead(repository, into);
  if (ours === undefined) {
    throw new BatonError('not_found', `There is no branch ${into}. Say which one takes the run in: --into BRANCH.`);
  }
  const head = await headToMerge(turn, around, ours);
  if ('movedTo' in head) {
    return { state: 'branch_moved', into, branch: state.branch, at: head.movedTo, expected: state.base.commit };
  }
  const { commit, added } = head;
  const confirmedBy = confirmation(state);
  if (confirmedBy !== undefined && added.length === 0 && !(await hasChanges(turn, around))) {
    return { state: 'nothing', into, confirmedBy };
  }
  const there = await mergeIn(turn, around, into);
  if (there !== undefined && added.length === 0) return { state: 'is_there', commit: there, into };
  const { suspicions } = state.knowledge;
  if (suspicions.length > 0 && options.acceptSuspicions !== true) return { state: 'suspicious', into, suspicions };
  const theirs = options.withTestList === true ? commit : await withoutNewList(turn, around, { commit, ours });
  const merged = await mergeTrees(repository, ours, theirs);
  if ('conflicts' in merged) return { state: 'conflicts', into, paths: merged.conflicts };
  const isProved = needsTests(state.workflow);
  const reasons = isProved ? await whyNotGreen((await prover.prove(merged.tree)).report, turn) : [];
  if (reasons.length > 0) return { state: 'not_green', into, reasons };
  const squash = options.squash === true;
  const outcome = await mergeInto(repository, {
    into,
    ours,
    theirs,
    tree: merged.tree,
    message: squash ? squashMessage(turn, commit) : mergeMessage(turn),
    at: now(),
    squash,
    hooks: options.hooks ?? true,
    sign: options.sign,
  });
  return {
    ...outcome,
    into,
    ...(isProved ? {} : { unproved: true }),
    ...(added.length === 0 ? {} : { added }),
  };
}

/**
 * The commit to merge: the last one of the run, or the head of its branch where a person committed on top. A branch that
 * is behind, because somebody has it checked out, holds nothing of its own.
 */
async function headToMerge(
  { state }: Turn,
  { repository }: Surroundings,
  ours: string,
): Promise<{ readonly commit: string; readonly added: readonly CommitLine[] } | { readonly movedTo: string }> {
  const last = state.base.commit;
  const head = branchHead(repository, state.branch) ?? last;
  const isOurs = [state.base, state.start, ...state.milestones].some(({ commit }) => commit === head);
  if (isOurs || (await isAncestor(repository, head, last))) return { commit: last, added: [] };
  if (!(await isAncestor(repository, last, head))) return { movedTo: head };
  return { commit: head, added: await commitsBeyond(repository, head, [last, ours]) };
}

/** Whether a run leaves anything beside its test list: people may have committed on its branch. */
async function hasChanges({ state: { start, base } }: Turn, { changes }: Surroundings): Promise<boolean> {
  return (await changes(start.tree, base.tree)).some(({ path }) => path !== TEST_LIST);
}

/** The commit by which a branch has the run already. */
async function mergeIn({ run, state, head }: Turn, { repository }: Surroundings, into: string) {
  const finished = { run, start: state.start.commit, commit: state.base.commit, journal: head };
  return (await findMerges(repository, [finished], into)).get(run)?.commit;
}

/**
 * The run's work without its test list, where the branch has none: the list is the run's own plan, of no use to those who
 * did not ask for it. A commit behind the run's last one takes it out, so that the merge itself is an ordinary one.
 */
async function withoutNewList(
  { run }: Turn,
  around: Surroundings,
  { commit, ours }: { readonly commit: string; readonly ours: string },
): Promise<string> {
  const { repository, list } = around;
  const hasNone = async (which: string) => (await fileAt(around, which, TEST_LIST)) === undefined;
  if ((await hasNone(commit)) || !(await hasNone(ours))) return commit;
  const message = `plan: leave ${TEST_LIST} out of the merge\n\nBaton-Run: ${run}\n`;
  const tree = await editTree(repository, await treeOf(repository, commit), { [TEST_LIST]: null }, list);
  const identity = await around.identities();
  return commitTree(repository, { tree, parents: [commit], message, at: now(), identity });
}

/** The branch the run started from, if it was one. */
async function startedFrom(turn: Turn): Promise<string> {
  const from = turn.first.data.from;
  if (typeof from === 'string' && from !== turn.state.start.commit) return from;
  throw new BatonError(
    'invalid_input',
    `The run ${turn.run} started from no branch. Say which takes it in: --into BRANCH.`,
  );
}

function mergeMessage(turn: Turn): string {
  return `Merge run ${turn.run}: ${subjectOf(turn, 60)}\n\n${mergeTrailers(turn)}`;
}

/** A squash does not lead to the commits it is made of: where a person added some, it names the last of them. */
function squashMessage(turn: Turn, commit: string): string {
  const tests = turn.state.knowledge.completedTests.map(({ description }) => `- ${oneLine(description)}\n`).join('');
  const head = commit === turn.state.base.commit ? '' : `Baton-Head: ${commit}\n`;
  return `${subjectOf(turn, 72)}\n\n${tests === '' ? '' : `${tests}\n`}${mergeTrailers(turn)}${head}`;
}

function subjectOf({ state }: Turn, max: number): string {
  return oneLine(state.request).slice(0, max).trim();
}

/** What `status` and `verify` recognise the commit by: the run, and the last entry of its journal. */
function mergeTrailers({ run, head }: Turn): string {
  return `Baton-Run: ${run}\nBaton-Journal: ${head}\n`;
}
