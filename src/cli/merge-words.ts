import type { RunMergeOutcome } from '../engine/run/merge.ts';
import { count } from '../workflow/story/amounts.ts';
import { oneLine, plainLines } from './plain-text.ts';
import { listSuspicions } from './run-end.ts';

/** The result of merging a run, and what to type next. */
export function describeMerge(run: string, outcome: RunMergeOutcome): string[] {
  const { into } = outcome;
  const again = `then run: baton merge ${run}`;
  switch (outcome.state) {
    case 'merged': {
      const proof = outcome.unproved ? 'its workflow has no tests, so none were run' : 'all tests pass on the result';
      return [
        `Merged ${run} into ${into} as ${outcome.commit.slice(0, 12)}; ${proof}.`,
        ...describeAdded(run, outcome.added ?? []),
      ];
    }
    case 'nothing':
      return [`${run} has nothing to merge: nothing to do, confirmed by ${outcome.confirmedBy}.`];
    case 'is_there':
      return [`${run} is already merged into ${into}.`];
    case 'suspicious':
      return [
        ...describeSuspicious(run, outcome),
        'Nothing was merged: a person has to look at them first.',
        `To see what they are about: baton show ${run} --diff`,
        `To merge all the same:      baton merge ${run} --accept-suspicions`,
      ];
    case 'branch_moved':
      return [
        `The branch ${outcome.branch} was moved to ${outcome.at.slice(0, 12)}, which does not contain the last commit of the run (${outcome.expected.slice(0, 12)}).`,
        'Nothing was merged. To merge what the run made, move the branch back:',
        `  git branch --force ${outcome.branch} ${outcome.expected.slice(0, 12)} && baton merge ${run}`,
        `To merge what is on the branch now, do it by hand: git merge --no-ff ${outcome.branch}`,
      ];
    case 'moved':
      return [`${into} changed while the merge result was being tested. Try again: baton merge ${run}`];
    case 'dirty':
      return [
        `${outcome.workTree} has ${into} checked out with uncommitted changes:`,
        ...named(outcome.paths),
        `Commit or stash them, ${again}`,
      ];
    case 'busy':
      return [
        `${outcome.workTree} has ${into} checked out and is in the middle of a merge, a rebase or a bisection.`,
        `Finish that, ${again}`,
      ];
    case 'refused':
      return ['Git or one of your hooks refused the merge:', ...indented(outcome.why), `Fix this, ${again}`];
    case 'different':
      return [
        'The merge result differs from the tested tree (a hook or merge driver changed it). The merge was rolled back.',
        `Keep them from changing files, ${again}`,
      ];
    case 'conflicts':
      return [
        `${run} conflicts with ${into}:`,
        ...named(outcome.paths),
        `Nothing was merged. To resolve it by hand: git merge --no-ff baton/${run}`,
      ];
    case 'not_green':
      return [
        `Tests fail on the merge of ${run} and ${into}, so nothing was merged:`,
        ...outcome.reasons.map(({ code, message }) => `  ${code}: ${oneLine(message)}`),
        `To resolve it by hand: git merge --no-ff baton/${run}`,
      ];
  }
}

type Suspicious = Extract<RunMergeOutcome, { state: 'suspicious' }>;

/** What a person has to know before a run is merged. */
export function describeSuspicious(run: string, { suspicions }: Suspicious): string[] {
  const head = `${run} has ${count(suspicions.length, 'suspicion')}:`;
  return [head, ...listSuspicions(run, suspicions, MOST_NAMED)];
}

type AddedCommits = NonNullable<Extract<RunMergeOutcome, { state: 'merged' | 'is_there' }>['added']>;

/** Commits that came after the end of the run are no part of its evidence, so they are named. */
function describeAdded(run: string, added: AddedCommits): string[] {
  if (added.length === 0) return [];
  const lines = added.map(({ commit, subject }) => `${commit.slice(0, 12)} ${subject}`);
  const are = added.length === 1 ? 'This commit was' : `These ${added.length} commits were`;
  return [`${are} added to baton/${run} after the run ended, and merged with it:`, ...named(lines)];
}

const MOST_NAMED = 20;

function named(paths: readonly string[]): string[] {
  const rest = paths.length - MOST_NAMED;
  return [
    ...paths.slice(0, MOST_NAMED).map((path) => `  ${oneLine(path)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function indented(text: string): string[] {
  return plainLines(text).map((line) => `  ${line}`);
}
