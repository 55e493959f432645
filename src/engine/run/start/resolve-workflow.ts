import type { Config } from '../../../protocol/config-schema.ts';
import type { TierName } from '../../../protocol/tiers.ts';
import { withFigures, withRouting } from '../../../workflow/adapted.ts';
import { forTier, usualTier, withMutation } from '../../../workflow/tiers.ts';
import { readWorkflow } from '../../../workflow/workflow.ts';
import type { Workflow } from '../../../workflow/workflow-schema.ts';

/** A workflow as a run plays it, and the tier that made it so. */
export interface ResolvedWorkflow {
  readonly workflow: Workflow;
  readonly tier: TierName | undefined;
}

/** The workflow with everything a project of these agents and the tier say about it, held to the rules again. */
export function resolveWorkflow(given: Workflow, config: Config, agents: Iterable<string>): ResolvedWorkflow {
  const tier = config.tier ?? usualTier(given);
  const routed = config.routing === undefined ? given : withRouting(given, config.routing, agents);
  const placed = config.output === undefined ? routed : { ...routed, output: config.output };
  const measured = withFigures(placed, config.figures !== undefined);
  const tiered = tier === undefined ? measured : forTier(measured, tier);
  const workflow = (config.gates?.mutation ?? tier === 'critical') ? withMutation(tiered) : tiered;
  return { workflow: readWorkflow(workflow, `workflow ${workflow.name}`), tier };
}
