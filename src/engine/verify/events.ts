import { readTestList } from '../../evidence/plan/test-list.ts';
import { totalsOf } from '../../evidence/report.ts';
import { needsTests } from '../../workflow/adapted.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { keepsList } from '../../workflow/list-progress.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import { baselineData, untestedBaseline, whyNoBaseline } from '../run/baseline.ts';
import { endData, whyNotGreen } from '../run/close.ts';
import { completionOf } from '../run/completion.ts';
import { skippedItem, skippedList, tickedList } from '../run/list-edits.ts';
import { keptReport } from '../run/report.ts';
import { fileAt, type Sources, TEST_LIST } from '../run/surroundings.ts';
import type { Teller } from './findings.ts';
import { differences, tellReasons } from './gates.ts';
import type { Step } from './past.ts';

/** Works out again what an event says, from the run before it and the files. Says whether there was anything to do. */
export async function checkEvent(step: Step, sources: Sources, tell: Teller): Promise<boolean> {
  const check = CHECKS[step.entry.event.type];
  await check?.(step, sources, tell);
  return check !== undefined;
}

const CHECKS: Readonly<Record<string, (step: Step, sources: Sources, tell: Teller) => Promise<void>>> = {
  async 'baseline.recorded'({ entry: { event }, moment }, sources, tell) {
    if (!needsTests(moment.state.workflow)) {
      tellOther(event.data, { refused: undefined, ...(await untestedBaseline(moment, sources)) }, tell);
      return;
    }
    const report = await keptReport(moment, event.seq);
    const why = whyNoBaseline(report, moment);
    if (why !== undefined) tell.problem(`a run cannot begin on its report. ${why}`);
    tellOther(event.data, { refused: undefined, ...(await baselineData(report, moment, sources)) }, tell);
  },

  async 'phase.completed'({ entry: { event }, moment, after }, sources, tell) {
    const dropped = event.data.dropped === true;
    const { tree } = after.base;
    const { data } = await completionOf({ tree, dropped }, moment, sources);
    tellOther(event.data, data, tell);
    if (!dropped) return;
    const { base, workflow, phase } = moment.state;
    const ticked = phaseOf(workflow, phase).ticks === true ? await tickedList(moment, sources) : undefined;
    await checkList(base.tree, tree, ticked, sources, tell);
  },

  async 'phase.rolled_back'({ entry: { event }, moment }, sources, tell) {
    const { to, tree, list, reason } = event.data as EventData<'phase.rolled_back'>;
    const target = moment.state.milestones.findLast(({ commit }) => commit === to);
    if (list === undefined || target === undefined) return;
    if (moment.state.decision?.choice !== 'skip') tell.problem('a test was skipped that nobody decided to skip.');
    const skipped = await skippedList(target.tree, String(reason), moment, sources);
    await checkList(target.tree, tree, skipped, sources, tell);
    const expected = skipped === undefined ? undefined : readTestList(skipped, moment.state.knowledge.list).list;
    tellOther(event.data, { list: expected, skipped: skippedItem(moment, expected) }, tell);
  },

  async 'run.resumed'({ entry: { event } }, _, tell) {
    if (event.data.settings !== undefined) {
      tell.unchecked('who gave the run other settings: that is not signed.');
    }
  },

  async 'run.completed'({ entry: { event }, moment }, _, tell) {
    const { rules, workflow, knowledge } = moment.state;
    const expected = { changes: undefined, nothing_to_do: undefined, ...endData(moment) };
    if (rules < 2 && keepsList(workflow) && knowledge.completedTests.length === 0) {
      tell.unchecked('that there was nothing to do: the run was recorded before a person had to confirm that.');
    }
    if (!needsTests(workflow)) return tellOther(event.data, expected, tell);
    const report = await keptReport(moment, event.seq);
    const reasons = await whyNotGreen(report, moment);
    if (reasons.length > 0) tell.problem(`its last proof is not green: ${tellReasons(reasons)}`);
    tellOther(event.data, { ...expected, totals: totalsOf(report) }, tell);
  },
};

function tellOther(recorded: Readonly<Record<string, unknown>>, expected: object, tell: Teller): void {
  const other = differences(recorded, expected);
  if (other.length > 0) tell.problem(`it records something else than the run and its files give: ${other.join(', ')}.`);
}

/** Baton's own edits touch the test list and nothing else. */
async function checkList(before: string, after: string, text: string | undefined, sources: Sources, tell: Teller) {
  const others = (await sources.changes(before, after)).map(({ path }) => path).filter((path) => path !== TEST_LIST);
  if (others.length > 0) tell.problem(`the tree ${after} has changes that no gate has seen: ${others.join(', ')}.`);
  const expected = text ?? (await fileAt(sources, before, TEST_LIST));
  if ((await fileAt(sources, after, TEST_LIST)) !== expected) {
    tell.problem(`${TEST_LIST} in the tree ${after} is not what Baton makes of it.`);
  }
}
