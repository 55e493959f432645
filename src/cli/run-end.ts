import type { RunView } from '../engine/run/view.ts';
import { tellFinding } from '../workflow/findings.ts';
import { describeListChange } from '../workflow/list-progress.ts';
import { count } from '../workflow/story/amounts.ts';
import { tellSuspicion, tellUnsabotaged } from '../workflow/suspicions.ts';
import { tellAsk } from './ask-words.ts';
import { EXIT } from './exit-code.ts';
import { oneLine, plainLines } from './plain-text.ts';

/** What the shell is told of a run that a command has moved as far as it goes. */
export function exitCodeOfRun(view: Pick<RunView, 'state' | 'strict' | 'suspicions'>, interrupted: boolean): number {
  switch (view.state) {
    case 'completed':
      return isRefusedAsStrict(view) ? EXIT.refused : EXIT.done;
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

/** Whether a completed run ends with an error all the same. A person who merges it has accepted what it is suspected of. */
function isRefusedAsStrict({ state, strict, suspicions }: Pick<RunView, 'state' | 'strict' | 'suspicions'>): boolean {
  return state === 'completed' && strict === true && suspicions.length > 0;
}

/** Where a run stands, and what to type next; behind a command that moved it, with why its exit code is an error. */
export function tellEnd(view: RunView): string[] {
  const why = isRefusedAsStrict(view) ? ['Exit code 1: the run is strict, and its work is suspected (see above).'] : [];
  return [...tellStanding(view), ...why];
}

/** Where a run stands, and what to type next. */
export function tellStanding(view: RunView, mostSuspicions: number = MOST_SUSPICIONS): string[] {
  return TELL[view.state](view, mostSuspicions);
}

/** Suspicions that are told where other things have to be seen, too. */
const MOST_SUSPICIONS = 5;

/** Suspicions of accepted work, line by line. */
export function listSuspicions(run: string, suspicions: RunView['suspicions'], most: number): string[] {
  const rest = suspicions.length - most;
  return [
    ...suspicions.slice(0, most).map((one) => `  ${oneLine(tellSuspicion(one))}`),
    ...(rest > 0 ? [`  and ${rest} more: baton show ${run}`] : []),
  ];
}

const TELL: Readonly<Record<RunView['state'], (view: RunView, mostSuspicions: number) => string[]>> = {
  completed,
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

function completed(view: RunView, mostSuspicions: number): string[] {
  const { run, passedOver, openFindings, listChanges, nothingToDo, branchNote, suspicions } = view;
  const made =
    nothingToDo === undefined
      ? `${view.done === 0 ? '' : `${count(view.done, 'test')} of the list, `}on branch ${view.branch} at ${view.commit.slice(0, 12)}.`
      : `nothing to do, confirmed by ${nothingToDo}.`;
  return [
    ...(suspicions.length === 0
      ? [`${run} is completed: ${made}`]
      : [
          `${run} is completed, with ${count(suspicions.length, 'suspicion')}:`,
          ...listSuspicions(run, suspicions, mostSuspicions),
          `Done: ${made}`,
        ]),
    ...tellUnsabotaged(untold(view)).map((line) => `Strength of evidence: ${oneLine(line)}.`),
    ...listChanges.map((change) => `Not done as listed: ${oneLine(describeListChange(change))}`),
    ...passedOver.map(({ phase, reason }) => `${phase} was passed over and is still to be done: ${oneLine(reason)}`),
    ...openFindings.map((finding) => `Still open: ${oneLine(tellFinding(finding))}`),
    ...(branchNote === undefined ? [] : [`But ${branchNote}.`]),
    `To read its story: baton log ${run}`,
    ...(nothingToDo === undefined ? [`To merge it:       baton merge ${run}`] : []),
  ];
}

/** What could not be sabotaged and is no suspicion already. */
function untold({ suspicions, unsabotaged }: RunView): RunView['unsabotaged'] {
  const isTold = ({ phase, cycle }: RunView['unsabotaged'][number]) =>
    suspicions.some((one) => one.code === 'unsabotaged' && one.phase === phase && one.cycle === cycle);
  return unsabotaged.filter((one) => !isTold(one));
}

/** A run that a chat plays goes on in a chat, and nowhere else. */
function goingOn({ run, attached }: RunView): string {
  if (attached !== true) return `To go on: baton resume ${run}`;
  return `A chat plays it. To go on, have a client of \`baton mcp\` call run_resume with ${run}.`;
}

function reason(why: string | undefined): string[] {
  return plainLines(why ?? 'no reason was given').map((line) => `  ${line}`);
}
