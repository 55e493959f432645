/** The library: runs, the handoff, its trace and summary, its dialects. */
import type { Baton, OpenOptions } from './open.ts';

export { BatonError, ERROR_CODES, type ErrorCode, isBatonError } from './base/error.ts';
export type { Answer, AnswerOptions } from './engine/run/answer.ts';
export type { Estimate } from './engine/run/estimate.ts';
export type { Live, LiveBoard, LiveRun } from './engine/run/live/live.ts';
export type { MergeOptions, RunMergeOutcome } from './engine/run/merge.ts';
export type { Runs, Watching } from './engine/run/runs.ts';
export type { StartOptions } from './engine/run/start/resolve.ts';
export type { RunView } from './engine/run/view.ts';
export { AgentHandoffCoordinator, agentHandoffCoordinator } from './handoff/coordinator.ts';
export { fromA2aStatus, toA2aStatus } from './handoff/dialects/a2a.ts';
export { parseChariotOutput, writeChariotBlock } from './handoff/dialects/chariot.ts';
export {
  type DomainZeroEvent,
  domainZeroEvent,
  parseDomainZeroEvent,
  requestFromDomainZero,
  writeDomainZeroEvent,
} from './handoff/dialects/domain-zero.ts';
export { parseTddNote, type TddNote, writeTddNote } from './handoff/dialects/tdd-note.ts';
export type { HandoffStatus } from './handoff/lifecycle.ts';
export type {
  AgentId,
  ExecutionTraceSnapshot,
  HandoffContext,
  HandoffInstructions,
  HandoffPackage,
  HandoffPriority,
  SealedHandoff,
} from './handoff/package.ts';
export type { CreateHandoffRequest, TraceSource } from './handoff/prepare.ts';
export { estimateTokens, type Fact, type RenderedPrompt, type RenderOptions, renderPrompt } from './handoff/prompt.ts';
export { renderHandoff } from './handoff/prompt-facts.ts';
export { type Redaction, redact, redactText } from './handoff/redact.ts';
export { readResult, routeBlockedAgent, validateHandoff } from './handoff/result.ts';
export type { AgentResult } from './handoff/result-schema.ts';
export {
  type FeedbackItem,
  type OperationStatus,
  type Suggestion,
  SummaryFeedbackCoordinator,
  type SummaryOptions,
  type SummaryResult,
} from './handoff/summary.ts';
export { ExecutionTrace } from './handoff/trace.ts';
export type { TraceDecision, TraceError, TraceExportData, TraceMetric } from './handoff/trace-schema.ts';
export type { Baton, OpenOptions } from './open.ts';
export type { Config } from './protocol/config-schema.ts';
export type { Entry } from './store/store.ts';
export type { JournalEvent } from './workflow/event.ts';
export type { OpenAsk } from './workflow/state.ts';

/**
 * Opens Baton in the repository a directory belongs to: start, resume, watch and answer runs. What it needs is loaded
 * now and not with the library, whose other parts need neither git nor a disk.
 */
export async function openBaton(options: OpenOptions): Promise<Baton> {
  const { openBaton: open } = await import('./open.ts');
  return open(options);
}
