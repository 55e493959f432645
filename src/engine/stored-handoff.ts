import { byUrgency } from '../handoff/coordinator.ts';
import type { HandoffStatus } from '../handoff/lifecycle.ts';
import type { SealedHandoff } from '../handoff/package.ts';
import type { JournalName } from '../store/store.ts';

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

/** What a handoff's place among others depends on. */
export type Standing = Pick<SealedHandoff, 'id' | 'status' | 'priority' | 'createdAt'>;

/** The order in which handoffs are listed: those still waiting first, by urgency. */
export function byStanding(a: Standing, b: Standing): number {
  const rank = ({ status }: Standing) => (status === 'pending' ? 0 : 1);
  return rank(a) - rank(b) || byUrgency(a, b) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** Who accepted a handoff that is not finished yet. */
export function holderOf({ handoff, history }: StoredHandoff): string | undefined {
  if (handoff.status !== 'accepted' && handoff.status !== 'in_progress') return undefined;
  return history.findLast(({ status }) => status === 'accepted' || status === 'in_progress')?.actor;
}

/** Whose journal it is. */
export function idOf(journal: JournalName): string {
  return journal.slice('handoffs/'.length);
}
