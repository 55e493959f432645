import { type RefusalCode, showName } from '../evidence/reasons.ts';
import { TIERS } from '../protocol/tiers.ts';
import { ESCALATE } from '../protocol/triggers.ts';
import type { EventData } from './event-data.ts';
import { gatesDue } from './gates-due.ts';
import { stopped } from './interruptions.ts';
import { again, asking, NOTHING_TOLD, passable } from './moves.ts';
import type { Candidate, RunState } from './state.ts';
import { isTargetWord, lookup, phaseOf, wayOf } from './workflow.ts';
import type { Phase } from './workflow-schema.ts';

/** A session that came to its end and left a candidate. */
export function finished(state: RunState, data: EventData<'session.ended'>): RunState {
  if (data.unreadable !== undefined && state.unreadable < MOST_UNREADABLE) {
    const trouble = `Your result could not be read: ${data.unreadable}`;
    return again({ ...state, unreadable: state.unreadable + 1 }, { ...NOTHING_TOLD, trouble, repair: data.candidate });
  }
  const heard = { ...state, learnt: [...state.learnt, ...(data.learnt ?? [])].slice(-MOST_LEARNT) };
  const saysImplemented = isImplementedClaim(heard, data);
  if (data.status === 'blocked' && !saysImplemented) return blocked(heard, data);
  const candidate: Candidate = {
    ...newCandidate(data.session),
    tree: data.candidate,
    summary: data.summary,
    context: data.context,
    files: data.files ?? [],
    decisions: data.decisions ?? [],
    problems: data.problems ?? [],
    outcome: claimed(phaseOf(state.workflow, state.phase), data.trigger),
    needsReview: data.status === 'needs_review',
    saysImplemented,
  };
  return judgedSoFar({ ...heard, stage: 'judging', candidate });
}

/**
 * Whether the agent says that no failing test can be written because the item is implemented already, and leaves a test
 * that may show it. Where the workflow sends that reason to another phase, it goes there.
 */
function isImplementedClaim(
  state: RunState,
  { status, blocked_reason: reason, candidate }: EventData<'session.ended'>,
) {
  if (status !== 'blocked' || reason !== ALREADY_IMPLEMENTED || candidate === undefined) return false;
  const isRed = phaseOf(state.workflow, state.phase).gates.includes('red') && state.knowledge.item !== undefined;
  return isRed && isTargetWord(routeOf(state, reason));
}

export const ALREADY_IMPLEMENTED = 'already_implemented';

/** What a person is asked where the test of an agent that says so passes on the existing code. */
export function askWhetherImplemented(state: RunState, reasons: EventData<'gate.refused'>['reasons']): RunState {
  const { knowledge, workflow, phase } = state;
  const said = `${phaseOf(workflow, phase).agent} says that ${knowledge.item?.id} is implemented already: ${showName(knowledge.item?.description ?? '')}.`;
  const shown = reasons.map(({ message }) => message).join(' ');
  const about = `${said} ${shown} Skip the item if that test shows it, or retry with a hint. The test is not kept.`;
  return asking(state, { kind: 'decision', reason: ALREADY_IMPLEMENTED, about });
}

const MOST_UNREADABLE = 2;
const MOST_LEARNT = 10;

/** Who takes over from an agent that cannot go on: the phase its reason leads to, else a person. */
function blocked(
  state: RunState,
  { blocked_reason: reason = 'unknown', ...said }: EventData<'session.ended'>,
): RunState {
  const phase = phaseOf(state.workflow, state.phase);
  const target = routeOf(state, reason);
  const questions = (said.questions ?? []).join('\n');
  const words = said.summary ?? said.detail ?? 'it did not say more';
  if (isTargetWord(target)) {
    const about = questions === '' ? `${phase.agent} is blocked (${reason}): ${words}` : questions;
    return asking(state, { kind: 'question', reason, about });
  }
  return stopped(state, target, {
    reason,
    text: words,
    attempted: said.attempted ?? [],
    questions: said.questions ?? [],
    context: said.context,
  });
}

