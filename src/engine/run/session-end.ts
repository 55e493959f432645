import { now } from '../../base/clock.ts';
import type { JsonValue } from '../../base/json.ts';
import { type Claim, readClaim } from '../../handoff/claim.ts';
import { redact, redactText } from '../../handoff/redact.ts';
import type { AgentResult } from '../../handoff/result-schema.ts';
import type { SessionMessage } from '../../runners/runner.ts';
import { readTail } from '../../sys/kept-file.ts';
import type { EventData } from '../../workflow/event-data.ts';
import { phaseOf } from '../../workflow/workflow.ts';
import type { Snapshot, Workbench } from '../workbench.ts';
import { tickTree } from './list-edits.ts';
import type { Played } from './session.ts';
import type { Surroundings } from './surroundings.ts';
import type { Turn } from './turn.ts';
import { usageOf } from './usage.ts';

interface Ended extends Played {
  readonly session: string;
  readonly agent: string;
}

/** Takes the snapshot of what a session left, keeps it, and records how the session ended and what it claims. */
export async function endSession(turn: Turn, around: Surroundings, bench: Workbench, ended: Ended): Promise<void> {
  const { outcome, session, agent } = ended;
  const done = outcome.ended === 'done';
  const { result, problem = outcome.resultProblem } = done ? claimed(outcome, agent, turn) : {};
  const snapshot = done ? await bench.snapshot() : undefined;
  const tree = snapshot === undefined ? undefined : await candidateOf(snapshot, turn, around);
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
      ...claimOf(result, problem),
      usage: usageOf(outcome.usage, ended.ms),
      contained: ended.contained,
      ...(ended.outside.length === 0 ? {} : { outside: [...ended.outside] }),
      ...(outcome.sessionId === undefined ? {} : { session_id: outcome.sessionId }),
      ...(outcome.model === undefined ? {} : { model: outcome.model }),
    },
    attachments: {
      'transcript.txt': transcriptOf(ended),
      ...(result === undefined ? {} : { 'result.json': JSON.stringify(redact(result as JsonValue).value) }),
    },
  });
  await Promise.all([kept, recorded]);
}

/** Keeps a candidate from being collected until it is judged, and to be looked at after it was refused. */
function keep(tree: string, session: string, { run }: Turn, { store }: Surroundings): Promise<void> {
  return store.local.put(run, `candidate-${session}`, { tree }, now().toISOString());
}

function claimed({ result }: Played['outcome'], agent: string, { state }: Turn): Claim {
  return readClaim(result, { agent, phase: state.phase });
}

/** What was said and done, as one text: a secret that came in two pieces is seen here. */
function transcriptOf({ stream }: Ended): string {
  const lines = readTail(stream.path, LONGEST_TRANSCRIPT).split('\n');
  const told = lines.flatMap((line) => (line === '' ? [] : [messageText(JSON.parse(line) as SessionMessage)]));
  return redactText(told.join('')).text;
}

function messageText(message: SessionMessage): string {
  switch (message.kind) {
    case 'text':
      return message.text;
    case 'tool_call':
      return `\n[${message.tool}] ${JSON.stringify(message.input)}\n`;
    case 'tool_result':
      return `\n[${message.tool} ${message.ok ? 'gave' : 'failed'}] ${message.text}\n`;
    case 'error':
      return `\n[error] ${message.text}\n`;
    case 'usage':
      return '';
  }
}

/** A session that nobody saw the end of: the Baton that ran it died. It used up no attempt. */
export async function loseSession(turn: Turn, session: string): Promise<void> {
  await turn.append({
    type: 'session.ended',
    data: { session, ended: 'lost', usage: { tokens: 0, usd: 0, ms: 0 } },
  });
}

const LONGEST_TRANSCRIPT = 64_000;
const LONGEST_DETAIL = 4_000;
const LONGEST_SUMMARY = 2_000;
const LONGEST_LEARNT = 300;
const MOST_LEARNT = 3;

/** Baton ticks the item before the tree is judged, so that the proved tree is the committed one. */
function candidateOf({ tree }: Snapshot, turn: Turn, around: Surroundings): Promise<string> | string {
  const { ticks } = phaseOf(turn.state.workflow, turn.state.phase);
  return ticks === true ? tickTree(tree, turn, around) : tree;
}

/** What the snapshot could not take, for the gates. */
function leftOut({ problems }: Snapshot): Readonly<Record<string, unknown>> {
  return problems.length === 0 ? {} : { problems: problems.map((problem) => ({ ...problem })) };
}

function claimOf(result: AgentResult | undefined, problem: string | undefined): Partial<EventData<'session.ended'>> {
  if (problem !== undefined) return { unreadable: problem };
  if (result === undefined) return {};
  const short = (text: string, most: number) => redactText(text).text.slice(0, most);
  const { status, blocked_reason, attempted, summary, questions, learnt, handoff } = result;
  return {
    status,
    ...(blocked_reason === undefined ? {} : { blocked_reason }),
    ...(attempted === undefined ? {} : { attempted: attempted.map((text) => short(text, LONGEST_SUMMARY)) }),
    ...(summary === undefined ? {} : { summary: short(summary, LONGEST_SUMMARY) }),
    ...(questions === undefined ? {} : { questions: questions.map((text) => short(text, LONGEST_SUMMARY)) }),
    ...(learnt === undefined
      ? {}
      : { learnt: learnt.slice(0, MOST_LEARNT).map((text) => short(text, LONGEST_LEARNT)) }),
    ...(handoff?.trigger === undefined ? {} : { trigger: handoff.trigger }),
  };
}
