import type { Reason } from '../evidence/reasons.ts';
import type { EventData } from './event-data.ts';
import { asking, NOTHING_TOLD, proceed, unasked } from './moves.ts';
import type { Decision, Knowledge, Milestone, RunState } from './state.ts';
import { count } from './story/amounts.ts';
import { lookup, phaseOf } from './workflow.ts';

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
  const after = proceed(back, next);
  const { choice, hint, sentBack } = state.decision ?? {};
  if (sentBack?.to !== data.to)
    return { ...after, told: { ...NOTHING_TOLD, hint: choice === 'rollback' ? hint : undefined } };
  // The session begins with what the phase had left.
  const repair = state.milestones.findLast(({ phase, cycle }) => phase === next && cycle === then.cycle)?.tree;
  return { ...after, told: { ...NOTHING_TOLD, reasons: sentBack.reasons, repair } };
}

/** How often a phase is done again in one cycle before a person is asked. */
const MAX_SENT_BACK = 2;

/**
 * Where refusals lead that another phase has to repair, as the workflow says: back to the commit before that phase. Nothing
 * where the present phase can see to one of them itself.
 */
export function sendBack(state: RunState, reasons: readonly Reason[]): RunState | undefined {
  const { returns = {} } = phaseOf(state.workflow, state.phase);
  const [target, ...others] = new Set(
    reasons.map(({ code, fault }) => (fault === 'code' ? undefined : lookup(returns, code))),
  );
  const before = state.milestones.findLast(({ next, cycle }) => next === target && cycle === state.cycle);
  if (target === undefined || others.length > 0 || before === undefined) return undefined;
  const why = reasons.map(({ message }) => message).join(' ');
  if (state.sentBack >= MAX_SENT_BACK) {
    const about = `${target} of cycle ${state.cycle} was done again ${count(state.sentBack, 'time')}, and is still not enough: ${why}`;
    return asking(state, { kind: 'decision', reason: SENT_BACK, about });
  }
  const hint = `${target} has to be done again: ${why}`;
  const decision: Decision = { choice: 'rollback', hint, sentBack: { to: before.commit, reasons } };
  return { ...unasked(state), decision, sentBack: state.sentBack + 1 };
}

export const SENT_BACK = 'sent_back';

/** What was known at a commit. Ids of tests stay given: one never means two tests in a run. */
function knownThen(then: Knowledge, now: Knowledge, list: EventData<'phase.rolled_back'>['list']): Knowledge {
  const { items, highest } = list ?? then.list;
  const known = { ...then, list: { items, highest: Math.max(highest, now.list.highest) } };
  return list === undefined ? known : { ...known, item: undefined };
}
