import { isFailing } from '../../evidence/compare.ts';
import { type Reason, reason, reasonFor } from '../../evidence/reasons.ts';
import { type TestReport, totalsOf } from '../../evidence/report.ts';
import { unsoundReasons } from '../../evidence/soundness.ts';
import { needsTests } from '../../workflow/adapted.ts';
import { acceptedReport, REPORT_FILE, reportText } from './report.ts';
import type { Surroundings } from './surroundings.ts';
import type { Moment, Turn } from './turn.ts';

/** Ends a run whose list is done, on a last full proof of what it leaves, where there is anything to prove. */
export async function closeRun(turn: Turn, around: Surroundings): Promise<void> {
  const { state } = turn;
  const { tree, commit } = state.base;
  if (!needsTests(state.workflow)) {
    await turn.append({ type: 'run.completed', data: { commit, tree, cycles: state.cycle } });
    return;
  }
  const { report } = await around.prover.prove(tree);
  const reasons = await whyNotGreen(report, turn);
  const attachments = { [REPORT_FILE]: reportText(report) };
  if (reasons.length > 0) {
    await turn.append({ type: 'gate.refused', data: { gate: 'final', tree, reasons: [...reasons] }, attachments });
    return;
  }
  await turn.append({
    type: 'run.completed',
    data: { commit, tree, cycles: state.cycle, totals: totalsOf(report), tests: state.knowledge.completedTests.length },
    attachments,
  });
}

/** Why a tree is not what a run may leave: anything that fails and was not known to before it began. */
export async function whyNotGreen(report: TestReport, moment: Moment): Promise<readonly Reason[]> {
  const known = new Set(moment.state.knowledge.knownFailing);
  const failing = report.tests.filter((test) => isFailing(test) && !known.has(test.id)).map(({ id }) => id);
  const unloaded = report.uncollected.map(({ file }) => file).filter((file) => !known.has(file));
  return [
    ...unsoundReasons(report, 'The last run of the tests', await acceptedReport(moment)),
    ...reasonFor('regression', 'tests', failing, (named) => `Tests fail at the end of the run: ${named}.`),
    ...(unloaded.length === 0 ? [] : [reason('suite_broken', 'Files cannot be loaded.', { paths: unloaded })]),
  ];
}
