import type { RefusalCode } from '../evidence/reasons.ts';
import type { EventData } from './event-data.ts';
import { again, asking, NOTHING_TOLD, proceed } from './moves.ts';
import type { Candidate, RunState } from './state.ts';
import { isTargetWord, lookup, phaseOf } from './workflow.ts';
import type { Phase } from './workflow-schema.ts';

/** A session that came to its end and left a candidate. */
export function finished(state: RunState, data: EventData<'session.ended'>): RunState {
  if (data.unreadable !== undefined && state.unreadable < MOST_UNREADABLE) {
    const trouble = `Your result could not be read: ${data.unreadable}`;
    return again({ ...state, unreadable: state.unreadable + 1 }, { ...NOTHING_TOLD, trouble, repair: data.candidate });
  }
  const heard = { ...state, learnt: [...state.learnt, ...(data.learnt ?? [])].slice(-MOST_LEARNT) };
  if (data.status === 'blocked') return blocked(heard, data);
  const candidate: Candidate = {
    ...newCandidate(data.session),
    tree: data.candidate,
    summary: data.summary,
    problems: data.problems ?? [],
    outcome: raised(phaseOf(state.workflow, state.phase), data.trigger),
    needsReview: data.status === 'needs_review',
  };
  return judgedSoFar({ ...heard, stage: 'judging', candidate });
}

const MOST_UNREADABLE = 2;
const MOST_LEARNT = 10;

/** Who takes over from an agent that cannot go on: the phase its reason leads to, else a person. */
function blocked(
  state: RunState,
  { blocked_reason: reason = 'unknown', ...said }: EventData<'session.ended'>,
): RunState {
  const phase = phaseOf(state.workflow, state.phase);
  const target = lookup(phase.blocked ?? {}, reason) ?? 'ask';
  const questions = (said.questions ?? []).join('\n');
  const words = said.summary ?? said.detail ?? 'it did not say more';
  if (isTargetWord(target)) {
    const about = questions === '' ? `${phase.agent} is blocked (${reason}): ${words}` : questions;
    return asking(state, { kind: 'question', reason, about });
  }
  const text = [`Blocked (${reason}): ${words}`, questions].join('\n').trim();
  const knowledge = { ...state.knowledge, said: { agent: phase.agent, text } };
  return proceed({ ...state, knowledge }, target);
}

/** An agent may raise the triggers its phase names; all other outcomes are found by gates, never claimed. */
function raised({ on }: Phase, trigger: string | undefined): string {
  return trigger?.startsWith('@') === true && lookup(on, trigger) !== undefined ? trigger : 'complete';
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
    reportAt: undefined,
    summary: undefined,
    problems: [],
  };
}

/** Once all gates have passed, a person may have to look; then the phase can be completed. */
export function judgedSoFar(state: RunState): RunState {
  const { candidate } = state;
  const { gates } = phaseOf(state.workflow, state.phase);
  if (candidate?.tree === undefined || !gates.every((gate) => candidate.passed.includes(gate))) return state;
  const wanted = candidate.needsReview || state.settings.approvals.includes(state.phase);
  if (!wanted || candidate.approved) return { ...state, stage: 'settled' };
  const about = `May ${state.phase} of cycle ${state.cycle} be accepted?`;
  return asking(state, { kind: 'approval', reason: 'approval', about });
}

/** A service that is not to be had: the next session waits a little, or a person is asked. */
export function wait(state: RunState, detail: string | undefined): RunState {
  if (state.waits < MOST_WAITS) return state;
  const about = `A service failed ${state.waits} times in a row: ${detail ?? 'no reason was given'}`;
  return asking(state, { kind: 'decision', reason: 'service', about });
}

/** Services that fail this often in a row are a person's matter. */
const MOST_WAITS = 8;

/** The tree the next session starts from after a refusal; nothing where it starts from the base again. */
export function repairable({ gate, tree, reasons }: EventData<'gate.refused'>): string | undefined {
  return gate !== 'refactor' && reasons.every(({ code }) => REPAIRABLE.has(code)) ? tree : undefined;
}

/** Refusals that are repaired where they are. A refactoring never is: it goes back to what passed. */
const REPAIRABLE: ReadonlySet<string> = new Set<RefusalCode>([
  'no_new_test',
  'test_passes_before_implementation',
  'wrong_failure_reason',
  'missing_snapshot',
  'not_collected',
  'still_failing',
  'flaky',
  'list_unreadable',
]);
