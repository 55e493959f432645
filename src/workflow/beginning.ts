import type { JournalEvent } from './event.ts';
import type { EventData } from './event-data.ts';
import { NOTHING_KNOWN, NOTHING_SPENT, NOTHING_TOLD } from './moves.ts';
import type { RunState } from './state.ts';

/** The first state of a run. */
export function begin(event: JournalEvent, data: EventData<'run.started'>): RunState {
  const { workflow, request, branch, base, settings, rules = 1 } = data;
  return {
    run: event.run,
    seq: event.seq,
    rules,
    workflow,
    request,
    branch,
    settings,
    start: base,
    base,
    stage: 'baseline',
    ended: undefined,
    parked: undefined,
    phase: workflow.start,
    interrupted: undefined,
    stuck: undefined,
    isOver: false,
    cycle: 1,
    attempt: 1,
    spent: 0,
    allowed: settings.attempts,
    visits: {},
    waits: 0,
    retryAfterMs: undefined,
    unreadable: 0,
    handoff: undefined,
    candidate: undefined,
    told: NOTHING_TOLD,
    need: undefined,
    ask: undefined,
    decision: undefined,
    sentBack: 0,
    knowledge: NOTHING_KNOWN,
    milestones: [],
    learnt: [],
    spending: NOTHING_SPENT,
    phaseSpending: NOTHING_SPENT,
    attemptsMade: 0,
    budgets: { run: 1, phase: 1, attempts: 1 },
    unreported: [],
    allowedCycles: settings.max_cycles,
    refusedBaseline: [],
    confirmed: undefined,
    unknown: undefined,
  };
}
