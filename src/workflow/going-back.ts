import type { EventData } from './event-data.ts';
import { NOTHING_TOLD, proceed, unasked } from './moves.ts';
import type { Knowledge, Milestone, RunState } from './state.ts';
import { phaseOf } from './workflow.ts';

/** Where a person's "roll back" leads: before commits that nobody has accepted, else before the present cycle. */
export function rollbackTarget({ milestones, cycle, base, start }: RunState): string {
  const last = milestones.at(-1);
  if (last !== undefined && last.commit !== base.commit) return last.commit;
  return milestones.findLast((milestone) => milestone.cycle < cycle)?.commit ?? start.commit;
}

/** The accepted commit that chose the present test of the list, which is where it can be skipped. */
export function chosenAt({ workflow, milestones, knowledge: { item } }: RunState): Milestone | undefined {
  const isChoice = ({ phase, knowledge }: Milestone) =>
    phase !== undefined && phaseOf(workflow, phase).gates.includes('list') && knowledge.item?.id === item?.id;
  return item === undefined ? undefined : milestones.findLast(isChoice);
}

/**
 * Goes on as after an accepted commit. With a list a test was marked as skipped: the phase that chose it chooses again.
 */
export function rolledBack(state: RunState, data: EventData<'phase.rolled_back'>): RunState {
  const then = state.milestones.findLast(({ commit }) => commit === data.to);
  if (then === undefined || (data.list === undefined && data.tree !== then.tree)) return state;
  const base = { commit: data.commit, tree: data.tree };
  const next = data.list === undefined ? then.next : (then.phase ?? then.next);
  const knowledge = knownThen(then.knowledge, state.knowledge, data.list);
  const back: RunState = {
    ...unasked(state),
    base,
    knowledge,
    phase: then.phase ?? state.phase,
    cycle: then.cycle,
    visits: then.visits,
    milestones: [...state.milestones, { ...then, ...base, next, knowledge }],
  };
  const hint = state.decision?.choice === 'rollback' ? state.decision.hint : undefined;
  return { ...proceed(back, next), told: { ...NOTHING_TOLD, hint } };
}

/** What was known at a commit. Ids of tests stay given: one never means two tests in a run. */
function knownThen(then: Knowledge, now: Knowledge, list: EventData<'phase.rolled_back'>['list']): Knowledge {
  const { items, highest } = list ?? then.list;
  const known = { ...then, list: { items, highest: Math.max(highest, now.list.highest) } };
  return list === undefined ? known : { ...known, item: undefined };
}
