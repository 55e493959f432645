import { BatonError } from '../../../base/error.ts';
import { findAgent } from '../../../protocol/agent-choice.ts';
import type { Agent } from '../../../protocol/agent-schema.ts';
import type { Config } from '../../../protocol/config-schema.ts';
import type { Trigger } from '../../../protocol/triggers.ts';
import { type MissingTrigger, missingTriggers } from '../../../workflow/project-triggers.ts';
import type { Workflow } from '../../../workflow/workflow-schema.ts';
import { loadTriggers } from '../../agents.ts';
import type { RunParts, StartOptions } from './resolve.ts';
import { declarationsIn, type ResolvedWorkflow, resolveWorkflow } from './resolve-workflow.ts';

/** Who plays a workflow, by which triggers, and what the user should know about it. */
interface Cast extends ResolvedWorkflow {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly triggers: readonly Trigger[];
  readonly warnings: readonly string[];
}

/**
 * Chooses the agents of a run and fits the workflow to them. A workflow that could never come to its end with them, since
 * they do not declare the triggers it needs, is refused with everything that is missing and what can be done about it.
 */
export async function chooseCast(
  declared: Workflow,
  { repository, agents: load }: Pick<RunParts, 'repository' | 'agents'>,
  { config, isRecorded = false }: { readonly config: Config } & Pick<StartOptions, 'isRecorded'>,
): Promise<Cast> {
  const triggers = loadTriggers(repository, config);
  const resolve = (agents: ReadonlyMap<string, Agent>) => {
    const parts = { config, agents, triggers, keepNames: isRecorded };
    const resolved = resolveWorkflow(declared, parts);
    return { ...resolved, agents, ...missingTriggers(resolved.workflow, declarationsIn(parts)) };
  };
  const own = resolve(await load());
  const replaceable = own.missing.map(({ agent }) => agent).filter((name) => hasBuiltIn(name, own.agents));
  const cast = config.use_builtin === true && replaceable.length > 0 ? resolve(await load(replaceable)) : own;
  const { workflow, tier, agents, missing, canEnd } = cast;
  if (!canEnd) throw cannotEnd(workflow, missing, agents);
  return {
    workflow,
    tier,
    agents,
    triggers: triggers.triggers,
    warnings: missing.map((one) => warning(one, workflow)),
  };
}

/** Whether an agent of the project stands in the place of a built-in one. */
function hasBuiltIn(name: string, agents: ReadonlyMap<string, Agent>): boolean {
  return findAgent(agents, name)?.replaces.includes('built-in') === true;
}

function warning({ trigger, agent, target, phases }: MissingTrigger, { name }: Workflow): string {
  return `${agent} does not declare ${trigger} to ${target}, so it cannot raise it in ${phases.join(', ')} of ${name}.`;
}

function cannotEnd(workflow: Workflow, missing: readonly MissingTrigger[], agents: ReadonlyMap<string, Agent>) {
  const lacking = missing.map(({ trigger, agent, target, phases }) => {
    const file = findAgent(agents, agent)?.source ?? 'no file';
    return `  ${agent} (${file}): ${trigger} to ${target}, needed in ${phases.join(', ')}`;
  });
  const declarations = missing.map(
    ({ trigger, agent, target }) => `      "${trigger}": { source: ${agent}, target: ${target} }`,
  );
  const isReplaceable = missing.every(({ agent }) => hasBuiltIn(agent, agents));
  const lines = [
    `The workflow ${workflow.name} cannot finish with these agents. They do not declare triggers that it needs:`,
    ...lacking,
    'Do one of these:',
    '  - add them to `handoffs` in those files;',
    '  - declare them in baton.yaml:',
    '      triggers:',
    ...declarations.map((line) => `  ${line}`),
    '  - if an agent has another word for one, map it in baton.yaml: triggers: { "@re-review": "@its-own-word" };',
    ...(isReplaceable ? ['  - use the built-in agents in their place: --use-builtin.'] : []),
  ];
  return new BatonError('invalid_input', lines.join('\n'), { data: { missing: missing.map((one) => ({ ...one })) } });
}
