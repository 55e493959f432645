import { canonicalJson, type JsonValue } from '../../base/json.ts';
import { judgeSuspicious } from '../../evidence/mutation/judge-mutation.ts';
import type { Stubbed } from '../../evidence/proof.ts';
import { judgeKeptCoverage, judgeQuality } from '../../evidence/quality/judge-quality.ts';
import { type Reason, reason } from '../../evidence/reasons.ts';
import type { Kept } from '../../evidence/refactor/kept.ts';
import { isRefusable, refusalOf, suspectFunction, suspectTests } from '../../evidence/sabotage/sabotage.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { lookup, phaseOf } from '../../workflow/workflow.ts';
import { type Gate, gateName } from '../../workflow/workflow-schema.ts';
import { judgeDocument } from '../run/gates/artifact.ts';
import { judgeReview } from '../run/gates/findings.ts';
import { judgeHandoff } from '../run/gates/handoff.ts';
import { judgeList } from '../run/gates/list.ts';
import { type AnyFacts, judgementOf, type ProofGate, proofInput, verdictOf } from '../run/gates/proof.ts';
import { kindsJudgement, targetsOf } from '../run/gates/quality.ts';
import { QUALITY_FILE, readQuality } from '../run/gates/quality-file.ts';
import { commandText } from '../run/gates/run-command.ts';
import type { SabotageFacts } from '../run/gates/sabotage.ts';
import { judgeChanges } from '../run/gates/scope.ts';
import { suspicionsIn } from '../run/gates/suspicions.ts';
import { type Judged, type Judgement, strengthOf } from '../run/judge.ts';
import { keptReport, REPORT_FILE } from '../run/report.ts';
import type { Sources } from '../run/surroundings.ts';
import type { Moment } from '../run/turn.ts';
import type { Teller } from './findings.ts';
import type { Step } from './past.ts';

type Passed = EventData<'gate.passed'>;

/** Judges again what a gate let pass, by the files and the report that are kept, and holds the record to it. */
export async function checkGate({ entry, moment }: Step, sources: Sources, tell: Teller): Promise<void> {
  const { state } = moment;
  const recorded = entry.event.data as Passed;
  const { gate, tree } = recorded;
  const own = phaseOf(state.workflow, state.phase).gates.find((one) => gateName(one) === gate);
  if (own === undefined) return tell.problem(`${state.phase} has no gate ${gate}.`);
  const judged = { tree, changes: await sources.changes(state.base.tree, tree) };
  const again = await judgeAgain(own, recorded, judged, { entry, moment }, sources, tell);
  const { reasons, remember, facts, raised, opens = [], closes = [] } = again;
  if (reasons.length > 0) tell.problem(`judged again, ${gate} refuses the tree ${tree}: ${tellReasons(reasons)}`);
  if (raised !== undefined)
    tell.problem(`judged again, ${gate} finds the trigger ${raised.trigger}, which is not recorded.`);
  if (opens.length + closes.length > 0) tell.problem(`judged again, ${gate} finds more than was recorded before it.`);
  const reported = isProof(gate) ? { report: REPORT_FILE } : {};
  const other = differences(recorded, { ...NOTHING, ...reported, ...remember, ...facts });
  if (other.length > 0)
    tell.problem(`judged again, ${gate} finds something else than it records: ${other.join(', ')}.`);
}

/** What the machine goes by: a gate that finds none of it must not say any of it. */
const NOTHING = {
  outcome: undefined,
  list: undefined,
  red: undefined,
  new_tests: undefined,
  report: undefined,
  needs_approval: undefined,
  sabotage: undefined,
};

async function judgeAgain(
  gate: Gate,
  recorded: Passed,
  judged: Judged,
  { entry, moment }: Pick<Step, 'entry' | 'moment'>,
  sources: Sources,
  tell: Teller,
): Promise<Judgement> {
  if (typeof gate !== 'string') {
    tell.unchecked(`whether \`${commandText(gate.command)}\` succeeds (${gate.name}): that run is not kept.`);
    return { reasons: [] };
  }
  const judge = Object.hasOwn(FROM_RECORD, gate) ? FROM_RECORD[gate] : undefined;
  if (judge !== undefined) return judge(judged, moment, sources);
  if (gate === 'quality') return judgeKeptFigures(entry.event.seq, moment, tell);
  if (gate === 'kinds') return judgeKeptKinds(moment, sources, recorded, tell);
  if (!isProof(gate)) {
    tell.unchecked(`whether tests notice wrong versions of the code (${gate}): those runs are not kept.`);
    return { reasons: judgeSuspicious(await suspicionsIn(judged, moment, sources)) };
  }
  const report = await keptReport(moment, entry.event.seq);
  const input = { ...(await proofInput(report, judged, moment, sources)), ...keptExperiments(recorded) };
  const verdict = verdictOf(gate, input, moment);
  const { facts, ...judgement } = judgementOf(verdict, report, input);
  if (verdict.verdict === 'rerun') tellWanted(verdict.facts, recorded, tell);
  // Which tests are flaky is seen in further runs.
  const reasons = [...judgement.reasons, ...judgeKeptSabotage(recorded, moment)];
  const { sabotage } = recorded;
  return { ...judgement, reasons, facts: { ...facts, ...strengthOf(sabotage ?? {}), flaky: recorded.flaky, sabotage } };
}

