import { EMPTY_LIST, nextItem, type TestList } from '../evidence/plan/test-list.ts';
import type { RefusalCode } from '../evidence/reasons.ts';
import type { EventData } from './event-data.ts';
import type { Candidate, Knowledge, Need, Retelling, RunState } from './state.ts';
import { phaseOf } from './workflow.ts';

export const NOTHING_TOLD: Retelling = {
  reasons: [],
  trouble: undefined,
  hint: undefined,
  answer: undefined,
  repair: undefined,
};

export const NOTHING_KNOWN: Knowledge = {
  list: EMPTY_LIST,
  completedTests: [],
  item: undefined,
  red: undefined,
  newTests: [],
  knownFailing: [],
  reportAt: 0,
};

/** Services that fail this often in a row are a person's matter. */
const MOST_WAITS = 8;
const MOST_UNREADABLE = 2;

/** Refusals after which the next session finds its own work as it left it; after all others it starts anew. */
export const REPAIRABLE: ReadonlySet<string> = new Set<RefusalCode>([
  'no_new_test',
  'test_passes_before_implementation',
  'wrong_failure_reason',
  'missing_snapshot',
  'not_collected',
  'still_failing',
  'flaky',
  'list_unreadable',
]);

const MOST_LEARNT = 10;

/** Begins a phase. Too many visits or cycles are a person's matter. */
export function enter(state: RunState, name: string, cycle: number): RunState {
  const phase = phaseOf(state.workflow, name);
  const visits = { ...state.visits, [name]: (state.visits[name] ?? 0) + 1 };
  const fresh = name === state.workflow.cycle;
  const knowledge = fresh ? { ...state.knowledge, item: undefined, red: undefined, newTests: [] } : state.knowledge;
  const entered: RunState = {
    ...state,
    stage: 'ready',
    phase: name,
    cycle,
    attempt: 1,
    spent: 0,
    allowed: phase.attempts ?? state.settings.attempts,
    visits,
    unreadable: 0,
    candidate: undefined,
    told: NOTHING_TOLD,
    knowledge,
  };
  if (cycle > state.allowedCycles) {
    return asking(entered, { kind: 'decision', reason: 'cycles', about: `${cycle - 1} cycles are done.` });
  }
  if (phase.max_visits !== undefined && (visits[name] ?? 0) > phase.max_visits) {
    return asking(entered, { kind: 'decision', reason: 'visits', about: `${name} was visited too often.` });
  }
  return entered;
}

/** A session that came to its end and left a candidate. */
export function finished(state: RunState, data: EventData<'session.ended'>): RunState {
  const phase = phaseOf(state.workflow, state.phase);
  if (data.unreadable !== undefined && state.unreadable < MOST_UNREADABLE) {
    const told = { ...NOTHING_TOLD, trouble: `Your result could not be read: ${data.unreadable}` };
    return again({ ...state, unreadable: state.unreadable + 1 }, told);
  }
  const learnt = [...state.learnt, ...(data.learnt ?? [])].slice(-MOST_LEARNT);
  if (data.status === 'blocked') {
    const reason = data.blocked_reason ?? 'unknown';
    const target = phase.blocked?.[reason] ?? 'ask';
    if (target !== 'ask' && target !== 'end') return enter({ ...state, learnt }, target, state.cycle);
    const questions = (data.questions ?? []).join('\n');
    const about = questions === '' ? `${phase.agent} is blocked (${reason}): ${data.detail ?? ''}` : questions;
    return asking({ ...state, learnt }, { kind: 'question', reason, about });
  }
  const outcome = data.trigger !== undefined && phase.on[data.trigger] !== undefined ? data.trigger : 'complete';
  const candidate: Candidate = {
    ...newCandidate(data.session),
    tree: data.candidate,
    outcome,
    needsReview: data.status === 'needs_review',
  };
  return judgedSoFar({ ...state, learnt, stage: 'judging', candidate });
}

