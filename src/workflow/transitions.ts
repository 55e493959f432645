import type { JournalEvent } from './event.ts';
import type { EventData, RunEventType } from './event-data.ts';
import {
  again,
  asking,
  enter,
  finished,
  goOn,
  judgedSoFar,
  learn,
  NOTHING_KNOWN,
  NOTHING_TOLD,
  newCandidate,
  REPAIRABLE,
  refuse,
  unasked,
  wait,
} from './moves.ts';
import type { Candidate, Milestone, RunState } from './state.ts';
import { phaseOf } from './workflow.ts';

/** What one type of event does to a state. */
export type Apply<Type extends RunEventType> = (
  state: RunState,
  data: EventData<Type>,
  event: JournalEvent,
) => RunState;

/** The first state of a run. */
export function begin(event: JournalEvent, data: EventData<'run.started'>): RunState {
  const { workflow, request, branch, base, settings } = data;
  return {
    run: event.run,
    seq: event.seq,
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
    cycle: 1,
    attempt: 1,
    spent: 0,
    allowed: settings.attempts,
    visits: {},
    waits: 0,
    retryAfterMs: undefined,
    unreadable: 0,
    candidate: undefined,
    told: NOTHING_TOLD,
    need: undefined,
    ask: undefined,
    decision: undefined,
    knowledge: NOTHING_KNOWN,
    milestones: [],
    learnt: [],
    spending: { tokens: 0, usd: 0, ms: 0 },
    budgets: 1,
    allowedCycles: settings.max_cycles,
    refusedBaseline: [],
    unknown: undefined,
  };
}

