import type { HandoffStatus } from '../handoff/lifecycle.ts';
import type { SealedHandoff } from '../handoff/package.ts';

/** One step in the life of a stored handoff. */
export interface HandoffStep {
  readonly status: HandoffStatus;
  readonly at: string;
  readonly actor: string;
  readonly note: string | undefined;
}

/** A handoff with everything that happened to it. */
export interface StoredHandoff {
  readonly handoff: SealedHandoff;
  readonly history: readonly HandoffStep[];
}

/** Who accepted a handoff that is not finished yet. */
export function holderOf({ handoff, history }: StoredHandoff): string | undefined {
  if (handoff.status !== 'accepted' && handoff.status !== 'in_progress') return undefined;
  return history.findLast(({ status }) => status === 'accepted' || status === 'in_progress')?.actor;
}
