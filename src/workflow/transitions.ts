import { ESCALATE } from '../protocol/triggers.ts';
import { answered } from './answers.ts';
import { describeExceeded } from './budget.ts';
import { possibleChoices } from './choices.ts';
import type { JournalEvent } from './event.ts';
import type { EventData, RunEventType } from './event-data.ts';
import { closed, opened, withoutFound } from './findings.ts';
import { gatesDue } from './gates-due.ts';
import { rolledBack, sendBack } from './going-back.ts';
import { escalated } from './interruptions.ts';
import { baselineRefused, goneOn, resumed, tookIn } from './interventions.ts';
import { ownItems } from './list-changes.ts';
import { asking, enter, goesBack, leadsTo, learn, NOTHING_TOLD, proceed, refuse, unasked } from './moves.ts';
import {
  ALREADY_IMPLEMENTED,
  askWhetherImplemented,
  finished,
  judgedSoFar,
  newCandidate,
  repairable,
  wait,
} from './sessions.ts';
import type { Candidate, Milestone, RunState, Spending } from './state.ts';
import { suspected } from './suspicions.ts';

/** What one type of event does to a state. */
export type Apply<Type extends RunEventType> = (
  state: RunState,
  data: EventData<Type>,
  event: JournalEvent,
) => RunState;

