import { tellFinding } from '../../workflow/findings.ts';
import { describeListChange } from '../../workflow/list-progress.ts';
import { burnDown, elapsed, spent } from '../../workflow/story/amounts.ts';
import { tellUnsabotaged } from '../../workflow/suspicions.ts';
import { describeContained } from './containment.ts';
import type { RunView } from './view.ts';

/** What a run is and where it stands, as pairs of a label and a text. The texts hold what people and agents wrote. */
export function runFacts(
  view: RunView,
  formatTime: (iso: string) => string = (iso) => iso,
): readonly (readonly [label: string, text: string])[] {
  const { run, workflow, state, request, branch, branchNote, commit, done, open, spending, updated, test } = view;
  const place = `${view.phase}, cycle ${view.cycle}, attempt ${view.attempt}`;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['run', run],
    ['request', request],
    ['workflow', workflow],
    ['state', hasEnded(view) ? `${state}${nothingToDo(view)}` : `${state}: ${place}`],
    ['test', test === undefined || hasEnded(view) ? undefined : `${test.id} ${test.description}`],
    ...view.passedOver.map(({ phase, reason }) => ['passed over', `${phase}: ${reason}`] as const),
    ...view.openFindings.map((finding) => ['open', tellFinding(finding)] as const),
    ['suspicions', view.suspicions.length === 0 ? undefined : String(view.suspicions.length)],
    ...tellUnsabotaged(view.unsabotaged).map((line) => ['strength', line] as const),
    ['list', done + open === 0 ? undefined : burnDown(done, done + open)],
    ...view.listChanges.map((change) => ['item', describeListChange(change)] as const),
    ['branch', `${branch} at ${commit.slice(0, 12)}`],
    [
      'merged',
      view.merged === undefined ? undefined : `into ${view.merged.into} as ${view.merged.commit.slice(0, 12)}`,
    ],
    ['note', branchNote],
    ['sandbox', describeContained(view.contained)],
    ['spent', [`${elapsed(spending.ms)} of agents' time`, ...spent(spending)].join(', ')],
    ['updated', formatTime(updated)],
  ];
  return rows.filter((row): row is readonly [string, string] => row[1] !== undefined);
}

function nothingToDo({ nothingToDo: by }: RunView): string {
  return by === undefined ? '' : `: nothing to do, confirmed by ${by}`;
}

export function hasEnded({ state }: Pick<RunView, 'state'>): boolean {
  return ENDED.has(state);
}

const ENDED: ReadonlySet<RunView['state']> = new Set(['completed', 'merged', 'aborted', 'failed', 'unreadable']);
