import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, isObject, showValue } from '../base/json.ts';
import type { HandoffStatus } from './lifecycle.ts';
import { type HANDOFF_PRIORITIES, HANDOFF_VERSION, type HandoffRecord, handoffRecordSchema } from './package-schema.ts';
import type { Redaction } from './redact.ts';
import type { TraceExportData } from './trace-schema.ts';

/** Names often used; any other is as good. */
export type AgentId =
  | 'speckit-generator'
  | 'code-reviewer'
  | 'security-auditor'
  | 'tdd-workflow'
  | 'documentation-generator'
  | 'architecture-advisor'
  | 'debugging-assistant'
  | 'mcp-tool-builder'
  | 'prompt-architect'
  | 'custom'
  | (string & {});

export type HandoffPriority = (typeof HANDOFF_PRIORITIES)[number];

/** What the source agent's trace said when the package was prepared. */
export type ExecutionTraceSnapshot = TraceExportData;

/** What the receiving agent needs to know. Fields of your own are kept. */
export interface HandoffContext {
  readonly [field: string]: unknown;
  readonly sessionId?: string | undefined;
  readonly artifacts?: readonly string[] | undefined;
  readonly workingDirectory?: string | undefined;
  readonly userRequest?: string | undefined;
  readonly decisions?: readonly HandoffDecision[] | undefined;
  readonly custom?: Readonly<Record<string, unknown>> | undefined;
}

export interface HandoffDecision {
  readonly what: string;
  readonly why: string;
  readonly alternatives?: readonly string[] | undefined;
}

/** What the receiving agent is asked to do. */
export interface HandoffInstructions {
  readonly task: string;
  readonly expectedOutput?: string | undefined;
  readonly constraints?: readonly string[] | undefined;
  readonly focusAreas?: readonly string[] | undefined;
  readonly avoid?: readonly string[] | undefined;
  readonly deadline?: Date | undefined;
}

/** The handoff in memory: as the record, with real dates. */
export interface HandoffPackage {
  readonly id: string;
  readonly version: string;
  readonly sourceAgent: AgentId;
  readonly targetAgent: AgentId;
  readonly priority: HandoffPriority;
  readonly status: HandoffStatus;
  readonly context: HandoffContext;
  readonly instructions: HandoffInstructions;
  readonly trace?: ExecutionTraceSnapshot | undefined;
  readonly createdAt: Date;
  readonly expiresAt?: Date | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly redactions?: readonly Redaction[] | undefined;
}

/** A package that Baton checked and sealed: deep-frozen, and able to give its plain record. */
export interface SealedHandoff extends HandoffPackage {
  toJSON(): HandoffRecord;
}

/** A package from anything that claims to be one: the version first, then the whole shape, then sealed. */
export function readPackage(given: unknown): SealedHandoff {
  if (isSealed(given)) return given;
  if (!isObject(given)) {
    throw new BatonError('invalid_handoff', `Invalid handoff: expected an object, got ${showValue(given)}.`);
  }
  checkVersion(given.version);
  const record = copyJson(given, 'handoff');
  return seal(checkRecord(record));
}

/** The same package in another status. */
export function withStatus(handoff: SealedHandoff, status: HandoffStatus): SealedHandoff {
  return seal(Object.freeze({ ...handoff.toJSON(), status }));
}

/** Checks a frozen copy against the schema and gives the copy itself, so that nothing is built twice. */
export function checkRecord(record: unknown): HandoffRecord {
  checkShape(handoffRecordSchema, record, 'handoff', 'invalid_handoff');
  return record as HandoffRecord;
}

const sealed = new WeakSet<object>();

/** Whether the object is a package made here, which therefore needs no second check. */
export function isSealed(given: unknown): given is SealedHandoff {
  return typeof given === 'object' && given !== null && sealed.has(given);
}

/**
 * The in-memory form of a checked, frozen record. A `Date` can be changed even when frozen, so each access to a date
 * gives a fresh one and the package itself cannot be changed through it.
 */
export function seal(record: HandoffRecord): SealedHandoff {
  const handoff: Record<string, unknown> = { ...record };
  dateField(handoff, 'createdAt', record.createdAt);
  if (record.expiresAt !== undefined) dateField(handoff, 'expiresAt', record.expiresAt);
  if (record.instructions.deadline !== undefined) {
    const instructions = { ...record.instructions };
    dateField(instructions, 'deadline', record.instructions.deadline);
    handoff.instructions = Object.freeze(instructions);
  }
  Object.defineProperty(handoff, 'toJSON', { value: () => record, enumerable: false });
  sealed.add(handoff);
  return Object.freeze(handoff) as unknown as SealedHandoff;
}

function dateField(target: object, name: string, text: string): void {
  const time = Date.parse(text);
  Object.defineProperty(target, name, { get: () => Object.freeze(new Date(time)), enumerable: true });
}

function checkVersion(version: unknown): void {
  if (version === undefined || version === null || version === '') {
    throw new BatonError('invalid_version', `Invalid handoff: missing version (expected ${HANDOFF_VERSION}).`);
  }
  if (typeof version !== 'string') {
    throw new BatonError(
      'invalid_version',
      `Invalid handoff: version is ${showValue(version)} (expected text such as "${HANDOFF_VERSION}").`,
    );
  }
  if (majorOf(version) === majorOf(HANDOFF_VERSION)) return;
  throw new BatonError(
    'incompatible_version',
    `Incompatible handoff version: ${version.slice(0, 40)} (expected ${HANDOFF_VERSION})`,
    { data: { expected: HANDOFF_VERSION } },
  );
}

function majorOf(version: string): string | undefined {
  return version.split('.')[0];
}
