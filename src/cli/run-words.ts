import type { RunView } from '../engine/run/view.ts';
import { burnDown, elapsed, spent } from './amounts.ts';
import { hasEnded } from './choose-run.ts';
import { oneLine } from './plain-text.ts';
import { tellStanding } from './run-end.ts';

/** One run in full: what it is, where it stands, and what to type next. */
export function describeRun(view: RunView): string[] {
  const { run, workflow, state, request, branch, branchNote, commit, done, open, spending, updated, test } = view;
  const place = `${view.phase}, cycle ${view.cycle}, attempt ${view.attempt}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['run', run],
    ['request', oneLine(request)],
    ['workflow', workflow],
    ['state', hasEnded(view) ? state : `${state}: ${place}`],
    ['test', test === undefined || hasEnded(view) ? undefined : `${test.id} ${oneLine(test.description)}`],
    ...view.passedOver.map(({ phase, reason }) => ['passed over', `${phase}: ${oneLine(reason)}`] as const),
    ['list', done + open === 0 ? undefined : burnDown(done, done + open)],
    ['branch', `${branch} at ${commit.slice(0, 12)}`],
    ['note', branchNote],
    ['spent', [`${elapsed(spending.ms)} of agents' time`, ...spent(spending)].join(', ')],
    ['updated', updated],
  ];
  return [...labelled(rows), '', ...tellStanding(view)];
}

/** Labels and what belongs to them in two columns; a label without anything is left out. */
export function labelled(rows: readonly (readonly [label: string, text: string | undefined])[]): string[] {
  const shown = rows.filter((row): row is readonly [string, string] => row[1] !== undefined);
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
}
