import { isFailing } from '../../evidence/compare.ts';
import { readTestList, type TestList } from '../../evidence/plan/test-list.ts';
import { type TestReport, totalsOf } from '../../evidence/report.ts';
import { needsTests } from '../../workflow/adapted.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { REPORT_FILE, reportText, sandboxOf } from './report.ts';
import { fileAt, type Sources, type Surroundings, TEST_LIST } from './surroundings.ts';
import type { Moment, Turn } from './turn.ts';

/** Proves the tree a run starts from, or goes on from after a person's commit. */
export async function proveBaseline(turn: Turn, around: Surroundings): Promise<void> {
  const { state } = turn;
  if (!needsTests(state.workflow)) {
    await turn.append({ type: 'baseline.recorded', data: await untestedBaseline(turn, around) });
    return;
  }
  const { report } = await around.prover.prove(state.base.tree, { trusted: true });
  const reason = whyNoBaseline(report, turn);
  if (reason !== undefined) {
    await turn.append({ type: 'run.failed', data: { reason, output: report.output.slice(-2_000) } });
    return;
  }
  const data = { ...(await baselineData(report, turn, around)), ...sandboxOf(report) };
  await turn.append({ type: 'baseline.recorded', data, attachments: { [REPORT_FILE]: reportText(report) } });
}

/** What is recorded where no tests are run: the files, and the list if there is one. */
export async function untestedBaseline(moment: Moment, sources: Sources): Promise<EventData<'baseline.recorded'>> {
  return { tree: moment.state.base.tree, ...(await listIn(moment, sources)), known_failing: [] };
}

/** Why a run cannot begin on a report at all. */
export function whyNoBaseline({ incomplete }: TestReport, { state }: Moment): string | undefined {
  if (incomplete === null || state.milestones.length > 0) return undefined;
  return `The tests cannot be run to an end: ${incomplete}`;
}

/** What is recorded of a report on the tree a run goes on from. */
export async function baselineData(
  report: TestReport,
  moment: Moment,
  sources: Sources,
): Promise<EventData<'baseline.recorded'>> {
  const { state } = moment;
  const failing = failingIds(report);
  const excused = new Set([...state.knowledge.newTests, ...state.knowledge.knownFailing]);
  const accepted = sources.pinned.accept_baseline_failures && state.milestones.length === 0;
  const fresh = failing.filter((id) => !excused.has(id) && !isOfCycle(id, moment));
  const refused = accepted ? [] : fresh;
  return {
    tree: state.base.tree,
    totals: totalsOf(report),
    ...(await listIn(moment, sources)),
    known_failing: accepted ? [...state.knowledge.knownFailing, ...fresh] : [...state.knowledge.knownFailing],
    ...(refused.length === 0 ? {} : { refused: refused.slice(0, MOST_NAMED) }),
  };
}

/** People write the list too: the run goes on from what the tree says. One that cannot be read is for plan to mend. */
async function listIn({ state }: Moment, sources: Sources): Promise<{ readonly list?: TestList }> {
  const text = await fileAt(sources, state.base.tree, TEST_LIST);
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
function isOfCycle(id: string, { state: { knowledge } }: Moment): boolean {
  return knowledge.red?.redFiles.includes(id) === true || knowledge.red?.masked.includes(id) === true;
}
