/**
 * The life of a handoff.
 *
 *   pending ──> accepted ──> in_progress ──> completed
 *      │            └─────────────┴────────> failed | rejected | cancelled
 *      └──> any status at once; expired when its time runs out untaken
 *
 * | status      | entered when                                   | left when                   |
 * |-------------|------------------------------------------------|-----------------------------|
 * | pending     | the package was prepared, nobody took it       | taken, refused, out of time |
 * | accepted    | one agent took it; it is nobody else's         | work starts or ends         |
 * | in_progress | the agent works on it                          | work ends                   |
 * | completed   | the work was done                              | never                       |
 * | rejected    | the target will not do it                      | never                       |
 * | failed      | the target tried and could not                 | never                       |
 * | cancelled   | the source took it back                        | never                       |
 * | expired     | its time ran out while it was still pending    | never                       |
 */
export const HANDOFF_STATUSES = [
  'pending',
  'accepted',
  'in_progress',
  'completed',
  'rejected',
  'failed',
  'cancelled',
  'expired',
] as const;

export type HandoffStatus = (typeof HANDOFF_STATUSES)[number];

const NEXT: Readonly<Record<HandoffStatus, readonly HandoffStatus[]>> = {
  pending: HANDOFF_STATUSES,
  accepted: ['in_progress', 'completed', 'rejected', 'failed', 'cancelled'],
  in_progress: ['completed', 'rejected', 'failed', 'cancelled'],
  completed: [],
  rejected: [],
  failed: [],
  cancelled: [],
  expired: [],
};

/** Whether a handoff in `from` may be moved to `to`. */
export function mayMove(from: HandoffStatus, to: HandoffStatus): boolean {
  return NEXT[from].includes(to);
}

/** Whether nothing can happen to a handoff in this status any more. */
export function isTerminal(status: HandoffStatus): boolean {
  return NEXT[status].length === 0;
}

interface Expiring {
  readonly expiresAt?: Date | undefined;
}

/** Whether the expiry date has passed; says nothing about whether anyone took the handoff in time. */
export function isPastExpiry(handoff: Expiring, at: Date): boolean {
  return handoff.expiresAt !== undefined && at > handoff.expiresAt;
}

/** The status to show and to decide by: what is still pending past its expiry date is expired. */
export function statusAt(handoff: Expiring & { readonly status: HandoffStatus }, at: Date): HandoffStatus {
  return handoff.status === 'pending' && isPastExpiry(handoff, at) ? 'expired' : handoff.status;
}
