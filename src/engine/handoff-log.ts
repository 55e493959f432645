import { domainZeroName } from '../handoff/agent-aliases.ts';
import type { DOMAIN_ZERO_STATUSES } from '../handoff/dialects/domain-zero.ts';
import type { LoggedHandoff } from '../handoff/dialects/domain-zero-state.ts';
import type { Entry } from '../store/store.ts';
import type { JournalEvent } from '../workflow/event.ts';
import type { Raised } from '../workflow/event-data.ts';
import { apply, fold } from '../workflow/machine.ts';
import type { RunState } from '../workflow/state.ts';

type Status = (typeof DOMAIN_ZERO_STATUSES)[number];

interface Logged {
  readonly entry: Entry;
  readonly raised: Raised;
  readonly status: Status;
}

/**
 * Every handoff of a run that counted, in order, as an event of Domain Zero. One is pending while the run still has it:
 * with the person who has to approve it, or with the agent that was handed it; completed when that phase is; failed when
 * it was rejected, rolled back, or the run ended before.
 */
export function handoffLog(entries: readonly Entry[]): readonly LoggedHandoff[] {
  const [first, ...rest] = entries;
  if (first === undefined) return [];
  let state = fold([first.event]);
  let log: readonly Logged[] = [];
  for (const entry of rest) {
    const before = heldBy(state);
    state = apply(state, entry.event);
    const held = heldBy(state);
    const known = log.map((one) => ({ ...one, status: statusAfter(one, before, held, entry.event) }));
    log = [...known, ...raisedBy(entry, state, before)];
  }
  return log.map(eventOf);
}

/** The handoff that an event is, if it counted. One that only asks a person something is over once it is raised. */
function raisedBy(entry: Entry, state: RunState, before: readonly Raised[]): readonly Logged[] {
  if (entry.event.type !== 'trigger.raised') return [];
  const fresh = heldBy(state).find((one) => !before.includes(one));
  if (fresh !== undefined) return [{ entry, raised: fresh, status: 'pending' }];
  return state.need?.reason === 'escalate' ? [{ entry, raised: entry.event.data as Raised, status: 'completed' }] : [];
}

/** The handoffs that a run has at a moment: claimed, handed over, or laid aside while somebody helps. */
function heldBy({ ended, candidate, knowledge, stuck }: RunState): readonly Raised[] {
  if (ended !== undefined) return [];
  return [candidate?.raised, knowledge.handoff, stuck?.handoff].filter((one) => one !== undefined);
}

function statusAfter(
  { raised, status }: Logged,
  before: readonly Raised[],
  held: readonly Raised[],
  { type }: JournalEvent,
): Status {
  if (held.includes(raised)) return 'pending';
  if (!before.includes(raised)) return status;
  return GOES_ON.includes(type) ? 'completed' : 'failed';
}

/** Events by which a handoff has done its work: another took its place, its phase is completed, or the run is. */
const GOES_ON: readonly string[] = ['trigger.raised', 'phase.completed', 'run.completed'];

function eventOf({ entry, raised, status }: Logged): LoggedHandoff {
  const { trigger, source, target, context } = raised;
  return {
    event_id: entry.id,
    timestamp: entry.event.at,
    source_agent: domainZeroName(source),
    target_agent: domainZeroName(target),
    trigger,
    context,
    status,
  };
}
