/** The library: the handoff, its trace and summary, its dialects. */
export { BatonError, ERROR_CODES, type ErrorCode, isBatonError } from './base/error.ts';
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
export { readResult } from './handoff/result.ts';
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
