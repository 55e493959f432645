import { isOpen } from '../evidence/plan/test-list.ts';
import { nameSome } from '../evidence/reasons.ts';
import { type ListChange, listChanges } from './list-changes.ts';
import type { Need, RunState } from './state.ts';
import type { Workflow } from './workflow-schema.ts';

/** Whether runs of a workflow work through a test list: some phase plans it, and some phase completes its items. */
export function keepsList({ phases }: Pick<Workflow, 'phases'>): boolean {
  return listPhase({ phases }) !== undefined && Object.values(phases).some(({ ticks }) => ticks === true);
}

/** The phase that plans the list. */
export function listPhase({ phases }: Pick<Workflow, 'phases'>): string | undefined {
  return Object.entries(phases).find(([, { gates }]) => gates.includes('list'))?.[0];
}

/**
 * How many items of its list a run completed, and how many are open. What was done before it is not counted, nor is a list that
 * runs of its workflow do not work through.
 */
export function listProgress({ workflow, knowledge }: Pick<RunState, 'workflow' | 'knowledge'>) {
  const { completedTests, list } = knowledge;
  return { done: completedTests.length, open: keepsList(workflow) ? list.items.filter(isOpen).length : 0 };
}

/** One change in words: `skipped: T2 pops it again (already implemented)`. */
export function describeListChange({ id, change, description, was, reason }: ListChange): string {
  const before = was === undefined ? '' : ` (before: ${was})`;
  return `${change}: ${id} ${description}${before}${reason === undefined ? '' : ` (${reason})`}`;
}

type Idle = Pick<RunState, 'rules' | 'workflow' | 'knowledge' | 'confirmed' | 'base'>;

/** Whether a run that comes to its end has completed no item of its list, and no person has confirmed that as right. */
export function isIdle(state: Idle): boolean {
  return didNothing(state) && confirmation(state) === undefined;
}

function didNothing({ rules, workflow, knowledge }: Idle): boolean {
  return rules >= 2 && keepsList(workflow) && knowledge.completedTests.length === 0;
}

/** Who confirmed that there was nothing to do in a run that did nothing. */
export function confirmation(state: Idle): string | undefined {
  const { confirmed, base } = state;
  return didNothing(state) && confirmed?.commit === base.commit ? confirmed.by : undefined;
}

export const NOTHING_TO_DO = 'nothing_to_do';

export function nothingDone({ knowledge: { ownItems, list } }: Pick<RunState, 'knowledge'>): Need {
  const changes = listChanges(ownItems, list).map(describeListChange);
  const why =
    changes.length > 0
      ? `No item of the test list was seen to fail and then pass. What became of them: ${nameSome(changes)}.`
      : 'The test list had no open item, and the plan added none.';
  const about = `This run did nothing. ${why} Is there nothing to do? Approve to end the run with nothing to merge, or reject with what is missing to plan again.`;
  return { kind: 'approval', reason: NOTHING_TO_DO, about };
}
