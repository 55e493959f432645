import type { Homecoming } from '../engine/run/merge.ts';
import { oneLine, plainLines } from './plain-text.ts';

/** What became of bringing a run home, and what to type next. */
export function tellHomecoming(run: string, outcome: Homecoming): string[] {
  const { into } = outcome;
  const again = `then again: baton merge ${run}`;
  switch (outcome.state) {
    case 'merged': {
      const proof = outcome.unproved ? 'no tests were run, since its workflow has none' : 'the result was proved green';
      return [
        `${run} is merged into ${into} by ${outcome.commit.slice(0, 12)}; ${proof}.`,
        ...describeAdded(run, outcome.added ?? []),
      ];
    }
    case 'is_there':
      return [`${into} has everything of ${run} already.`];
    case 'branch_moved':
      return [
        `The branch ${outcome.branch} was moved to ${outcome.at.slice(0, 12)}, which does not contain the last commit of the run (${outcome.expected.slice(0, 12)}).`,
        'Nothing was merged. To merge what the run made, move the branch back:',
        `  git branch --force ${outcome.branch} ${outcome.expected.slice(0, 12)} && baton merge ${run}`,
        `To merge what is on the branch now, do it by hand: git merge --no-ff ${outcome.branch}`,
      ];
    case 'moved':
      return [`${into} was moved while the result was being proved. Try again: baton merge ${run}`];
    case 'dirty':
      return [
        `${outcome.workTree} has ${into} checked out, with changes that are in no commit:`,
        ...named(outcome.paths),
        `Commit or stash them, ${again}`,
      ];
    case 'busy':
      return [
        `${outcome.workTree} has ${into} checked out and is in the middle of a merge, a rebase or a bisection.`,
        `Finish that, ${again}`,
      ];
    case 'refused':
      return ['Git or one of your hooks refused the merge:', ...indented(outcome.why), `Mend that, ${again}`];
    case 'different':
      return [
        'The merge came out otherwise than it was proved, by a hook or a merge driver, and was taken back.',
        `Keep them from changing files, ${again}`,
      ];
    case 'conflicts':
      return [
        `${run} and ${into} changed the same places:`,
        ...named(outcome.paths),
        `Nothing was merged. To settle it by hand: git merge --no-ff baton/${run}`,
      ];
    case 'not_green':
      return [
        `Merged with ${into}, the tests of ${run} are not green, so nothing was merged:`,
        ...outcome.reasons.map(({ code, message }) => `  ${code}: ${oneLine(message)}`),
        `To settle it by hand: git merge --no-ff baton/${run}`,
      ];
  }
}

type AddedCommits = NonNullable<Extract<Homecoming, { state: 'merged' | 'is_there' }>['added']>;

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
