import { now } from '../../../base/clock.ts';
import { readClaim } from '../../../handoff/claim.ts';
import { redactText } from '../../../handoff/redact.ts';
import type { AgentResult } from '../../../handoff/result-schema.ts';
import { phaseOf } from '../../../workflow/workflow.ts';
import type { Snapshot, Workbench } from '../../workbench.ts';
import { endArtifact, writtenArtifact } from '../gates/artifact.ts';
import { tickTree } from '../list-edits.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import { CLAIM_FILE } from './claim.ts';
import { claimData, claimOf, claimText } from './claimed.ts';
import type { Played } from './session.ts';
import { transcriptOf } from './transcript.ts';
import { usageFor } from './usage.ts';

interface Ended extends Played {
  readonly session: string;
  readonly agent: string;
}

/** Takes the snapshot of what a session left, keeps it, and records how the session ended and what it claims. */
export async function endSession(turn: Turn, around: Surroundings, bench: Workbench, played: Ended): Promise<void> {
  const ended = bench.isThere() ? played : await withoutWorkbench(played, around);
  const { outcome, session, agent } = ended;
  const done = outcome.ended === 'done';
  const at = now().toISOString();
  const snapshot = done ? await bench.snapshot() : undefined;
  const written = snapshot === undefined ? undefined : await writtenArtifact(snapshot.tree, turn, around);
  const { result, problem = outcome.resultProblem } = done ? claimOf(ended, written, turn, around) : {};
  const left = snapshot === undefined ? await unfinishedOf(ended, bench) : await candidateOf(snapshot, turn, around);
  const isWhole = left !== undefined && result !== undefined && problem === undefined;
  const tree = isWhole ? await endArtifact(left, written, result, at, turn, around) : left;
  // Nothing of this waits for the other: keeping the candidate, comparing it for the gates, and the record.
  const kept = tree === undefined ? undefined : keep(tree, session, turn, around);
  if (tree !== undefined) void around.changes(turn.state.base.tree, tree).catch(() => undefined);
  const recorded = turn.append({
    type: 'session.ended',
    actor: agent,
    data: {
      session,
      ended: outcome.ended,
      ...(outcome.detail === '' ? {} : { detail: redactText(outcome.detail).text.slice(-LONGEST_DETAIL) }),
      ...(tree === undefined ? {} : { candidate: tree }),
      ...(outcome.retryAfterMs === undefined ? {} : { retry_after_ms: outcome.retryAfterMs }),
      ...(snapshot === undefined ? {} : leftOut(snapshot)),
      ...claimData(result, problem),
      usage: usageFor(outcome.usage, ended.claimsUsage ? saidUsage(ended, result, turn) : undefined, {
        ms: ended.ms,
        isOver: done || (ended.claimsUsage && (outcome.ended === 'failed' || outcome.ended === 'timed_out')),
        budget: turn.state.settings.budget,
      }),
      contained: ended.contained,
      ...(ended.outside.length === 0 ? {} : { outside: [...ended.outside] }),
      ...(outcome.sessionId === undefined ? {} : { session_id: outcome.sessionId }),
      ...(outcome.model === undefined ? {} : { model: outcome.model }),
    },
    attachments: {
      'transcript.txt': transcriptOf(ended.stream.path),
      ...(done ? { [CLAIM_FILE]: claimText(session, at, result, problem) } : {}),
    },
  });
  await Promise.all([kept, recorded]);
}

/** A session that deleted or replaced its workbench left nothing to judge. The next one gets a new workbench. */
async function withoutWorkbench(played: Ended, around: Surroundings): Promise<Ended> {
  await around.discardWorkbench();
  const { outcome } = played;
  if (outcome.ended !== 'done') return played;
  const detail =
    'The workbench was deleted or replaced during the session. Change the files in it, not the directory itself.';
  return { ...played, outcome: { ...outcome, ended: 'failed', detail } };
}

/** What the agent says it used. A session that failed may have left a result all the same. */
function saidUsage({ outcome, agent }: Ended, result: AgentResult | undefined, { state }: Turn): AgentResult['usage'] {
  return (result ?? readClaim(outcome.result, { agent, phase: state.phase }).result)?.usage;
}

/** What a chat had in its workbench when it left: the next one goes on from there. A workbench that is gone held nothing. */
async function unfinishedOf({ outcome, byChat }: Played, bench: Workbench): Promise<string | undefined> {
  if (!byChat || outcome.ended !== 'interrupted') return undefined;
  const snapshot = await bench.snapshot().catch(() => undefined);
  return snapshot?.tree;
}

/** Keeps a candidate from being collected until it is judged, and to be looked at after it was refused. */
function keep(tree: string, session: string, { run }: Turn, { store }: Surroundings): Promise<void> {
  return store.local.put(run, `candidate-${session}`, { tree }, now().toISOString());
}

/** A session that nobody saw the end of: the Baton that ran it died. It used up no attempt. */
export async function loseSession(turn: Turn, session: string, detail?: string): Promise<void> {
  const why = detail === undefined ? {} : { detail };
  await turn.append({
    type: 'session.ended',
    data: { session, ended: 'lost', ...why, usage: { tokens: 0, usd: 0, ms: 0 } },
  });
}

/** A session whose candidate is not in this clone counts as lost: its phase is played again. */
export async function loseCandidate(turn: Turn, { onProgress }: Pick<Surroundings, 'onProgress'>): Promise<void> {
  const { candidate, phase } = turn.state;
  const was = candidate?.approved === true ? ' that was approved' : '';
  const detail = `The candidate${was} (tree ${candidate?.tree?.slice(0, 12) ?? 'unknown'}) is not in this clone. ${phase} is played again.`;
  onProgress(detail);
  await loseSession(turn, candidate?.session ?? '', detail);
}

const LONGEST_DETAIL = 4_000;

/** Baton ticks the item before the tree is judged, so that the proved tree is the committed one. */
function candidateOf({ tree }: Snapshot, turn: Turn, around: Surroundings): Promise<string> | string {
  const { ticks } = phaseOf(turn.state.workflow, turn.state.phase);
  return ticks === true ? tickTree(tree, turn, around) : tree;
}

/** What the snapshot could not take, for the gates. */
function leftOut({ problems }: Snapshot): Readonly<Record<string, unknown>> {
  return problems.length === 0 ? {} : { problems: problems.map((problem) => ({ ...problem })) };
}
