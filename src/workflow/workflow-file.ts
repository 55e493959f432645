import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import { TIER_NAMES } from '../protocol/tiers.ts';
import { readShaped } from '../protocol/yaml-shape.ts';
import { forTier, usualTier } from './tiers.ts';
import { readWorkflow } from './workflow.ts';
import { type Workflow, type WorkflowDraft, workflowFileSchema } from './workflow-schema.ts';

/** The text of a `*.workflow.yaml` as far as it stands for itself; an error names file, line and column. */
export function parseWorkflow(text: string, file: string): WorkflowDraft {
  return readShaped(workflowFileSchema, text, file).value;
}

/** What an agent's file says for the phases that leave it out. */
export type AgentDefaults = ReadonlyMap<string, Pick<Agent, 'scope' | 'gates'>>;

/**
 * The whole workflow: what a phase leaves out comes from its agent's file, and its commits begin with its name. Where it
 * knows tiers, it keeps to the rules in each.
 */
export function completeWorkflow(draft: WorkflowDraft, agents: AgentDefaults, file: string): Workflow {
  const phases = Object.entries(draft.phases).map(([name, { writes, gates, commit, ...phase }]) => {
    const agent = agents.get(phase.agent) ?? [...agents].find(([declared]) => isSameAgent(declared, phase.agent))?.[1];
    const own = {
      writes: writes ?? given(agent?.scope, 'writes', 'scope'),
      gates: gates ?? given(agent?.gates, 'gates', 'gates'),
    };
    return [name, { ...phase, ...own, commit: commit ?? name }];

    function given<Value>(value: Value | undefined, key: string, agentKey: string): Value {
      if (value !== undefined) return value;
      throw new BatonError(
        'invalid_input',
        `Invalid ${file}: phases.${name} has no \`${key}\`, and the file of ${phase.agent} has no \`${agentKey}\`.`,
      );
    }
  });
  const workflow = readWorkflow({ ...draft, phases: Object.fromEntries(phases) }, file);
  if (usualTier(workflow) !== undefined) {
    for (const tier of TIER_NAMES) readWorkflow(forTier(workflow, tier), `${file} in the tier ${tier}`);
  }
  return workflow;
}
