import { findAgent } from '../../../protocol/agent-choice.ts';
import type { Agent } from '../../../protocol/agent-schema.ts';
import type { Config } from '../../../protocol/config-schema.ts';
import type { ProjectTriggers } from '../../../protocol/custom-triggers.ts';
import type { TierName } from '../../../protocol/tiers.ts';
import { withAgentNames, withFigures, withRouting } from '../../../workflow/adapted.ts';
import { type DeclarationsOf, withTriggerNames, withTriggers } from '../../../workflow/project-triggers.ts';
import { forTier, usualTier, withMutation } from '../../../workflow/tiers.ts';
import { readWorkflow } from '../../../workflow/workflow.ts';
import type { Workflow } from '../../../workflow/workflow-schema.ts';

/** A workflow as a run plays it, and the tier that made it so. */
export interface ResolvedWorkflow {
  readonly workflow: Workflow;
  readonly tier: TierName | undefined;
}

/** What a project says about a workflow beside its settings. */
export interface WorkflowParts {
  readonly config: Config;
  readonly agents: ReadonlyMap<string, Agent>;
  readonly triggers: ProjectTriggers;
  /** Whether agents keep the names that the workflow gives them. */
  readonly keepNames: boolean;
}

/** The workflow with everything a project and the tier say about it, held to the rules again. */
export function resolveWorkflow(given: Workflow, parts: WorkflowParts): ResolvedWorkflow {
  const { config, agents, triggers, keepNames } = parts;
  const tier = config.tier ?? usualTier(given);
  const named = keepNames ? given : withAgentNames(given, (name) => findAgent(agents, name)?.name ?? name);
  const extended = withTriggers(named, triggers.triggers);
  const raised = withTriggerNames(extended, triggers.names, declarationsIn(parts));
  const routed = config.routing === undefined ? raised : withRouting(raised, config.routing, agents.keys());
  const placed = config.output === undefined ? routed : { ...routed, output: config.output };
  const measured = withFigures(placed, config.figures !== undefined);
  const tiered = tier === undefined ? measured : forTier(measured, tier);
  const workflow = (config.gates?.mutation ?? tier === 'critical') ? withMutation(tiered) : tiered;
  return { workflow: readWorkflow(workflow, `workflow ${workflow.name}`), tier };
}

/** What each agent declares about handoffs, beside the project's own triggers. */
export function declarationsIn({ agents, triggers }: Pick<WorkflowParts, 'agents' | 'triggers'>): DeclarationsOf {
  return (name) => ({ handoffs: findAgent(agents, name)?.handoffs ?? [], triggers: triggers.triggers });
}
