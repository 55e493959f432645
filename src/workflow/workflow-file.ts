import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { refuseMalformed } from '../protocol/agent-choice.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import { nearest } from '../protocol/nearest.ts';
import { TIER_NAMES } from '../protocol/tiers.ts';
import { readShaped } from '../protocol/yaml-shape.ts';
import { misplacedAll, readYaml } from '../protocol/yaml-text.ts';
import { problemAt, type RuleProblem } from './rules-declarations.ts';
import { forTier, usualTier } from './tiers.ts';
import { readWorkflow, ruleProblems } from './workflow.ts';
import { type Workflow, type WorkflowDraft, workflowFileSchema, workflowSchema } from './workflow-schema.ts';

/** The text of a `*.workflow.yaml` as far as it stands for itself; an error names file, line and column. */
export function parseWorkflow(text: string, file: string): WorkflowDraft {
  return readShaped(workflowFileSchema, text, file).value;
}

/** What an agent's file says for the phases that leave it out. */
export type AgentDefaults = ReadonlyMap<string, Pick<Agent, 'scope' | 'gates'>>;

/**
 * The whole workflow: what a phase leaves out comes from its agent's file, and its commits begin with its name. Where it
 * knows tiers, it keeps to the rules in each. With the text of the file, one error tells everything wrong with it by line
 * and column, agents that nobody declares among it.
 */
export function completeWorkflow(
  draft: WorkflowDraft,
  agents: AgentDefaults,
  file: string,
  text?: string | undefined,
): Workflow {
  const problems: RuleProblem[] = [];
  const phases = Object.entries(draft.phases).map(([name, { writes, gates, commit, ...phase }]) => {
    const agent = agents.get(phase.agent) ?? [...agents].find(([declared]) => isSameAgent(declared, phase.agent))?.[1];
    if (agent === undefined) refuseMalformed(agents, phase.agent);
    const isUnknown = agent === undefined && text !== undefined;
    if (isUnknown) problems.push(unknownAgent(name, phase.agent, agents));
    const own = {
      writes: writes ?? given<readonly string[] | 'nothing'>(agent?.scope, 'writes', 'scope', 'nothing'),
      gates: gates ?? given(agent?.gates, 'gates', 'gates', []),
    };
    return [name, { ...phase, ...own, commit: commit ?? name }];

    function given<Value>(value: Value | undefined, key: string, agentKey: string, otherwise: Value): Value {
      if (value !== undefined) return value;
      const problem = `phases.${name} has no \`${key}\`, and the file of ${phase.agent} has no \`${agentKey}\``;
      if (!isUnknown) problems.push(problemAt(['phases', name], problem));
      return otherwise;
    }
  });
  const whole = { ...draft, phases: Object.fromEntries(phases) };
  if (problems.length > 0 || text !== undefined) refuseProblems(whole, problems, file, text);
  const workflow = readWorkflow(whole, file);
  if (usualTier(workflow) !== undefined) {
    for (const tier of TIER_NAMES) readWorkflow(forTier(workflow, tier), `${file} in the tier ${tier}`);
  }
  return workflow;
}

function unknownAgent(phase: string, agent: string, agents: AgentDefaults): RuleProblem {
  const near = nearest(agent, [...agents.keys()]);
  const hint = near === undefined ? ' (`baton agents list` shows those there are)' : ` (did you mean ${near}?)`;
  return problemAt(['phases', phase, 'agent'], `phases.${phase}.agent is ${agent}, and no agent has that name${hint}`);
}

/** What rules say of the gates of a phase is no news where something of it is missing. */
function refuseProblems(whole: unknown, found: readonly RuleProblem[], file: string, text: string | undefined): void {
  const incomplete = new Set(found.map(({ path: [, phase] }) => phase));
  const { success, data } = workflowSchema.safeParse(whole);
  const broken = success ? ruleProblems(data).filter(({ path }) => path.length !== 2 || !incomplete.has(path[1])) : [];
  const problems = [...found, ...broken];
  if (problems.length === 0) return;
  if (text === undefined) {
    throw new BatonError('invalid_input', `Invalid ${file}: ${problems.map(({ problem }) => problem).join('; ')}.`);
  }
  const { keyPositionOf } = readYaml(text, file);
  throw misplacedAll(
    file,
    problems.map(({ path, problem }) => ({ position: keyPositionOf(path), problem })),
  );
}
