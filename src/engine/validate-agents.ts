import type { Authority } from '../protocol/authority.ts';
import type { Config } from '../protocol/config-schema.ts';
import { type Known, type Validation, validateAgents } from '../protocol/validate/validate.ts';
import type { Repository } from '../sys/git/repository.ts';
import { GATES, type WorkflowDraft } from '../workflow/workflow-schema.ts';
import { readAgentTexts } from './agents.ts';
import { listWorkflows } from './workflows.ts';

/** Looks at the agents of a project together with the built-in ones, its triggers and its workflows. */
export function validateProject(
  repository: Pick<Repository, 'checkout'>,
  config: Config,
  runners: readonly string[],
): Validation {
  const workflows = new Map([...listWorkflows(repository)].map(([name, { draft }]) => [name, draft]));
  return validateAgents(readAgentTexts(repository, config), knownAround(workflows, config, runners));
}

function knownAround(
  workflows: ReadonlyMap<string, WorkflowDraft>,
  { workflow }: Config,
  runners: readonly string[],
): Known {
  const chosen = workflows.get(workflow ?? '');
  const drafts = [...workflows.values()];
  return {
    authority: hierarchy(drafts, chosen),
    leaders: drafts.flatMap(({ orchestrator }) => orchestrator ?? []),
    fields: drafts.flatMap(({ context = {} }) => Object.keys(context)),
    players: drafts.flatMap(({ phases }) => Object.values(phases).map(({ agent }) => agent)),
    gates: GATES,
    runners,
  };
}

/** What all workflows say about who may hand to whom; the one that the project runs has the last word. */
function hierarchy(drafts: readonly WorkflowDraft[], chosen: WorkflowDraft | undefined): Authority {
  const [leading] = [chosen, ...drafts].filter((draft) => draft?.orchestrator !== undefined);
  const rules = [...drafts, chosen].map((draft) => Object.entries(draft?.authority ?? {}));
  return { orchestrator: leading?.orchestrator, authority: Object.fromEntries(rules.flat()) };
}
