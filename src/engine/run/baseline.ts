import { isFailing } from '../../evidence/compare.ts';
import { readTestList, type TestList } from '../../evidence/plan/test-list.ts';
import { type TestReport, totalsOf } from '../../evidence/report.ts';
import { REPORT_FILE, reportText } from './report.ts';
import { fileAt, type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Turn } from './turn.ts';

/** Proves the tree a run starts from, or goes on from after a person's commit. */
export async function proveBaseline(turn: Turn, around: Surroundings): Promise<void> {
  const { state } = turn;
  const { report } = await around.prover.prove(state.base.tree, { trusted: true });
  const isStart = state.milestones.length === 0;
  if (report.incomplete !== null && isStart) {
    await turn.append({
      type: 'run.failed',
      data: { reason: `The tests cannot be run to an end: ${report.incomplete}`, output: report.output.slice(-2_000) },
    });
    return;
  }
  const failing = failingIds(report);
  const excused = new Set([...state.knowledge.newTests, ...state.knowledge.knownFailing]);
  const accepted = around.pinned.accept_baseline_failures && isStart;
  const fresh = failing.filter((id) => !excused.has(id) && !isOfCycle(id, turn));
  const refused = accepted ? [] : fresh;
  await turn.append({
    type: 'baseline.recorded',
    data: {
      tree: state.base.tree,
      totals: totalsOf(report),
      ...(await listIn(turn, around)),
      known_failing: accepted ? [...state.knowledge.knownFailing, ...fresh] : [...state.knowledge.knownFailing],
      ...(refused.length === 0 ? {} : { refused: refused.slice(0, MOST_NAMED) }),
    },
    attachments: { [REPORT_FILE]: reportText(report) },
  });
}

/** People write the list too: the run goes on from what the tree says. One that cannot be read is for plan to mend. */
async function listIn({ state }: Turn, around: Surroundings): Promise<{ readonly list?: TestList }> {
  const text = await fileAt(around, state.base.tree, TEST_LIST);
  const { list } = text === undefined ? {} : readTestList(text, state.knowledge.list);
  return list === undefined ? {} : { list };
}

const MOST_NAMED = 100;

/** Tests that fail, and files that could not be loaded, by the name they have in the record. */
function failingIds(report: TestReport): string[] {
  if (report.incomplete !== null) return [`all of them, since they cannot be run to an end (${report.incomplete})`];
  return [...report.tests.filter(isFailing).map(({ id }) => id), ...report.uncollected.map(({ file }) => file)];
}

/** Whether it fails because the present cycle has not made it pass yet. */
function isOfCycle(id: string, { state: { knowledge } }: Turn): boolean {
  return knowledge.red?.redFiles.includes(id) === true || knowledge.red?.masked.includes(id) === true;
}
