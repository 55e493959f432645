import { grantMore } from './budget.ts';
import type { EventData } from './event-data.ts';
import { chosenAt, SENT_BACK } from './going-back.ts';
import { listPhase, NOTHING_TO_DO } from './list-progress.ts';
import { again, enter, limited, NOTHING_TOLD, passable, refuse } from './moves.ts';
import { ALREADY_IMPLEMENTED, judgedSoFar } from './sessions.ts';
import type { Candidate, Retelling, RunState } from './state.ts';
import { phaseOf, wayOf } from './workflow.ts';

type Answer = EventData<'ask.answered'>['answer'];

/** What a person's answer does to a run that waits for it. */
export function answered(state: RunState, answer: Answer, by: string): RunState {
  const after = { ...state, ask: undefined, need: undefined };
  switch (answer.kind) {
    case 'question':
      return again(after, { ...state.told, question: state.ask?.about, answer: answer.text });
    case 'approval':
      if (state.need?.reason === NOTHING_TO_DO) return confirmed(after, answer, by);
      return answer.approved ? approved(after, answer.skip?.reason) : rejected(after, answer.reason);
    case 'decision':
      return decided(after, state.need?.reason, answer);
  }
}

/** A person says that there was nothing to do: the run may end. Or that there is: the list is planned again. */
function confirmed(state: RunState, { approved, reason }: Answer & { kind: 'approval' }, by: string): RunState {
  if (approved) return { ...state, stage: 'closing', confirmed: { by, commit: state.base.commit } };
  const phase = listPhase(state.workflow) ?? state.workflow.start;
  const trouble = 'The list was planned as done, and a person says that there is something to do.';
  return enterTold(state, phase, { ...NOTHING_TOLD, trouble, hint: reason });
}

/** Plays a phase of the present cycle once more. */
function enterTold(state: RunState, phase: string, told: Retelling): RunState {
  return { ...enter(state, phase, state.cycle), told };
}

/** What was approved counts; where the outcome says so, as another trigger, which has to be let through as well. */
function approved(state: RunState, skip: string | undefined): RunState {
  if (state.candidate === undefined) return state;
  const candidate: Candidate = { ...state.candidate, approved: true };
  const over = skip === undefined ? undefined : passable(state);
  if (over !== undefined && skip !== undefined) {
    return judgedSoFar({
      ...state,
      stage: 'judging',
      candidate: { ...candidate, passesOver: { phase: over, reason: skip } },
    });
  }
  const then = wayOf(phaseOf(state.workflow, state.phase), candidate.outcome)?.countsAs;
  const passed = candidate.passed.filter((gate) => gate !== 'handoff');
  const counted = then === undefined ? candidate : { ...candidate, outcome: then, passed };
  return judgedSoFar({ ...state, stage: 'judging', candidate: counted });
}

function rejected(state: RunState, reason: string | undefined): RunState {
  return refuse(state, { ...NOTHING_TOLD, trouble: 'A person did not approve it.', hint: reason });
}

/** Everything but "try again" has to be carried out first. By older rules, where no test is chosen yet, to skip is that. */
function decided(state: RunState, reason: string | undefined, answer: Answer & { kind: 'decision' }): RunState {
  const { choice } = answer;
  const isRetry = choice === 'retry' || (choice === 'skip' && chosenAt(state) === undefined);
  const isKnown = choice === 'skip' && reason === ALREADY_IMPLEMENTED;
  const hint = answer.hint ?? (isKnown ? 'already implemented' : undefined);
  return isRetry ? goOn(state, reason, hint) : { ...state, decision: { choice, hint } };
}

/** What a person's "try again" allows, by what had run out. */
function goOn(before: RunState, reason: string | undefined, hint: string | undefined): RunState {
  const state: RunState = { ...before, stage: 'ready', told: { ...before.told, hint: hint ?? before.told.hint } };
  const { attempts, max_visits: visits } = phaseOf(state.workflow, state.phase);
  switch (reason) {
    case 'attempts':
      return again({ ...state, allowed: state.spent + (attempts ?? state.settings.attempts) }, state.told);
    case ALREADY_IMPLEMENTED:
      return again(state, {
        ...NOTHING_TOLD,
        trouble: 'A person does not take the item as implemented already.',
        hint,
      });
    case SENT_BACK:
      return again({ ...state, sentBack: 0 }, { ...state.told, hint });
    case 'budget':
      return { ...state, budgets: grantMore(state), unreported: [] };
    case 'cycles':
      return limited({ ...state, allowedCycles: state.allowedCycles + state.settings.max_cycles });
    case 'visits':
      return { ...state, visits: { ...state.visits, [state.phase]: visits ?? 0 } };
    case 'service':
      return { ...state, waits: 0 };
    case 'routing':
      return enterTold(state, state.phase, { ...NOTHING_TOLD, hint });
    case 'final':
      return { ...state, stage: 'closing' };
    case 'baseline':
      return { ...state, stage: 'baseline' };
    default:
      return state;
  }
}