export const TRANSITIONS: { readonly [Type in RunEventType]: Apply<Type> } = {
  'run.started': (state) => state,

  'baseline.recorded': (state, data, event) => {
    if (state.stage !== 'baseline') return state;
    const refused = data.refused ?? [];
    const isFirst = state.milestones.length === 0;
    if (refused.length > 0) {
      if (isFirst) return { ...state, refusedBaseline: refused };
      return asking(state, {
        kind: 'decision',
        reason: 'baseline',
        about: `Tests fail on the commits that were added to ${state.branch}: ${refused.slice(0, 5).join(', ')}.`,
      });
    }
    const knowledge = { ...state.knowledge, knownFailing: data.known_failing, reportAt: event.seq };
    if (!isFirst) return { ...state, stage: 'ready', knowledge };
    const milestone: Milestone = { ...state.base, phase: undefined, cycle: 0, next: state.workflow.start, knowledge };
    return enter({ ...state, knowledge, milestones: [milestone] }, state.workflow.start, 1);
  },

  'phase.started': (state) => state,

  'session.started': (state, data) => {
    if (state.stage !== 'ready') return state;
    return { ...state, stage: 'playing', candidate: newCandidate(data.session) };
  },

  'session.ended': (state, data) => {
    if (state.stage !== 'playing' || state.candidate?.session !== data.session) return state;
    const { tokens, usd, ms } = data.usage;
    const spending = {
      tokens: state.spending.tokens + tokens,
      usd: state.spending.usd + usd,
      ms: state.spending.ms + ms,
    };
    const after = { ...state, spending, stage: 'ready' as const, waits: 0, retryAfterMs: undefined };
    switch (data.ended) {
      case 'lost':
      case 'interrupted':
        return after;
      case 'unavailable':
        return { ...after, parked: data.detail ?? 'the agent cannot work here' };
      case 'service':
        return wait({ ...after, waits: state.waits + 1, retryAfterMs: data.retry_after_ms }, data.detail);
      case 'failed':
      case 'timed_out':
        return refuse(after, { ...NOTHING_TOLD, trouble: data.detail ?? data.ended });
      case 'done':
        return finished(after, data);
    }
  },

  'gate.passed': (state, data) => {
    const { candidate } = state;
    if (state.stage !== 'judging' || candidate === undefined || data.tree !== candidate.tree) return state;
    const judged: Candidate = {
      ...candidate,
      passed: [...candidate.passed, data.gate],
      outcome: data.outcome ?? candidate.outcome,
      list: data.list ?? candidate.list,
      red: data.red ?? candidate.red,
      newTests: data.new_tests ?? candidate.newTests,
    };
    return judgedSoFar({ ...state, candidate: judged });
  },

  'gate.refused': (state, data) => {
    if (state.stage === 'closing') {
      const about = `The last proof is not green: ${data.reasons.map(({ message }) => message).join(' ')}`;
      return asking(state, { kind: 'decision', reason: 'final', about });
    }
    if (state.stage !== 'judging' || data.tree !== state.candidate?.tree) return state;
    const repair = data.reasons.every(({ code }) => REPAIRABLE.has(code)) ? data.tree : undefined;
    return refuse(state, { ...NOTHING_TOLD, reasons: data.reasons, repair });
  },

  'phase.completed': (state, data, event) => {
    if (state.stage !== 'settled' && state.stage !== 'dropped') return state;
    const phase = phaseOf(state.workflow, state.phase);
    const base = { commit: data.commit, tree: data.tree ?? state.candidate?.tree ?? state.base.tree };
    const knowledge = learn(state, data.report === undefined ? undefined : event.seq, phase.ticks === true);
    const target = phase.on[data.outcome ?? 'complete'] ?? phase.on.complete ?? 'ask';
    const milestone: Milestone = { ...base, phase: state.phase, cycle: state.cycle, next: target, knowledge };
    const after: RunState = {
      ...state,
      base,
      knowledge,
      candidate: undefined,
      told: NOTHING_TOLD,
      milestones: [...state.milestones, milestone],
    };
    if (target === 'end') return { ...after, stage: 'closing' };
    if (target === 'ask') return asking(after, { kind: 'decision', reason: 'routing', about: 'What comes next?' });
    return enter(after, target, target === state.workflow.cycle ? state.cycle + 1 : state.cycle);
  },

  'phase.rolled_back': (state, data) => {
    const milestone = state.milestones.findLast(({ commit }) => commit === data.to);
    if (milestone === undefined) return state;
    const knowledge = data.list === undefined ? milestone.knowledge : { ...milestone.knowledge, list: data.list };
    const base = { commit: data.commit, tree: data.tree };
    const phase = milestone.next === 'end' || milestone.next === 'ask' ? state.workflow.start : milestone.next;
    const cycle = phase === state.workflow.cycle ? milestone.cycle + 1 : Math.max(1, milestone.cycle);
    const back: Milestone = { ...milestone, ...base, knowledge };
    return enter(unasked({ ...state, base, knowledge, milestones: [...state.milestones, back] }), phase, cycle);
  },

  'person.committed': (state, data) => {
    const base = { commit: data.commit, tree: data.tree };
    const attempt = state.stage === 'ready' ? state.attempt : state.attempt + 1;
    return { ...unasked(state), base, stage: 'baseline', attempt };
  },

  'ask.opened': (state, data) => {
    if (state.stage !== 'asking') return state;
    const { ask: id, kind, about, reason, tree } = data;
    return { ...state, stage: 'waiting', ask: { id, kind, about, reason, tree } };
  },

  'ask.answered': (state, data) => {
    if (state.stage !== 'waiting' || state.ask?.id !== data.ask || state.ask.kind !== data.answer.kind) return state;
    const after = { ...state, ask: undefined, need: undefined };
    const { answer } = data;
    if (answer.kind === 'question') {
      return again(after, { ...NOTHING_TOLD, answer: answer.text });
    }
    if (answer.kind === 'approval') {
      if (answer.approved && after.candidate !== undefined) {
        return { ...after, stage: 'settled', candidate: { ...after.candidate, approved: true } };
      }
      const trouble = `A person did not approve it: ${answer.reason ?? 'no reason was given'}`;
      return refuse({ ...after, stage: 'judging' }, { ...NOTHING_TOLD, trouble });
    }
    if (answer.choice === 'retry') return goOn(after, state.need?.reason, answer.hint);
    return { ...after, decision: { choice: answer.choice, hint: answer.hint } };
  },

  'budget.exceeded': (state, data) =>
    asking(state, { kind: 'decision', reason: 'budget', about: `The budget is used up: ${data.what}.` }),

  'run.parked': (state, data) => ({ ...state, parked: data.detail ?? data.reason ?? 'parked' }),
  'run.resumed': (state) => ({ ...state, parked: undefined, waits: 0, retryAfterMs: undefined }),
  'run.completed': (state) => ({ ...state, stage: 'ended', ended: 'completed' }),
  'run.aborted': (state) => ({ ...unasked(state), stage: 'ended', ended: 'aborted' }),
  'run.failed': (state) => ({ ...unasked(state), stage: 'ended', ended: 'failed' }),
};
