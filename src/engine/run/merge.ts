import { now } from '../../base/clock.ts';
import { BatonError } from '../../base/error.ts';
import type { Reason } from '../../evidence/reasons.ts';
import { branchHead, isAncestor } from '../../sys/git/branch.ts';
import { type CommitLine, commitsBeyond } from '../../sys/git/commit.ts';
import { mergeTrees } from '../../sys/git/merge.ts';
import { mergeInto } from '../../sys/git/merge-into.ts';
import type { MergeOutcome } from '../../sys/git/merge-request.ts';
import { needsTests } from '../../workflow/adapted.ts';
import { whyNotGreen } from './close.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

export interface MergeOptions {
  /** The branch that takes the run in; default: the one it started from. */
  readonly into?: string | undefined;
  /** Whether the user's hooks run. Default true. */
  readonly hooks?: boolean | undefined;
  /** Default: as the user's settings say. */
  readonly sign?: boolean | undefined;
}

/** What became of bringing a run home. Whatever it is, nothing is left half done. */
export type Homecoming =
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
  | { readonly state: 'conflicts'; readonly into: string; readonly paths: readonly string[] }
  | { readonly state: 'not_green'; readonly into: string; readonly reasons: readonly Reason[] };

/** Merges a completed run, on a proof of the result: the first-parent line of the branch stays green. */
export async function mergeRun(turn: Turn, around: Surroundings, options: MergeOptions): Promise<Homecoming> {
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
  const { commit: theirs, added } = head;
  const merged = await mergeTrees(repository, ours, theirs);
  if ('conflicts' in merged) return { state: 'conflicts', into, paths: merged.conflicts };
  const isProved = needsTests(state.workflow);
  const reasons = isProved ? await whyNotGreen((await prover.prove(merged.tree)).report, turn) : [];
  if (reasons.length > 0) return { state: 'not_green', into, reasons };
  const outcome = await mergeInto(repository, {
    into,
    ours,
    theirs,
    tree: merged.tree,
    message: messageFor(turn),
    at: now(),
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

/** The branch the run started from, if it was one. */
async function startedFrom(turn: Turn): Promise<string> {
  const from = turn.first.data.from;
  if (typeof from === 'string' && from !== turn.state.start.commit) return from;
  throw new BatonError(
    'invalid_input',
    `The run ${turn.run} started from no branch. Say which takes it in: --into BRANCH.`,
  );
}

function messageFor({ state }: Turn): string {
  const subject = state.request.replaceAll(/\s+/g, ' ').slice(0, 60).trim();
  return `Merge run ${state.run}: ${subject}\n\nBaton-Run: ${state.run}\n`;
}
