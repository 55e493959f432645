import type { EventData } from '../../workflow/event-data.ts';
import { judgeReview } from '../run/gates/findings.ts';
import { judgeHandoff } from '../run/gates/handoff.ts';
import type { Sources } from '../run/surroundings.ts';
import type { Teller } from './findings.ts';
import { differences, tellReasons } from './gates.ts';
import type { Step } from './past.ts';

/** Works out again what a handoff carried, and holds the record to it. */
export async function checkRaised({ entry, moment }: Step, sources: Sources, tell: Teller): Promise<void> {
  const { state } = moment;
  const recorded = entry.event.data as EventData<'trigger.raised'>;
  const judged = { tree: recorded.tree, changes: await sources.changes(state.base.tree, recorded.tree) };
  const { reasons, raised } = await judgeHandoff(judged, moment, sources);
  if (reasons.length > 0) return tell.problem(`judged again, ${recorded.trigger} is refused: ${tellReasons(reasons)}`);
  const other = differences(recorded, { ...raised });
  if (raised === undefined) tell.problem('judged again, no trigger was raised.');
  else if (other.length > 0)
    tell.problem(`judged again, ${recorded.trigger} carries something else than it records: ${other.join(', ')}.`);
}

/** Holds what is recorded as found or fixed to what the reviewer reported. */
export async function checkFinding({ entry, moment }: Step, sources: Sources, tell: Teller): Promise<void> {
  const { type, data } = entry.event;
  const judged = { tree: moment.state.candidate?.tree ?? '', changes: [] };
  const { opens = [], closes = [] } = await judgeReview(judged, moment, sources);
  const found: readonly object[] = type === 'finding.opened' ? opens : closes;
  if (!found.some((one) => differences(data, one).length === 0)) {
    tell.problem(`the reviewer did not report this (${type}).`);
  }
}
