import { now } from '../base/clock.ts';
import { BatonError } from '../base/error.ts';
import { showValue } from '../base/json.ts';
import { handoffMarkdown } from './handoff-markdown.ts';
import { HANDOFF_STATUSES, type HandoffStatus, isPastExpiry, mayMove, statusAt } from './lifecycle.ts';
import {
  type AgentId,
  type ExecutionTraceSnapshot,
  type HandoffPackage,
  readPackage,
  type SealedHandoff,
  withStatus,
} from './package.ts';
import { HANDOFF_PRIORITIES } from './package-schema.ts';
import { type CreateHandoffRequest, preparePackage, snapshotTrace, type TraceSource } from './prepare.ts';

/**
 * Prepares, reads and tracks handoffs in memory. Packages are values: sealed when they are prepared or parsed, and
 * replaced, never changed, when their status moves.
 */
export class AgentHandoffCoordinator {
  /** A new pending package from a request. Secrets in it are replaced and listed in `redactions`. */
  static prepareHandoff(request: CreateHandoffRequest): SealedHandoff {
    return preparePackage(request);
  }

  /** A package from its JSON text or object. Text that is not JSON throws `JSON.parse`'s own `SyntaxError`. */
  static parseHandoff(json: string | object): SealedHandoff {
    return readPackage(typeof json === 'string' ? JSON.parse(json) : json);
  }

  static createTraceSnapshot(trace: TraceSource): ExecutionTraceSnapshot {
    return snapshotTrace(trace);
  }

  static toJSON(handoff: HandoffPackage): string {
    return JSON.stringify(handoff, null, 2);
  }

  /** Everything a reader needs, as markdown that field values cannot break out of. */
  static toMarkdown(handoff: HandoffPackage): string {
    return handoffMarkdown(handoff, now());
  }

  readonly #handoffs = new Map<string, SealedHandoff>();

  /** Keeps a package. One that was not prepared or parsed here is checked and copied first. */
  register(handoff: HandoffPackage): void {
    const sealed = readPackage(handoff);
    this.#handoffs.set(sealed.id, sealed);
  }

  get(id: string): SealedHandoff | undefined {
    return this.#handoffs.get(id);
  }

  /** Moves a handoff, or returns false when there is none or its status does not allow the move. */
  updateStatus(id: string, status: HandoffStatus): boolean {
    if (!HANDOFF_STATUSES.includes(status)) {
      throw new BatonError(
        'invalid_input',
        `Invalid status: ${showValue(status)} (expected ${HANDOFF_STATUSES.join(', ')}).`,
      );
    }
    const handoff = this.#handoffs.get(id);
    if (handoff === undefined) return false;
    const ranOut = statusAt(handoff, now()) !== handoff.status;
    if (ranOut && status !== 'expired') return false;
    if (!mayMove(handoff.status, status)) return false;
    this.#handoffs.set(id, withStatus(handoff, status));
    return true;
  }

  /** Whether the expiry date has passed, whatever the status. */
  isExpired(handoff: HandoffPackage): boolean {
    return isPastExpiry(handoff, now());
  }

  /** What waits for an agent: by priority, then oldest first. */
  listPendingForAgent(agentId: AgentId): SealedHandoff[] {
    const at = now();
    return [...this.#handoffs.values()]
      .filter((handoff) => handoff.targetAgent === agentId && statusAt(handoff, at) === 'pending')
      .sort(byUrgency);
  }

  /** Forgets every package whose expiry date has passed, and says how many. */
  clearExpired(): number {
    const at = now();
    const expired = [...this.#handoffs.values()].filter((handoff) => isPastExpiry(handoff, at));
    for (const handoff of expired) this.#handoffs.delete(handoff.id);
    return expired.length;
  }
}

/** The coordinator shared by everything in one process that does not make its own. */
export const agentHandoffCoordinator = new AgentHandoffCoordinator();

type Urgency = Pick<HandoffPackage, 'priority' | 'createdAt'>;

/** The order in which waiting handoffs are taken: by priority, then oldest first. */
export function byUrgency(a: Urgency, b: Urgency): number {
  const urgency = HANDOFF_PRIORITIES.indexOf(a.priority) - HANDOFF_PRIORITIES.indexOf(b.priority);
  return urgency !== 0 ? urgency : a.createdAt.getTime() - b.createdAt.getTime();
}
