import { isObject, type JsonValue } from '../../../base/json.ts';
import { type Claim, readClaim } from '../../../handoff/claim.ts';
import { withoutBlock } from '../../../handoff/dialects/chariot.ts';
import { redact, redactText } from '../../../handoff/redact.ts';
import type { AgentResult } from '../../../handoff/result-schema.ts';
import { TRIGGER_PATTERN } from '../../../protocol/triggers.ts';
import type { EventData } from '../../../workflow/event-data.ts';
import { hasReported, type WrittenArtifact } from '../gates/artifact.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Turn } from '../turn.ts';
import type { KeptClaim } from './claim.ts';
import type { Played } from './session.ts';
import { messagesIn } from './transcript.ts';

/**
 * What the session reports: its result; where it gave none, the block at the end of the document it wrote. A trigger may
 * also stand in what it said last, where the project lets it.
 */
export function claimOf(
  { outcome, agent, stream }: Played & { readonly agent: string },
  written: WrittenArtifact | undefined,
  { state }: Turn,
  { pinned }: Surroundings,
): Claim {
  const isInDocument =
    !hasReported(outcome.result) && outcome.resultProblem === undefined && written?.body !== undefined;
  const claim = readClaim(isInDocument ? written.text : outcome.result, { agent, phase: state.phase });
  if (!pinned.trigger_tags || claim.result === undefined || claim.result.handoff?.trigger !== undefined) return claim;
  const trigger = lastTag(finalText(outcome.result, stream.path));
  return trigger === undefined ? claim : { result: { ...claim.result, handoff: { ...claim.result.handoff, trigger } } };
}

/** The trigger on the last line of a text, where nothing else stands on it. */
function lastTag(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const last = lines.findLast((line) => line !== '') ?? '';
  return TRIGGER_PATTERN.test(last) ? last : undefined;
}

/** What an agent said last: its answer where that is text, else the end of what it streamed. */
function finalText(result: unknown, stream: string): string {
  if (typeof result === 'string') return withoutBlock(result) ?? result;
  return messagesIn(stream)
    .flatMap((message) => (message.kind === 'text' ? [message.text] : []))
    .join('');
}

/** What the session claims, as it is kept: secrets are taken out, and where they stood is told. */
export function claimText(session: string, at: string, result: AgentResult | undefined, problem?: string): string {
  const { value, redactions } = redact((problem === undefined ? (result ?? {}) : {}) as JsonValue);
  const claim = { session, at, result: value, problem, redactions: redactions.map((one) => ({ ...one })) };
  return JSON.stringify(claim satisfies Record<keyof KeptClaim, unknown>);
}

const LONGEST_SUMMARY = 2_000;
const LONGEST_CONTEXT = 4_000;
const LONGEST_LEARNT = 300;
const MOST_LEARNT = 3;
const MOST_FILES = 50;
const MOST_DECISIONS = 10;

/** What of a claim the machine and people go by, short and without secrets. */
export function claimData(
  result: AgentResult | undefined,
  problem: string | undefined,
): Partial<EventData<'session.ended'>> {
  if (problem !== undefined) return { unreadable: problem };
  if (result === undefined) return {};
  const short = (text: string, most: number) => redactText(text).text.slice(0, most);
  const { status, blocked_reason, attempted, summary, questions, learnt, handoff } = result;
  const { files_modified: files, decisions } = result;
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
    ...(handoff?.context === undefined ? {} : { context: short(contextText(handoff.context), LONGEST_CONTEXT) }),
    ...(decisions === undefined
      ? {}
      : {
          decisions: decisions.slice(0, MOST_DECISIONS).map(({ what, why, alternatives }) => ({
            what: short(what, LONGEST_LEARNT),
            why: short(why, LONGEST_LEARNT),
            ...(alternatives === undefined
              ? {}
              : { alternatives: alternatives.slice(0, MOST_LEARNT).map((one) => short(one, LONGEST_LEARNT)) }),
          })),
        }),
    ...(files === undefined ? {} : { files: files.slice(0, MOST_FILES).map((file) => short(file, LONGEST_LEARNT)) }),
  };
}

/** What the next agent has to know, in words: fields are told by name, those named like credentials without value. */
function contextText(context: string | Readonly<Record<string, unknown>>): string {
  const clean = redact(context as JsonValue).value;
  if (!isObject(clean)) return String(clean);
  const told = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(clean)
    .map(([field, value]) => `${field}: ${told(value)}`)
    .join('\n');
}
