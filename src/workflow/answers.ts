import { grantMore } from './budget.ts';
import type { EventData } from './event-data.ts';
import { chosenAt } from './going-back.ts';
import { again, enter, limited, NOTHING_TOLD, refuse } from './moves.ts';
import { judgedSoFar } from './sessions.ts';
import type { RunState } from './state.ts';
import { phaseOf } from './workflow.ts';

type Answer = EventData<'ask.answered'>['answer'];

/** What a person's answer does to a run that waits for it. */
export function answered(state: RunState, answer: Answer): RunState {
  const after = { ...state, ask: undefined, need: undefined };
  switch (answer.kind) {
    case 'question':
      return again(after, { ...state.told, question: state.ask?.about, answer: answer.text });
    case 'approval':
      return answer.approved ? approved(after) : rejected(after, answer.reason);
    case 'decision':
      return decided(after, state.need?.reason, answer);
  }
}

function approved(state: RunState): RunState {
  if (state.candidate === undefined) return state;
  return judgedSoFar({ ...state, stage: 'judging', candidate: { ...state.candidate, approved: true } });
}

function rejected(state: RunState, reason: string | undefined): RunState {
  return refuse(state, { ...NOTHING_TOLD, trouble: 'A person did not approve it.', hint: reason });
}

/** Everything but "try again" has to be carried out first. Where no test is chosen yet, to skip is to try again. */
function decided(state: RunState, reason: string | undefined, answer: Answer & { kind: 'decision' }): RunState {
  const { choice, hint } = answer;
  const isRetry = choice === 'retry' || (choice === 'skip' && chosenAt(state) === undefined);
  return isRetry ? goOn(state, reason, hint) : { ...state, decision: { choice, hint } };
}

/** What a person's "try again" allows, by what had run out. */
function goOn(before: RunState, reason: string | undefined, hint: string | undefined): RunState {
  const state: RunState = { ...before, stage: 'ready', told: { ...before.told, hint: hint ?? before.told.hint } };
  const { attempts, max_visits: visits } = phaseOf(state.workflow, state.phase);
  switch (reason) {
    case 'attempts':
      return again({ ...state, allowed: state.spent + (attempts ?? state.settings.attempts) }, state.told);
    case 'budget':
      return { ...state, budgets: grantMore(state) };
    case 'cycles':
      return limited({ ...state, allowedCycles: state.allowedCycles + state.settings.max_cycles });
    case 'visits':
      return { ...state, visits: { ...state.visits, [state.phase]: visits ?? 0 } };
    case 'service':
      return { ...state, waits: 0 };
    case 'routing':
      return { ...enter(state, state.phase, state.cycle), told: { ...NOTHING_TOLD, hint } };
    case 'final':
      return { ...state, stage: 'closing' };
    case 'baseline':
      return { ...state, stage: 'baseline' };
    default:
      return state;
  }
}
