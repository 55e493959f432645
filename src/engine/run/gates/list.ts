import { judgePlan } from '../../../evidence/plan/judge-plan.ts';
import { isOpen } from '../../../evidence/plan/test-list.ts';
import { listChanges, MAX_CHANGES } from '../../../workflow/list-changes.ts';
import type { Judged, Judgement } from '../judge.ts';
import { fileAt, type Sources, TEST_LIST } from '../surroundings.ts';
import type { Moment } from '../turn.ts';

/** Judges what plan did to the test list. A list with nothing open ends the run. */
export async function judgeList({ tree }: Judged, { state }: Moment, sources: Sources): Promise<Judgement> {
  const before = state.knowledge.list;
  const { reasons, facts } = judgePlan(before, await fileAt(sources, tree, TEST_LIST));
  const changes = state.rules < 2 ? [] : listChanges(before.items.filter(isOpen), facts.list);
  return {
    reasons,
    remember: {
      list: { ...facts.list },
      ...(facts.next === null ? { outcome: 'done' } : {}),
      changes: changes.length === 0 ? undefined : changes.slice(0, MAX_CHANGES),
    },
    facts: {
      next: facts.next?.id ?? null,
      added: facts.added.map(({ id }) => id),
      dropped: facts.dropped.map(({ id }) => id),
      reworded: facts.reworded.map(({ id }) => id),
    },
  };
}