/** What experiments showed, as it is recorded: judged again without running anything. */
function keptExperiments({ kept, red }: Passed): { readonly kept?: Kept; readonly stubbed?: Stubbed } {
  return {
    ...(typeof kept === 'object' && kept !== null ? { kept: kept as Kept } : {}),
    stubbed: { noticing: red?.passing ?? [], smoke: red?.smoke ?? [] },
  };
}

/** Whether the sabotage that is recorded should have been refused. */
function judgeKeptSabotage({ sabotage }: Passed, { state }: Moment): readonly Reason[] {
  const { functions = [], idle = [] } = (sabotage ?? {}) as Partial<SabotageFacts>;
  const { returns = {} } = phaseOf(state.workflow, state.phase);
  const stubbed = idle.filter((id) => state.knowledge.red?.passing?.includes(id) === true);
  const blind = stubbed.map((id) => ({ id, file: id.split('::')[0] ?? '' }));
  return [...functions.flatMap((one) => suspectFunction(one, one.regard)), ...suspectTests(blind)]
    .filter(isRefusable)
    .filter(({ code }) => lookup(returns, code) !== undefined)
    .map(refusalOf);
}

/** Gates that need nothing but the record and the files. */
const FROM_RECORD: Readonly<Record<string, (judged: Judged, moment: Moment, sources: Sources) => Promise<Judgement>>> =
  {
    scope: judgeChanges,
    list: judgeList,
    artifact: judgeDocument,
    findings: judgeReview,
    handoff: judgeHandoff,
  };

/** Figures are held to what had to be reached as they are kept; that they are true is not seen again. */
async function judgeKeptFigures(seq: number, moment: Moment, tell: Teller): Promise<Judgement> {
  const kept = readQuality(moment, await moment.attachment(seq, QUALITY_FILE));
  if (kept === undefined) return { reasons: [reason('quality_unknown', 'the figures are not kept.')] };
  tell.unchecked('whether coverage and other figures are what measuring gives: those runs are not kept.');
  const targets = targetsOf(moment);
  const { coverage, figures } = kept;
  const { reasons } = judgeQuality({
    targets: { ...targets, coverage: undefined },
    ...(figures === undefined ? {} : { figures: { value: figures } }),
  });
  const lines =
    targets.coverage === undefined
      ? []
      : coverage === undefined
        ? [reason('quality_unknown', 'coverage is not kept.')]
        : judgeKeptCoverage(targets.coverage, coverage);
  return { reasons: [...reasons, ...lines], facts: { coverage, figures } };
}

async function judgeKeptKinds(moment: Moment, sources: Sources, recorded: Passed, tell: Teller): Promise<Judgement> {
  const { candidate } = moment.state;
  if (candidate?.reportAt !== undefined) {
    return kindsJudgement(await keptReport(moment, candidate.reportAt), moment, sources);
  }
  tell.unchecked('whether tests of every kind ran: that run is not kept.');
  return { reasons: [], facts: { kinds: recorded.kinds } };
}

function isProof(gate: string): gate is ProofGate {
  return gate === 'red' || gate === 'green' || gate === 'refactor' || gate === 'tests';
}

/** A verdict may ask for more runs than are kept. What they showed is not known; that they were wanted is. */
function tellWanted({ repeat, rerun, experiments, contrary }: AnyFacts, recorded: Passed, tell: Teller): void {
  const flaky = new Set(Array.isArray(recorded.flaky) ? recorded.flaky : []);
  const untold = rerun.filter((id) => !flaky.has(id));
  if (untold.length > 0) {
    tell.problem(`tests fail in its report that should pass, and are not recorded as flaky: ${untold.join(', ')}.`);
  }
  const wanted = [
    ...(repeat ? ['whether the new tests fail a second time'] : []),
    ...(rerun.length > 0 ? ['whether tests that failed once passed in two further runs'] : []),
    ...(contrary.length > 0 ? ['whether the new tests fail when they expect something else'] : []),
    ...(experiments === true ? ['whether tests notice as much as before the refactoring'] : []),
  ];
  for (const what of wanted) tell.unchecked(`${what}: those runs are not kept.`);
}

export function tellReasons(reasons: readonly Reason[]): string {
  return reasons.map(({ code, message }) => `${code}: ${message}`).join(' ');
}

/** Names of what is recorded otherwise than expected. */
export function differences(recorded: Readonly<Record<string, unknown>>, expected: object): string[] {
  return Object.entries(expected).flatMap(([key, value]) => (same(recorded[key], value) ? [] : [key]));
}

function same(recorded: unknown, expected: unknown): boolean {
  const plain = (value: unknown) => JSON.stringify(value) ?? 'null';
  return recorded === expected || textOf(plain(recorded)) === textOf(plain(expected));
}

function textOf(json: string): string {
  return canonicalJson(JSON.parse(json) as JsonValue);
}