/** What each event does. An event that does not fit the stage the run is in changes nothing. */
export const TRANSITIONS: { readonly [Type in RunEventType]: Apply<Type> } = {
  'run.started': (state) => state,

  'baseline.recorded': (state, data, event) => {
    if (state.stage !== 'baseline' || data.tree !== state.base.tree) return state;
    const last = state.milestones.at(-1);
    if ((data.refused ?? []).length > 0) return baselineRefused(state, data.refused ?? []);
    const list = data.list ?? state.knowledge.list;
    const own = ownItems(state.knowledge.ownItems, last === undefined ? list : state.knowledge.list, list);
    const proved = { knownFailing: data.known_failing, reportAt: event.seq, list, ownItems: own };
    const knowledge = { ...state.knowledge, ...proved };
    if (last === undefined) {
      const { start } = state.workflow;
      const first: Milestone = { ...state.base, phase: undefined, cycle: 0, next: start, visits: {}, knowledge };
      return enter({ ...state, knowledge, milestones: [first] }, start, 1);
    }
    return goneOn({ ...state, knowledge }, { ...last, ...state.base, knowledge: { ...last.knowledge, ...proved } });
  },

  'phase.started': (state, data) => (state.stage === 'ready' ? { ...state, handoff: data.handoff } : state),

  'session.started': (state, data) => {
    if (state.stage !== 'ready') return state;
    return { ...state, stage: 'playing', candidate: newCandidate(data.session) };
  },

  'session.ended': (state, data) => {
    if (state.candidate?.session !== data.session) return state;
    if (data.ended === 'lost' && (state.stage === 'judging' || state.stage === 'settled')) {
      return { ...withoutFound(state), stage: 'ready', candidate: undefined };
    }
    if (state.stage !== 'playing') return state;
    const after: RunState = {
      ...state,
      ...spent(state, data),
      stage: 'ready',
      waits: 0,
      retryAfterMs: undefined,
    };
    const without: RunState = { ...after, candidate: undefined };
    switch (data.ended) {
      case 'lost':
        return without;
      case 'interrupted':
        // Where its unfinished work was kept, the next session goes on from it.
        if (data.candidate === undefined) return without;
        return { ...without, told: { ...without.told, repair: data.candidate } };
      case 'unavailable':
        return { ...without, parked: data.detail ?? 'the agent cannot work here' };
      case 'service':
        return wait({ ...without, waits: state.waits + 1, retryAfterMs: data.retry_after_ms }, data.detail);
      case 'failed':
      case 'timed_out':
        return refuse(after, { ...NOTHING_TOLD, trouble: data.detail ?? data.ended });
      case 'done':
        return finished(after, data);
    }
  },

  'gate.passed': (state, data, event) => {
    const { candidate } = state;
    if (state.stage !== 'judging' || candidate === undefined || data.tree !== candidate.tree) return state;
    // A trigger counts by its own event alone, which has all that it carries.
    if (data.gate === 'handoff' && candidate.outcome.startsWith('@')) return state;
    // Who says that there is nothing to write a failing test for has not written one.
    if (data.gate === 'red' && candidate.saysImplemented) return state;
    const judged: Candidate = {
      ...candidate,
      passed: [...candidate.passed, data.gate],
      outcome: data.outcome ?? candidate.outcome,
      list: data.list ?? candidate.list,
      red: data.red ?? candidate.red,
      newTests: data.new_tests ?? candidate.newTests,
      needsApproval: data.needs_approval ?? candidate.needsApproval,
      reportAt: data.report === undefined ? candidate.reportAt : event.seq,
      // Runs of before went on without asking anybody.
      unsabotaged: state.rules < 5 ? undefined : (data.sabotage?.unsabotaged ?? candidate.unsabotaged),
    };
    return judgedSoFar({ ...state, candidate: judged });
  },

  'suspicion.raised': suspected,

  'trigger.raised': (state, data) => {
    const { candidate } = state;
    if (state.stage !== 'judging' || candidate === undefined || data.tree !== candidate.tree) return state;
    if (data.trigger !== candidate.outcome || !data.trigger.startsWith('@')) return state;
    if (!gatesDue(state).includes('handoff')) return state;
    const { trigger, source, target, to, context, filled, digest } = data;
    const raised = { trigger, source, target, to, context, filled, digest };
    if (trigger === ESCALATE) return escalated(state, raised);
    return judgedSoFar({ ...state, candidate: { ...candidate, raised, passed: [...candidate.passed, data.gate] } });
  },

  'finding.opened': opened,
  'finding.closed': closed,

  'gate.refused': (state, data) => {
    if (state.stage === 'closing' && data.tree === state.base.tree) {
      const about = `The last proof is not green: ${data.reasons.map(({ message }) => message).join(' ')}`;
      return asking(state, { kind: 'decision', reason: 'final', about });
    }
    if (state.stage !== 'judging' || data.tree !== state.candidate?.tree) return state;
    const isShown = data.reasons.length > 0 && data.reasons.every(({ code }) => code === ALREADY_IMPLEMENTED);
    if (isShown && state.candidate?.saysImplemented === true) return askWhetherImplemented(state, data.reasons);
    return (
      sendBack(state, data.reasons) ??
      refuse(state, { ...NOTHING_TOLD, reasons: data.reasons, repair: repairable(data) })
    );
  },

  'phase.completed': (state, data) => {
    if (state.stage !== 'settled' && state.stage !== 'dropped') return state;
    // Files that end a phase whose work is given up are said to: refused ones cannot pass for them.
    if (state.stage === 'dropped' && data.tree !== undefined && data.dropped !== true) return state;
    const candidate = state.stage === 'dropped' ? undefined : state.candidate;
    const base = { commit: data.commit, tree: data.tree ?? candidate?.tree ?? state.base.tree };
    if (candidate !== undefined && base.tree !== candidate.tree) return state;
    const { phase, cycle, visits } = state;
    const knowledge = learn({ ...state, candidate });
    const next = leadsTo(state, candidate);
    const milestones = [...state.milestones, { ...base, phase, cycle, next, visits, knowledge }];
    const done = { base, knowledge, candidate: undefined, interrupted: undefined, stuck: undefined, milestones };
    const after = proceed({ ...state, ...done, told: NOTHING_TOLD }, next);
    return goesBack(state, candidate) ? { ...after, stuck: state.stuck } : after;
  },

  'phase.rolled_back': rolledBack,
  'person.committed': tookIn,

  'ask.opened': (state, data) => {
    const { ask: id, kind, about, reason, tree } = data;
    if (state.stage !== 'asking' || kind !== state.need?.kind) return state;
    if (kind === 'approval' && tree !== state.candidate?.tree) return state;
    const choices = kind === 'decision' ? { choices: possibleChoices(state) } : {};
    return { ...state, stage: 'waiting', ask: { id, kind, about, reason, tree, ...choices } };
  },

  'ask.answered': (state, { ask, answer }, { actor }) => {
    if (state.stage !== 'waiting' || state.ask?.id !== ask || state.ask.kind !== answer.kind) return state;
    // By older rules, to skip nothing was to try again.
    if (answer.kind === 'decision' && state.rules >= 2 && !possibleChoices(state).includes(answer.choice)) return state;
    return answered(state, answer, actor);
  },

  'budget.exceeded': (state, data) => {
    if (state.stage !== 'ready') return state;
    return asking(state, { kind: 'decision', reason: 'budget', about: `${sentence(describeExceeded(data.what))}.` });
  },

  'run.parked': (state, data) => ({ ...state, parked: data.detail ?? data.reason ?? 'parked' }),
  'run.resumed': (state, { settings }) => resumed(state, settings ?? state.settings),
  'run.completed': (state) => (state.stage === 'closing' ? over(state, 'completed') : state),
  'run.aborted': (state) => over(state, 'aborted'),
  'run.failed': (state) => over(state, 'failed'),
};

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** What a session used counts for the run and for its phase, however it ended. */
function spent(
  { spending, phaseSpending, attemptsMade, unreported }: RunState,
  { usage, ended }: EventData<'session.ended'>,
): Pick<RunState, 'spending' | 'phaseSpending' | 'attemptsMade' | 'unreported'> {
  const more = ({ tokens, usd, ms }: Spending) => ({
    tokens: tokens + usage.tokens,
    usd: usd + usage.usd,
    ms: ms + usage.ms,
  });
  const isAttempt = ended === 'done' || ended === 'failed' || ended === 'timed_out';
  return {
    spending: more(spending),
    phaseSpending: more(phaseSpending),
    attemptsMade: isAttempt ? attemptsMade + 1 : attemptsMade,
    unreported: usage.unreported === undefined ? unreported : [...new Set([...unreported, ...usage.unreported])],
  };
}

function over(state: RunState, ended: NonNullable<RunState['ended']>): RunState {
  return { ...unasked(state), stage: 'ended', ended, parked: undefined };
}
