import { isFailing } from '../../evidence/compare.ts';
import { type Reason, reason, reasonFor } from '../../evidence/reasons.ts';
import { type TestReport, totalsOf } from '../../evidence/report.ts';
import { unsoundReasons } from '../../evidence/soundness.ts';
import { needsTests } from '../../workflow/adapted.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { listChanges, MAX_CHANGES } from '../../workflow/list-changes.ts';
import { confirmation, keepsList } from '../../workflow/list-progress.ts';
import { acceptedReport, REPORT_FILE, reportText, sandboxOf } from './report.ts';
import type { Surroundings } from './surroundings.ts';
import type { Moment, Turn } from './turn.ts';

/** Ends a run whose list is done, on a last full proof of what it leaves, where there is anything to prove. */
export async function closeRun(turn: Turn, around: Surroundings): Promise<void> {
  const { state } = turn;
  const { tree } = state.base;
  if (!needsTests(state.workflow)) {
    await turn.append({ type: 'run.completed', data: endData(turn) });
    return;
  }
  const { report } = await around.prover.prove(tree);
  const reasons = await whyNotGreen(report, turn);
  const attachments = { [REPORT_FILE]: reportText(report) };
  if (reasons.length > 0) {
    const data = { gate: 'final', tree, reasons: [...reasons], ...sandboxOf(report) };
    await turn.append({ type: 'gate.refused', data, attachments });
    return;
  }
  await turn.append({
    type: 'run.completed',
    data: { ...endData(turn), totals: totalsOf(report), ...sandboxOf(report) },
    attachments,
  });
}

/** What is recorded of the end of a run: what it leaves, and of its list, if it has one, what it did and did not do. */
export function endData({ state }: Moment): EventData<'run.completed'> {
  const { base, cycle, workflow, rules } = state;
  const { completedTests, ownItems, list, suspicions } = state.knowledge;
  const tests = completedTests.length;
  if (rules < 2) return { ...base, cycles: cycle, ...(needsTests(workflow) ? { tests } : {}) };
  const changes = listChanges(ownItems, list).slice(0, MAX_CHANGES);
  const by = confirmation(state);
  return {
    ...base,
    cycles: cycle,
    ...(keepsList(workflow) ? { tests } : {}),
    ...(changes.length === 0 ? {} : { changes }),
    ...(rules < 5 || suspicions.length === 0 ? {} : { suspicions: suspicions.length }),
    ...(by === undefined ? {} : { nothing_to_do: { by } }),
  };
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
