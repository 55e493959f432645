import { ESCALATE } from '../protocol/triggers.ts';
import type { RunState } from './state.ts';
import { phaseOf } from './workflow.ts';
import { type Gate, gateName } from './workflow-schema.ts';

/** The gates that the candidate has not passed yet, in order. An agent that escalates leaves nothing else to judge. */
export function gatesDue({ workflow, phase, candidate }: RunState): readonly Gate[] {
  const gates: readonly Gate[] = candidate?.outcome === ESCALATE ? ['handoff'] : phaseOf(workflow, phase).gates;
  return gates.filter((gate) => candidate?.passed.includes(gateName(gate)) !== true);
}
