import type { RunView } from '../engine/run/view.ts';
import { tellFinding } from '../workflow/findings.ts';
import { describeListChange } from '../workflow/list-progress.ts';
import { count } from '../workflow/story/amounts.ts';
import { tellAsk } from './ask-words.ts';
import { EXIT } from './exit-code.ts';
import { oneLine, plainLines } from './plain-text.ts';

/** What the shell is told of a run that a command has moved as far as it goes. */
export function exitCodeOfRun({ state }: Pick<RunView, 'state'>, interrupted: boolean): number {
  switch (state) {
    case 'completed':
    case 'merged':
      return EXIT.done;
    case 'waiting':
      return EXIT.waiting;
    case 'parked':
      return interrupted ? EXIT.interrupted : EXIT.usage;
    default:
      return EXIT.refused;
  }
}

/** Where a run stands, and what to type next. */
export function tellStanding(view: RunView): string[] {
  return TELL[view.state](view);
}

const TELL: Readonly<Record<RunView['state'], (view: RunView) => string[]>> = {
  completed: ({ run, done, branch, branchNote, commit, passedOver, openFindings, listChanges, nothingToDo }) => [
    nothingToDo === undefined
      ? `${run} is completed: ${done === 0 ? '' : `${count(done, 'test')} of the list, `}on branch ${branch} at ${commit.slice(0, 12)}.`
      : `${run} is completed: nothing to do, confirmed by ${nothingToDo}.`,
    ...listChanges.map((change) => `Not done as listed: ${oneLine(describeListChange(change))}`),
    ...passedOver.map(({ phase, reason }) => `${phase} was passed over and is still to be done: ${oneLine(reason)}`),
    ...openFindings.map((finding) => `Still open: ${oneLine(tellFinding(finding))}`),
    ...(branchNote === undefined ? [] : [`But ${branchNote}.`]),
    `To read its story: baton log ${run}`,
    ...(nothingToDo === undefined ? [`To merge it:       baton merge ${run}`] : []),
  ],
  merged: ({ run, merged }) => [
    `${run} is completed and merged${merged === undefined ? '' : ` into ${merged.into} as ${merged.commit.slice(0, 12)}`}.`,
    `To read its story: baton log ${run}`,
  ],
  waiting: ({ run, asks }) => [
    ...asks.flatMap(tellAsk),
    `Then go on: baton resume ${run} (or add --resume to the answer)`,
  ],
  parked: (view) => [`${view.run} is parked:`, ...reason(view.why), goingOn(view)],
  stopped: (view) => [`${view.run} is moved by nobody. ${goingOn(view)}`],
  running: ({ run }) => [`${run} is being moved by another process. To follow it: baton status ${run}`],
  aborted: ({ run, why, branch }) => [`${run} was aborted:`, ...reason(why), `What it made is on branch ${branch}.`],
  unreadable: ({ run, why }) => [
    `${run} cannot be read:`,
    ...reason(why),
    `To see where: baton verify --journal ${run}`,
  ],
  failed: ({ run, why }) => [
    `${run} failed:`,
    ...reason(why),
    `To see what happened: baton log ${run}`,
    'When that is mended, start anew with baton run. If the tests failed before the run, they can be taken as known:',
    '  baton run --accept-baseline-failures "..."',
  ],
};

/** A run that a chat plays goes on in a chat, and nowhere else. */
function goingOn({ run, attached }: RunView): string {
  if (attached !== true) return `To go on: baton resume ${run}`;
  return `A chat plays it. To go on, have a client of \`baton mcp\` call run_resume with ${run}.`;
}

function reason(why: string | undefined): string[] {
  return plainLines(why ?? 'no reason was given').map((line) => `  ${line}`);
}
