import { judgePlan } from '../../../evidence/plan/judge-plan.ts';
import type { Judged, Judgement } from '../judge.ts';
import { fileAt, type Sources, TEST_LIST } from '../surroundings.ts';
import type { Moment } from '../turn.ts';

/** Judges what plan did to the test list. A list with nothing open ends the run. */
export async function judgeList({ tree }: Judged, { state }: Moment, sources: Sources): Promise<Judgement> {
  const { reasons, facts } = judgePlan(state.knowledge.list, await fileAt(sources, tree, TEST_LIST));
  return {
    reasons,
    remember: { list: { ...facts.list }, ...(facts.next === null ? { outcome: 'done' } : {}) },
    facts: {
      next: facts.next?.id ?? null,
      added: facts.added.map(({ id }) => id),
      dropped: facts.dropped.map(({ id }) => id),
      reworded: facts.reworded.map(({ id }) => id),
    },
  };
}
