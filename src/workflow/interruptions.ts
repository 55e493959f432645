import type { Raised } from './event-data.ts';
import { asking, proceed } from './moves.ts';
import type { RunState, Stuck } from './state.ts';
import { phaseOf } from './workflow.ts';

type Why = Pick<Stuck, 'reason' | 'text' | 'attempted' | 'questions' | 'context'>;

/** Another phase sees to what stopped an agent. The work is left undone; `back` leads to where it was stopped first. */
export function stopped(state: RunState, target: string, why: Why, raised?: Raised): RunState {
  const { phase, interrupted, stuck, knowledge } = state;
  const { agent } = phaseOf(state.workflow, phase);
  const handed = interrupted === undefined ? knowledge.handoff : stuck?.handoff;
  const after = proceed({ ...state, knowledge: { ...knowledge, said: undefined, handoff: raised } }, target);
  return { ...after, interrupted: interrupted ?? phase, stuck: { ...why, phase, agent, handoff: handed } };
}

/** An agent that escalated: the phase for that takes over, or a person answers it. */
export function escalated(state: RunState, raised: Raised): RunState {
  const { workflow, phase, candidate } = state;
  const { agent } = phaseOf(workflow, phase);
  const text = candidate?.summary ?? 'it did not say more';
  if (workflow.escalate === undefined || workflow.escalate === phase) {
    return asking(state, { kind: 'question', reason: 'escalate', about: `${agent} escalates: ${text}` });
  }
  const why = { reason: 'escalate', text, attempted: [], questions: [], context: candidate?.context };
  return stopped(state, workflow.escalate, why, raised);
}
