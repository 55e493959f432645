import { nextItem } from '../evidence/plan/test-list.ts';
import type { EventData, RunSettings } from './event-data.ts';
import { asking, limited, proceed, unasked } from './moves.ts';
import { judgedSoFar } from './sessions.ts';
import type { Milestone, RunState } from './state.ts';
import { phaseOf } from './workflow.ts';

/** Takes in commits of a person: whatever was under way is void, and the files as they are now are proved first. */
export function tookIn(state: RunState, { commit, tree }: EventData<'person.committed'>): RunState {
  const isBetween = state.stage === 'ready' || state.stage === 'baseline';
  return {
    ...unasked(state),
    base: { commit, tree },
    stage: 'baseline',
    attempt: isBetween ? state.attempt : state.attempt + 1,
    allowed: Math.max(state.allowed, state.spent + 1),
    waits: 0,
    told: { ...state.told, repair: undefined },
    refusedBaseline: [],
  };
}

/** A run cannot start on failing tests; where a person's commits brought them, a person decides. */
export function baselineRefused(state: RunState, refused: readonly string[]): RunState {
  if (state.milestones.length === 0) return { ...state, refusedBaseline: refused };
  const named = refused.slice(0, 5).join(', ');
  const about = `Tests fail on the commits that were added to ${state.branch}: ${named}.`;
  return asking(state, { kind: 'decision', reason: 'baseline', about });
}

/** Goes on after a person's commits, which are accepted now: with the present phase, or with what followed it. */
export function goneOn(state: RunState, accepted: Milestone): RunState {
  const next = state.isOver ? nextNow(state, accepted) : state.phase;
  const after = { ...state, milestones: [...state.milestones, { ...accepted, next }] };
  return state.isOver ? proceed(after, next) : limited({ ...after, stage: 'ready' });
}

/** A run whose list was done ends, unless a person has opened the list again. */
function nextNow({ workflow, knowledge }: RunState, { next }: Milestone): string {
  return next === 'end' && nextItem(knowledge.list) !== undefined ? (workflow.cycle ?? workflow.start) : next;
}

/**
 * A run that somebody takes up again. What other settings allow more, or less, counts from here on; one attempt is left,
 * and a cycle that has begun may be finished.
 */
export function resumed(before: RunState, settings: RunSettings): RunState {
  const more = settings.attempts - before.settings.attempts;
  const moreCycles = settings.max_cycles - before.settings.max_cycles;
  const isOwn = phaseOf(before.workflow, before.phase).attempts !== undefined;
  const state: RunState = {
    ...before,
    settings,
    parked: undefined,
    waits: 0,
    retryAfterMs: undefined,
    allowed: isOwn || more === 0 ? before.allowed : Math.max(before.spent + 1, before.allowed + more),
    allowedCycles: Math.max(Math.min(before.cycle, before.allowedCycles), before.allowedCycles + moreCycles),
  };
  return state.stage === 'settled' ? judgedSoFar(state) : state;
}
