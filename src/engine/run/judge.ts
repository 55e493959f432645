import type { FileChange } from '../../evidence/diff.ts';
import { judgeSuspicious } from '../../evidence/mutation/judge-mutation.ts';
import type { Reason } from '../../evidence/reasons.ts';
import type { TestReport } from '../../evidence/report.ts';
import { isRefusable, refusalOf } from '../../evidence/sabotage/sabotage.ts';
import type { Redaction } from '../../handoff/redact.ts';
import type { EventData, Raised } from '../../workflow/event-data.ts';
import { lookup, phaseOf } from '../../workflow/workflow.ts';
import { type Gate, gateName } from '../../workflow/workflow-schema.ts';
import { judgeImplemented } from './gates/already-implemented.ts';
import { judgeDocument } from './gates/artifact.ts';
import { judgeCommand } from './gates/command.ts';
import { withFault } from './gates/fault.ts';
import { judgeReview } from './gates/findings.ts';
import { judgeHandoff } from './gates/handoff.ts';
import { judgeList } from './gates/list.ts';
import { judgeMutants } from './gates/mutation.ts';
import { judgeDiff, judgeProof, type ProofGate } from './gates/proof.ts';
import { judgeFigures, judgeTestKinds } from './gates/quality.ts';
import { sabotage } from './gates/sabotage.ts';
import { judgeChanges } from './gates/scope.ts';
import { suspicionsIn } from './gates/suspicions.ts';
import { REPORT_FILE, reportText, sandboxOf } from './report.ts';
import { loseCandidate } from './session/end.ts';
import { isHere, type Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';

/** What a gate found on a candidate. */
export interface Judgement {
  readonly reasons: readonly Reason[];
  /** What goes into `gate.passed` for the machine. */
  readonly remember?: Partial<EventData<'gate.passed'>> | undefined;
  /** What a person may want to know. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly report?: TestReport | undefined;
  /** What else is kept beside the event. */
  readonly attachments?: Readonly<Record<string, string>> | undefined;
  /** The handoff that counts: recorded in place of `gate.passed`. */
  readonly raised?: Raised | undefined;
  readonly redactions?: readonly Redaction[] | undefined;
  /** What a review found and verified that the run does not know yet: recorded before the gate passes. */
  readonly opens?: readonly EventData<'finding.opened'>[] | undefined;
  readonly closes?: readonly EventData<'finding.closed'>[] | undefined;
}

/** A candidate with what it changed against the base of its phase. */
export interface Judged {
  readonly tree: string;
  readonly changes: readonly FileChange[];
}

/**
 * Judges the candidate by the gates that are left, in order; the first refusal ends it. Proofs are known once made, so
 * judging again after a crash costs little.
 */
export async function judge(turn: Turn, around: Surroundings, gates: readonly Gate[]): Promise<void> {
  const tree = turn.state.candidate?.tree;
  if (tree === undefined || !(await isHere(around, tree))) return loseCandidate(turn, around);
  const judged = { tree, changes: await around.changes(turn.state.base.tree, tree) };
  let isLookedAt = false;
  for (const [at, gate] of gates.entries()) {
    if (!isLookedAt && PROOF_GATES.has(gate)) {
      isLookedAt = true;
      const early = await refusalOnDiff(gates.slice(at), judged, turn, around);
      if (early !== undefined) return recordRefusal(gateName(early.gate), judged, early, turn);
    }
    around.onProgress(`judging: ${gateName(gate)}`);
    let judgement = await judgeGate(gate, judged, turn, around);
    if (judgement.reasons.length > 0) {
      const reasons = gate === 'green' ? await withFault(judged, judgement, turn, around) : judgement.reasons;
      return recordRefusal(gateName(gate), judged, { ...judgement, reasons }, turn);
    }
    if (PROOF_GATES.has(gate)) judgement = await tryOut(gate, judged, judgement, turn, around);
    if (judgement.reasons.length > 0) return recordRefusal(gateName(gate), judged, judgement, turn);
    await recordPassing(gateName(gate), judged, judgement, turn);
  }
}

/** Gates that run the tests of the candidate itself. */
const PROOF_GATES: ReadonlySet<Gate> = new Set<Gate>(['red', 'green', 'refactor', 'tests'] satisfies ProofGate[]);

function isProofGate(gate: Gate): gate is ProofGate {
  return PROOF_GATES.has(gate);
}

/** The first refusal that the diff alone gives, by any of the gates: a proof is not paid for what cannot pass anyway. */
async function refusalOnDiff(
  gates: readonly Gate[],
  judged: Judged,
  turn: Turn,
  around: Surroundings,
): Promise<(Judgement & { readonly gate: Gate }) | undefined> {
  for (const gate of gates) {
    const reasons = await reasonsOnDiff(gate, judged, turn, around);
    if (reasons.length > 0) return { gate, reasons };
  }
  return undefined;
}

async function reasonsOnDiff(gate: Gate, judged: Judged, turn: Turn, around: Surroundings): Promise<readonly Reason[]> {
  if (gate === 'artifact') return (await judgeDocument(judged, turn, around)).reasons;
  if (gate === 'mutation') return judgeSuspicious(await suspicionsIn(judged, turn, around));
  return isProofGate(gate) ? judgeDiff(gate, judged, turn, around) : [];
}

function judgeGate(gate: Gate, judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  if (typeof gate !== 'string') return judgeCommand(gate, judged, around);
  switch (gate) {
    case 'scope':
      return judgeChanges(judged, turn, around);
    case 'list':
      return judgeList(judged, turn, around);
    case 'mutation':
      return judgeMutants(judged, turn, around);
    case 'quality':
      return judgeFigures(judged, turn, around);
    case 'kinds':
      return judgeTestKinds(judged, turn, around);
    case 'artifact':
      return judgeDocument(judged, turn, around);
    case 'findings':
      return judgeReview(judged, turn, around);
    case 'handoff':
      return judgeHandoff(judged, turn, around);
    case 'red':
      return turn.state.candidate?.saysImplemented === true
        ? judgeImplemented(judged, turn, around)
        : judgeProof(gate, judged, turn, around);
    default:
      return judgeProof(gate, judged, turn, around);
  }
}

async function recordRefusal(gate: string, { tree }: Judged, { reasons, facts, report }: Judgement, turn: Turn) {
  const data = { gate, tree, reasons: [...reasons], ...facts, ...sandboxOf(report) };
  await turn.append({ type: 'gate.refused', data, attachments: reportOf(report) });
}

/** What a gate found out is recorded before it passes: judged again after a crash, it gives the rest. */
async function recordPassing(gate: string, { tree }: Judged, judgement: Judgement, turn: Turn): Promise<void> {
  const { remember, facts, report, raised, redactions = [], opens = [], closes = [] } = judgement;
  for (const data of opens) await turn.append({ type: 'finding.opened', data });
  for (const data of closes) await turn.append({ type: 'finding.closed', data });
  if (redactions.length > 0) {
    await turn.append({
      type: 'redaction.made',
      data: { in: 'trigger', redactions: redactions.map((one) => ({ ...one })) },
    });
  }
  if (raised !== undefined) {
    await turn.append({ type: 'trigger.raised', actor: raised.source, data: { gate: 'handoff', tree, ...raised } });
    return;
  }
  const attachments = { ...reportOf(report), ...judgement.attachments };
  const reported = report === undefined ? {} : { report: REPORT_FILE };
  await turn.append({
    type: 'gate.passed',
    data: { gate, tree, ...reported, ...remember, ...facts, ...sandboxOf(report) },
    attachments,
  });
}

function reportOf(report: TestReport | undefined): Readonly<Record<string, string>> {
  return report === undefined ? {} : { [REPORT_FILE]: reportText(report) };
}

/** Sabotages what green wrote. What the workflow gives back to another phase is refused, all else only told. */
async function tryOut(
  gate: Gate,
  judged: Judged,
  judgement: Judgement,
  turn: Turn,
  around: Surroundings,
): Promise<Judgement> {
  const { returns = {} } = phaseOf(turn.state.workflow, turn.state.phase);
  const tried = gate === 'green' || gate === 'tests' ? await sabotage(judged, judgement, turn, around) : undefined;
  const found = tried?.suspicions ?? [];
  // Who wrote the tests together with the code can make them stronger at once.
  const refused = found
    .filter(isRefusable)
    .filter(({ code }) => gate === 'tests' || lookup(returns, code) !== undefined);
  const report = gate === 'red' ? judgement.report : undefined;
  const told = found.filter((one) => !refused.some((other) => other === one));
  const suspicions = [...told, ...(await suspicionsIn(judged, turn, around, report))];
  if (suspicions.length > 0 && refused.length === 0 && (tried?.reasons ?? []).length === 0) {
    await turn.append({
      type: 'suspicion.raised',
      data: { suspicions: suspicions.slice(0, MOST_TOLD).map((one) => ({ ...one })) },
    });
  }
  if (tried === undefined) return judgement;
  const facts = { ...judgement.facts, ...strengthOf(tried.facts), sabotage: tried.facts };
  return { ...judgement, facts, reasons: [...tried.reasons, ...refused.map(refusalOf)] };
}

const MOST_TOLD = 20;

/** How strong the evidence of a gate is, where it could not be tried what the tests notice. */
export function strengthOf({ unsabotaged }: { readonly unsabotaged?: string | undefined }): {
  readonly strength?: 'unsabotaged';
} {
  return unsabotaged === undefined ? {} : { strength: 'unsabotaged' };
}