/** Where a reason leads: the phase's own word on it goes before that of the workflow, and nobody takes over from himself. */
function routeOf({ workflow, phase: name }: RunState, reason: string): string {
  const own = lookup(phaseOf(workflow, name).blocked ?? {}, reason);
  const routed = lookup(workflow.routing ?? {}, reason) ?? 'ask';
  return own ?? (routed === name ? 'ask' : routed);
}

/**
 * What an agent claims its phase came to: a trigger, which the gate `handoff` judges. Where nobody judges it, it counts
 * for nothing; all other outcomes are found by gates, never claimed.
 */
function claimed({ gates }: Phase, trigger: string | undefined): string {
  const isJudged = trigger === ESCALATE || gates.includes('handoff');
  return trigger?.startsWith('@') === true && isJudged ? trigger : 'complete';
}

export function newCandidate(session: string): Candidate {
  return {
    session,
    tree: undefined,
    passed: [],
    outcome: 'complete',
    needsReview: false,
    saysImplemented: false,
    approved: false,
    needsApproval: [],
    list: undefined,
    red: undefined,
    newTests: undefined,
    suspicions: [],
    unsabotaged: undefined,
    reportAt: undefined,
    summary: undefined,
    context: undefined,
    files: [],
    decisions: [],
    problems: [],
  };
}

/** Once all gates have passed, a person may have to look; then the phase can be completed. */
export function judgedSoFar(state: RunState): RunState {
  const { candidate } = state;
  if (candidate?.tree === undefined || gatesDue(state).length > 0) return state;
  if (candidate.approved || !wantsApproval(state, candidate)) return { ...state, stage: 'settled' };
  const { needsApproval: paths } = candidate;
  const touched = paths.length === 0 ? '' : ` It changes what is protected: ${paths.slice(0, MOST_PATHS).join(', ')}.`;
  const untried = asksUnsabotaged(state, candidate)
    ? ` It could not be tried what its tests notice: ${candidate.unsabotaged}.`
    : '';
  const about = `May ${state.phase} of cycle ${state.cycle} be accepted?${touched}${untried}${whatFollows(state)}`;
  return asking(state, { kind: 'approval', reason: 'approval', about });
}

const MOST_PATHS = 10;

/** A phase that a person may pass over is told where that can be said. */
function whatFollows(state: RunState): string {
  const next = passable(state);
  return next === undefined ? '' : ` Then comes ${next}, which you may pass over with a reason (approve with --skip).`;
}

/** Whether a person has to look: by the agent's wish, the settings, the phase, its outcome, what was touched, or not tried. */
function wantsApproval(state: RunState, candidate: Candidate): boolean {
  const { workflow, phase: name, settings } = state;
  const phase = phaseOf(workflow, name);
  const isDeclared = phase.approval === true || wayOf(phase, candidate.outcome)?.approval === true;
  const isProtected = candidate.needsApproval.length > 0;
  const isAsked = candidate.needsReview || settings.approvals.includes(name) || asksUnsabotaged(state, candidate);
  return isAsked || isDeclared || isProtected;
}

/** Whether the tier wants a person to look at what could not be sabotaged. */
function asksUnsabotaged({ settings: { tier } }: RunState, { unsabotaged }: Candidate): boolean {
  return unsabotaged !== undefined && tier !== undefined && TIERS[tier].asks_when_unsabotaged;
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
  'not_implemented',
  'wrong_failure_reason',
  'missing_snapshot',
  'not_collected',
  'still_failing',
  'flaky',
  'list_unreadable',
  'missing_trigger',
  'unknown_trigger',
  'unauthorised_trigger',
  'forged_agent',
  'context_missing',
  'context_invalid',
  'context_too_large',
  'secret_in_context',
  'quality_too_low',
  'quality_unknown',
  'test_kind_missing',
  'command_failed',
  'artifact_missing',
  'artifact_invalid',
  'result_unreadable',
  'finding_invalid',
  'finding_open',
  'criterion_unchecked',
]);
