import type { FileChange } from '../../evidence/diff.ts';
import type { Reason } from '../../evidence/reasons.ts';
import type { TestReport } from '../../evidence/report.ts';
import type { EventData } from '../../workflow/event-data.ts';
import type { GateName } from '../../workflow/workflow-schema.ts';
import { judgeList } from './gate-list.ts';
import { judgeMutants } from './gate-mutation.ts';
import { judgeProof } from './gate-proof.ts';
import { judgeChanges } from './gate-scope.ts';
import { REPORT_FILE, reportText } from './report.ts';
import { loseSession } from './session-end.ts';
import type { Surroundings } from './surroundings.ts';
import { suspicionsIn } from './suspicions.ts';
import type { Turn } from './turn.ts';

/** What a gate found on a candidate. */
export interface Judgement {
  readonly reasons: readonly Reason[];
  /** What goes into `gate.passed` for the machine. */
  readonly remember?: Partial<EventData<'gate.passed'>> | undefined;
  /** What a person may want to know. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly report?: TestReport | undefined;
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
export async function judge(turn: Turn, around: Surroundings, gates: readonly GateName[]): Promise<void> {
  const tree = turn.state.candidate?.tree;
  if (tree === undefined || !(await isHere(tree, around)))
    return loseSession(turn, turn.state.candidate?.session ?? '');
  const judged = { tree, changes: await around.changes(turn.state.base.tree, tree) };
  for (const gate of gates) {
    around.onProgress(`judging: ${gate}`);
    const { reasons, remember, facts, report } = await judgeGate(gate, judged, turn, around);
    const attachments = report === undefined ? {} : { [REPORT_FILE]: reportText(report) };
    const reported = report === undefined ? {} : { report: REPORT_FILE };
    if (reasons.length > 0) {
      await turn.append({ type: 'gate.refused', data: { gate, tree, reasons: [...reasons], ...facts }, attachments });
      return;
    }
    if (PROOF_GATES.has(gate)) await raiseSuspicions(judged, turn, around);
    await turn.append({ type: 'gate.passed', data: { gate, tree, ...reported, ...remember, ...facts }, attachments });
  }
}

/** Gates that run the tests of the candidate itself. */
const PROOF_GATES: ReadonlySet<GateName> = new Set(['red', 'green', 'refactor']);

function judgeGate(gate: GateName, judged: Judged, turn: Turn, around: Surroundings): Promise<Judgement> {
  if (gate === 'scope') return judgeChanges(judged, turn, around);
  if (gate === 'list') return judgeList(judged, turn, around);
  if (gate === 'mutation') return judgeMutants(judged, turn, around);
  return judgeProof(gate, judged, turn, around);
}

/** A candidate is kept on the machine that made it; elsewhere the session counts as lost and is played again. */
async function isHere(tree: string, { reader }: Surroundings): Promise<boolean> {
  return (await reader.read(tree)) !== undefined;
}

/** Tells what looks like a way round the tests. It is no refusal. */
async function raiseSuspicions(judged: Judged, turn: Turn, around: Surroundings): Promise<void> {
  const suspicions = await suspicionsIn(judged, turn, around);
  if (suspicions.length === 0) return;
  await turn.append({ type: 'suspicion.raised', data: { suspicions: suspicions.slice(0, MOST_TOLD) } });
}

const MOST_TOLD = 20;
