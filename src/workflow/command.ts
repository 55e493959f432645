import { overspent } from './budget.ts';
import { gatesDue } from './gates-due.ts';
import { chosenAt, rollbackTarget } from './going-back.ts';
import type { Decision, Need, RunState } from './state.ts';
import type { Gate } from './workflow-schema.ts';

/** What is due in a run. The engine has one handler for each. */
export type Command =
  | { readonly kind: 'prove_baseline' }
  | { readonly kind: 'fail_run'; readonly reason: string }
  /** Play a session of the present phase, after a pause if a service asked for one. */
  | { readonly kind: 'play'; readonly waitMs: number }
  /** A session was started and nothing was heard of its end. */
  | { readonly kind: 'recover_session' }
  | { readonly kind: 'judge'; readonly gates: readonly Gate[] }
  | { readonly kind: 'exceed_budget'; readonly what: string }
  | { readonly kind: 'open_ask'; readonly need: Need }
  | { readonly kind: 'complete_phase'; readonly dropped: boolean }
  /** Go back to an accepted commit; with `skip`, to the one that chose the present item, which is marked as skipped. */
  | { readonly kind: 'roll_back'; readonly to: string; readonly skip: boolean; readonly hint: string | undefined }
  | { readonly kind: 'abort'; readonly reason: string }
  | { readonly kind: 'close_run' };

/** What is due, derived from the state alone: the same however the state was reached. Nothing if somebody else must act. */
export function next(state: RunState): readonly Command[] {
  const command = due(state);
  return command === undefined ? [] : [command];
}

function due(state: RunState): Command | undefined {
  if (state.unknown !== undefined || state.ended !== undefined || state.parked !== undefined) return undefined;
  if (state.decision !== undefined) return carryOut(state, state.decision);
  switch (state.stage) {
    case 'baseline':
      if (state.refusedBaseline.length === 0) return { kind: 'prove_baseline' };
      return { kind: 'fail_run', reason: baselineReason(state.refusedBaseline) };
    case 'ready': {
      const what = overspent(state);
      return what === undefined ? { kind: 'play', waitMs: pause(state) } : { kind: 'exceed_budget', what };
    }
    case 'playing':
      return { kind: 'recover_session' };
    case 'judging':
      return { kind: 'judge', gates: gatesDue(state) };
    case 'asking':
      return state.need === undefined ? undefined : { kind: 'open_ask', need: state.need };
    case 'settled':
    case 'dropped':
      return { kind: 'complete_phase', dropped: state.stage === 'dropped' };
    case 'closing':
      return { kind: 'close_run' };
    case 'waiting':
    case 'ended':
      return undefined;
  }
}

function carryOut(state: RunState, { choice, hint, sentBack }: Decision): Command {
  if (sentBack !== undefined) return { kind: 'roll_back', to: sentBack.to, skip: false, hint };
  if (choice === 'abort') return { kind: 'abort', reason: hint ?? 'a person decided so' };
  const chosen = choice === 'skip' ? chosenAt(state) : undefined;
  return { kind: 'roll_back', to: chosen?.commit ?? rollbackTarget(state), skip: chosen !== undefined, hint };
}

/** 1, 2, 4 ... seconds, or what the service asked for, within a day. The engine adds jitter. */
function pause({ waits, retryAfterMs = 0 }: RunState): number {
  if (waits === 0) return 0;
  return Math.max(Math.min(retryAfterMs, DAY_MS), Math.min(2 ** (waits - 1), LONGEST_PAUSE_S) * 1000);
}

const LONGEST_PAUSE_S = 60;
const DAY_MS = 24 * 60 * 60 * 1000;

function baselineReason(failing: readonly string[]): string {
  return `${failing.length === 1 ? '1 test fails' : `${failing.length} tests fail`} before anything was done`;
}
