import { checkShape } from '../base/check.ts';
import { BatonError } from '../base/error.ts';
import { copyJson, isObject, type JsonObject, type JsonValue, showValue } from '../base/json.ts';
import {
  type AgentResult,
  agentResultSchema,
  BLOCKED_REASONS,
  BLOCKED_ROUTING,
  RESULT_STATUSES,
  resultHandoffSchema,
} from './result-schema.ts';

/** The session a result came from: what the agent itself need not say. */
export interface ResultSession {
  readonly agent: string;
  readonly phase: string;
}

/**
 * An agent's result from JSON text or an object, frozen. Hyphens in `status` and `blocked_reason` are read as underscores,
 * nulls as absent fields, and an object as `summary` as text. One error tells everything that is wrong, so that the agent can repair it in one go.
 */
export function readResult(given: unknown, session?: ResultSession): AgentResult {
  return resultOf(typeof given === 'string' ? JSON.parse(given) : given, session);
}

/** Whether an agent's result, as JSON text or an object, is one: `readResult` says what is wrong where it is not. */
export function validateHandoff(given: unknown): boolean {
  try {
    readResult(given);
    return true;
  } catch {
    return false;
  }
}

/**
 * The agent that takes over from a blocked one, by the reason it gives; nothing where a person has to answer. The usual
 * table, with the project's own entries on top; an unknown reason goes to a person.
 */
export function routeBlockedAgent(
  reason: string,
  routing: Readonly<Record<string, string | undefined>> = {},
): string | undefined {
  const key = reason.replaceAll('-', '_');
  const table = { ...BLOCKED_ROUTING, ...routing };
  const agent = Object.hasOwn(table, key) ? table[key as keyof typeof BLOCKED_ROUTING] : undefined;
  return agent === 'ask' ? undefined : agent;
}

/** A result from a value that was already parsed: text in its place is no result. */
export function resultOf(value: unknown, session?: ResultSession): AgentResult {
  const copy = copyJson(value, 'agent result');
  if (!isObject(copy)) {
    throw new BatonError('invalid_result', `Invalid agent result: expected an object, got ${showValue(copy)}.`);
  }
  const result = normalise(copy as JsonObject, session);
  checkResult(result);
  return result as unknown as AgentResult;
}

interface ResultRule {
  readonly field: string;
  readonly sentence: (result: JsonObject) => string;
  /** Judges results of any shape: the schema's complaints come with the rule's, not instead of it. */
  readonly isBroken: (result: JsonObject) => boolean;
}

const SAYS_WHAT_HAPPENED: ResultRule = {
  field: 'summary',
  sentence: () => 'summary and handoff.context are both empty (one of them has to say what happened).',
  isBroken: (result) => isEmpty(result.summary) && isEmpty(handoffOf(result).context),
};

const BLOCKED_NAMES_A_REASON: ResultRule = {
  field: 'blocked_reason',
  sentence: () => `blocked_reason is missing (a blocked result needs one of ${BLOCKED_REASONS.join(', ')}).`,
  isBroken: (result) => isBlocked(result) && result.blocked_reason === undefined,
};

const BLOCKED_TELLS_ATTEMPTS: ResultRule = {
  field: 'attempted',
  sentence: () => 'attempted is empty (a blocked result lists what was tried).',
  isBroken: (result) => isBlocked(result) && isEmpty(result.attempted),
};

const BLOCKED_LEAVES_ROUTING_OPEN: ResultRule = {
  field: 'handoff.next_agent',
  sentence: (result) =>
    `handoff.next_agent is ${showValue(handoffOf(result).next_agent)} (expected null: the workflow decides who is next after a blocked result).`,
  isBroken: (result) => isBlocked(result) && (handoffOf(result).next_agent ?? null) !== null,
};

const RESULT_RULES = [SAYS_WHAT_HAPPENED, BLOCKED_NAMES_A_REASON, BLOCKED_TELLS_ATTEMPTS, BLOCKED_LEAVES_ROUTING_OPEN];

function normalise(copy: JsonObject, session: ResultSession | undefined): JsonObject {
  const result: Record<string, JsonValue> = withoutNulls(copy, RESULT_OPTIONALS);
  respell(result, 'status', RESULT_STATUSES);
  respell(result, 'blocked_reason', BLOCKED_REASONS);
  if (isObject(result.summary)) result.summary = summaryText(result.summary as JsonObject);
  if (isObject(result.handoff)) {
    result.handoff = Object.freeze(withoutNulls(result.handoff as JsonObject, HANDOFF_OPTIONALS));
  }
  if (Array.isArray(result.decisions)) result.decisions = Object.freeze(result.decisions.map(normaliseDecision));
  if (session !== undefined) {
    result.agent ??= session.agent;
    result.phase ??= session.phase;
  }
  return Object.freeze(result);
}

const RESULT_OPTIONALS = new Set(Object.keys(agentResultSchema.shape).filter((field) => field !== 'status'));
const HANDOFF_OPTIONALS = new Set(Object.keys(resultHandoffSchema.shape).filter((field) => field !== 'next_agent'));
const DECISION_OPTIONALS = new Set(['alternatives']);

function normaliseDecision(decision: JsonValue): JsonValue {
  return isObject(decision) ? Object.freeze(withoutNulls(decision as JsonObject, DECISION_OPTIONALS)) : decision;
}

function withoutNulls(object: JsonObject, optional: ReadonlySet<string>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(object).filter(([field, value]) => value !== null || !optional.has(field)));
}

/** A summary that is written as an object, as text: one line for each field. */
function summaryText(summary: JsonObject): string {
  return Object.entries(summary)
    .map(([field, value]) => `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');
}

/** Puts underscores for hyphens where that gives an allowed word; anything else stays for the error to show. */
function respell(result: Record<string, JsonValue>, field: string, allowed: readonly string[]): void {
  const word = result[field];
  if (typeof word !== 'string') return;
  const respelt = word.replaceAll('-', '_');
  if (allowed.includes(respelt)) result[field] = respelt;
}

function checkResult(result: JsonObject): void {
  const broken = RESULT_RULES.filter((rule) => rule.isBroken(result));
  const sentences = broken.map((rule) => rule.sentence(result));
  const fields = broken.map((rule) => rule.field);
  try {
    checkShape(agentResultSchema, result, 'agent result', 'invalid_result');
  } catch (error) {
    const { message, data } = error as BatonError;
    throw refusal([message, ...sentences], [...(data.fields as readonly string[]), ...fields]);
  }
  if (broken.length > 0) throw refusal(['Invalid agent result:', ...sentences], fields);
}

function refusal(sentences: readonly string[], fields: readonly string[]): BatonError {
  return new BatonError('invalid_result', sentences.join(' '), { data: { fields } });
}

function isBlocked(result: JsonObject): boolean {
  return result.status === 'blocked';
}

function handoffOf(result: JsonObject): Readonly<Record<string, unknown>> {
  return isObject(result.handoff) ? result.handoff : {};
}

/** Whether there is nothing to read: absent, blank text, an empty list or object. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined;
}
