import { BatonError } from '../../base/error.ts';
import { copyJson, isObject, showValue } from '../../base/json.ts';
import { HANDOFF_STATUSES, type HandoffStatus } from '../lifecycle.ts';

/** Task states of the A2A protocol, version 1. */
export const A2A_STATES = [
  'SUBMITTED',
  'WORKING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'REJECTED',
  'INPUT_REQUIRED',
  'AUTH_REQUIRED',
] as const;

export type A2aState = (typeof A2A_STATES)[number];

export interface A2aStatus {
  readonly state: A2aState;
  /** Only where the state alone does not lead back to the handoff's status. */
  readonly metadata?: { readonly baton_status: HandoffStatus } | undefined;
}

/** A handoff's status in A2A's words. */
export function toA2aStatus(status: HandoffStatus): A2aStatus {
  const state = STATE_OF[status];
  if (STATUS_OF[state] === status) return Object.freeze({ state });
  return Object.freeze({ state, metadata: Object.freeze({ baton_status: status }) });
}

/**
 * The handoff status behind an A2A state or status object. A `baton_status` in the metadata refines the state and never
 * contradicts it: whoever moved the task on may not have known it.
 */
export function fromA2aStatus(given: string | object): HandoffStatus {
  const status = copyJson(given, 'A2A task status');
  if (!isObject(status)) return STATUS_OF[readState(status)];
  const state = readState(status.state);
  const refined = HANDOFF_STATUSES.find((known) => known === batonStatus(status) && STATE_OF[known] === state);
  return refined ?? STATUS_OF[state];
}

const STATE_OF: Readonly<Record<HandoffStatus, A2aState>> = {
  pending: 'SUBMITTED',
  accepted: 'WORKING',
  in_progress: 'WORKING',
  completed: 'COMPLETED',
  rejected: 'REJECTED',
  failed: 'FAILED',
  cancelled: 'CANCELED',
  expired: 'FAILED',
};

const STATUS_OF: Readonly<Record<A2aState, HandoffStatus>> = {
  SUBMITTED: 'pending',
  WORKING: 'in_progress',
  COMPLETED: 'completed',
  FAILED: 'failed',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
  INPUT_REQUIRED: 'in_progress',
  AUTH_REQUIRED: 'in_progress',
};

/** Every spelling in use: version 1's, its prefixed form, and the lower-case words of older versions. */
const SPELLINGS: ReadonlyMap<string, A2aState> = new Map(
  A2A_STATES.flatMap((state): [string, A2aState][] => [
    [state, state],
    [`TASK_STATE_${state}`, state],
    [state.toLowerCase().replaceAll('_', '-'), state],
  ]),
);

function readState(given: unknown): A2aState {
  const state = typeof given === 'string' ? SPELLINGS.get(given) : undefined;
  if (state !== undefined) return state;
  throw new BatonError(
    'invalid_task_state',
    `Invalid A2A task state: ${showValue(given)} (expected ${A2A_STATES.join(', ')}).`,
    { data: { allowed: A2A_STATES } },
  );
}

function batonStatus(status: Readonly<Record<string, unknown>>): unknown {
  return isObject(status.metadata) ? status.metadata.baton_status : undefined;
}