export function newCandidate(session: string): Candidate {
  return {
    session,
    tree: undefined,
    passed: [],
    outcome: 'complete',
    needsReview: false,
    approved: false,
    list: undefined,
    red: undefined,
    newTests: undefined,
  };
}

/** Once all gates have passed, a person may have to look; then the phase can be completed. */
export function judgedSoFar(state: RunState): RunState {
  const { candidate } = state;
  const { gates } = phaseOf(state.workflow, state.phase);
  if (candidate === undefined || !gates.every((gate) => candidate.passed.includes(gate))) return state;
  const wanted = candidate.needsReview || state.settings.approvals.includes(state.phase);
  if (!wanted || candidate.approved) return { ...state, stage: 'settled' };
  const about = `May ${state.phase} of cycle ${state.cycle} be accepted?`;
  return asking(state, { kind: 'approval', reason: 'approval', about });
}

/** An attempt is used up: the next one is told why, or what happens when there is none. */
export function refuse(state: RunState, told: Retelling): RunState {
  const phase = phaseOf(state.workflow, state.phase);
  const spent = state.spent + 1;
  if (spent < state.allowed) return again({ ...state, spent }, told);
  if (phase.exhausted === 'keep') return { ...state, spent, told, stage: 'dropped' };
  const last = told.trouble ?? told.reasons.map(({ message }) => message).join(' ');
  const about = `${state.phase} of cycle ${state.cycle} did not pass in ${state.attempt} attempts. The last time: ${last}`;
  return asking({ ...state, spent, told }, { kind: 'decision', reason: 'attempts', about });
}

export function again(state: RunState, told: Retelling): RunState {
  return { ...state, stage: 'ready', attempt: state.attempt + 1, told, candidate: undefined };
}

export function wait(state: RunState, detail: string | undefined): RunState {
  if (state.waits < MOST_WAITS) return state;
  const about = `A service failed ${state.waits} times in a row: ${detail ?? 'no reason was given'}`;
  return asking(state, { kind: 'decision', reason: 'service', about });
}

export function asking(state: RunState, need: Need): RunState {
  return { ...state, stage: 'asking', need };
}

/** Without its open ask and whatever waited for it. */
export function unasked(state: RunState): RunState {
  return { ...state, ask: undefined, need: undefined, decision: undefined, candidate: undefined };
}

/** What a person's "try again" allows, by what had run out. */
export function goOn(state: RunState, reason: string | undefined, hint: string | undefined): RunState {
  const told = { ...state.told, hint };
  const { attempts } = phaseOf(state.workflow, state.phase);
  switch (reason) {
    case 'attempts':
      return again({ ...state, allowed: state.spent + (attempts ?? state.settings.attempts) }, told);
    case 'budget':
      return { ...state, stage: 'ready', told, budgets: state.budgets + 1 };
    case 'cycles':
      return { ...state, stage: 'ready', told, allowedCycles: state.allowedCycles + state.settings.max_cycles };
    case 'service':
      return { ...state, stage: 'ready', told, waits: 0 };
    case 'final':
      return { ...state, stage: 'closing' };
    case 'baseline':
      return { ...state, stage: 'baseline' };
    default:
      return { ...state, stage: 'ready', told };
  }
}

/** What is known once a phase is completed. Work that was given up taught nothing. */
export function learn(state: RunState, reportAt: number | undefined, ticks: boolean): Knowledge {
  const { knowledge, candidate } = state;
  const list = candidate?.list ?? knowledge.list;
  const known: Knowledge = {
    ...knowledge,
    list,
    item: candidate?.list === undefined ? knowledge.item : nextItem(list),
    red: candidate?.red ?? knowledge.red,
    newTests: candidate?.newTests ?? knowledge.newTests,
    reportAt: reportAt ?? knowledge.reportAt,
  };
  if (!ticks || known.item === undefined) return known;
  const done = { ...known.item, done: true };
  return { ...known, list: withItem(list, done), completedTests: [...known.completedTests, done] };
}

function withItem(list: TestList, item: TestList['items'][number]): TestList {
  return { ...list, items: list.items.map((one) => (one.id === item.id ? item : one)) };
}
