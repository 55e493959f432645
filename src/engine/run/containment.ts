import { findSandbox, type SandboxMode } from '../../sys/sandbox.ts';
import type { JournalEvent } from '../../workflow/event.ts';
import { count } from '../../workflow/story/amounts.ts';

/** How many sessions and proofs of a run there were, and how many of them a sandbox contained. */
export interface Contained {
  readonly sessions: { readonly all: number; readonly contained: number };
  readonly proofs: { readonly all: number; readonly contained: number };
}

/** Counts what the journal says. Proofs recorded by older versions do not say what contained them and are not counted. */
export function containedIn(events: readonly JournalEvent[]): Contained {
  return events.reduce(countContained, NOTHING_CONTAINED);
}

export const NOTHING_CONTAINED: Contained = {
  sessions: { all: 0, contained: 0 },
  proofs: { all: 0, contained: 0 },
};

/** The counts after one more event. */
export function countContained({ sessions, proofs }: Contained, { type, data }: JournalEvent): Contained {
  const more = ({ all, contained }: Contained['proofs'], isContained: boolean) => ({
    all: all + 1,
    contained: contained + (isContained ? 1 : 0),
  });
  const isEnd = type === 'session.ended' && typeof data.contained === 'boolean';
  return {
    sessions: isEnd ? more(sessions, data.contained === true) : sessions,
    proofs: typeof data.sandbox === 'string' ? more(proofs, data.sandbox !== 'none') : proofs,
  };
}

/** The same in words; nothing where there is nothing to say. */
export function describeContained({ sessions, proofs }: Contained): string | undefined {
  const all = sessions.all + proofs.all;
  if (all === 0) return undefined;
  const outside = [
    [sessions.all - sessions.contained, sessions.all, 'session'] as const,
    [proofs.all - proofs.contained, proofs.all, 'proof'] as const,
  ].filter(([without]) => without > 0);
  if (outside.length === 0) return 'all sessions and proofs ran in a sandbox';
  return `${outside.map(([without, of, what]) => `${without} of ${count(of, what)}`).join(' and ')} ran without a sandbox`;
}

/** What contains agents and tests on this machine now. */
export interface SandboxState {
  /** The sandbox and its version, or `none`. */
  readonly sandbox: string;
  /** What a person has to know about it, where agents and tests are not contained. */
  readonly warning?: string | undefined;
}

/** What is there under a mode, looked for again where asked; what was contained before says whether it is gone. */
export async function lookAtSandbox(mode: SandboxMode, before?: Contained, again = false): Promise<SandboxState> {
  if (mode === 'off') return { sandbox: 'none', warning: `The sandbox is off (sandbox: off). ${AS_YOU}` };
  const found = await findSandbox({ again });
  if (found.kind !== 'none') return { sandbox: `${found.kind} ${found.version}` };
  const had = before !== undefined && before.sessions.contained + before.proofs.contained > 0;
  const what = had ? 'The sandbox that contained this run before is gone' : 'No sandbox';
  return { sandbox: 'none', warning: `${what}: ${found.why}. ${AS_YOU} ${found.remedy}` };
}

const AS_YOU = 'Agents and tests run with your permissions.';
