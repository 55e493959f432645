import { BatonError } from '../base/error.ts';
import { isSameAgent } from '../handoff/agent-aliases.ts';
import { isMalformed, refuseMalformed } from '../protocol/agent-choice.ts';
import type { Agent } from '../protocol/agent-schema.ts';
import { nearest } from '../protocol/nearest.ts';
import { TIER_NAMES } from '../protocol/tiers.ts';
import { type MoreProblems, readShaped } from '../protocol/yaml-shape.ts';
import { misplacedAll, readYaml } from '../protocol/yaml-text.ts';
import { problemAt, type RuleProblem } from './rules-declarations.ts';
import { forTier, usualTier } from './tiers.ts';
import { readWorkflow, ruleProblems } from './workflow.ts';
import { type Workflow, type WorkflowDraft, workflowFileSchema, workflowSchema } from './workflow-schema.ts';

/**
 * The text of a `*.workflow.yaml` as far as it stands for itself; an error names file, line and column. With agents, the
 * error about a file of a wrong shape also tells what `completeWorkflow` would have told of the rest.
 */
export function parseWorkflow(text: string, file: string, agents?: AgentDefaults): WorkflowDraft {
  if (agents === undefined) return readShaped(workflowFileSchema, text, file).value;
  const more: MoreProblems = (value, broken) =>
    broken.length === 0 ? [] : soundProblems(value, broken, agents).map((problem) => ({ ...problem, isKey: true }));
  return readShaped(workflowFileSchema, text, file, { more }).value;
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
  const { whole, problems } = withDefaults(draft, agents, text !== undefined);
  if (problems.length > 0 || text !== undefined) refuseProblems(whole, problems, file, text);
  const workflow = readWorkflow(whole, file);
  if (usualTier(workflow) !== undefined) {
    for (const tier of TIER_NAMES) readWorkflow(forTier(workflow, tier), `${file} in the tier ${tier}`);
  }
  return workflow;
}

/** The workflow with what agents' files say, and what nobody says. An unknown agent is told where that can be mended. */
function withDefaults(draft: WorkflowDraft, agents: AgentDefaults, tellsUnknown: boolean) {
  const problems: RuleProblem[] = [];
  const phases = Object.entries(draft.phases).map(([name, { writes, gates, commit, ...phase }]) => {
    const agent = agentOf(phase.agent, agents);
    if (agent === undefined) refuseMalformed(agents, phase.agent);
    const isUnknown = agent === undefined && tellsUnknown;
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
  return { whole: { ...draft, phases: Object.fromEntries(phases) }, problems };
}

function agentOf(name: string, agents: AgentDefaults): Pick<Agent, 'scope' | 'gates'> | undefined {
  return agents.get(name) ?? [...agents].find(([declared]) => isSameAgent(declared, name))?.[1];
}

function unknownAgent(phase: string, agent: string, agents: AgentDefaults): RuleProblem {
  const near = nearest(agent, [...agents.keys()]);
  const hint = near === undefined ? ' (`baton agents list` shows those there are)' : ` (did you mean ${near}?)`;
  return problemAt(['phases', phase, 'agent'], `phases.${phase}.agent is ${agent}, and no agent has that name${hint}`);
}

/** What rules say of the gates of a phase is no news where something of it is missing. */
function refuseProblems(whole: unknown, found: readonly RuleProblem[], file: string, text: string | undefined): void {
  const incomplete = new Set(found.map(({ path: [, phase] }) => phase));
  const broken = brokenRules(whole).filter(({ path }) => path.length !== 2 || !incomplete.has(path[1]));
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

function brokenRules(whole: unknown): readonly RuleProblem[] {
  const { success, data } = workflowSchema.safeParse(whole);
  return success ? ruleProblems(data) : [];
}

/**
 * What is wrong with the parts of a workflow whose shape is right: agents that nobody declares, and what the rules forbid
 * in phases in which nothing is broken. Where ways are broken, what the rules say of where they lead would be no news.
 */
function soundProblems(
  value: unknown,
  broken: readonly (readonly PropertyKey[])[],
  agents: AgentDefaults,
): readonly RuleProblem[] {
  const { phases = {} } = (value ?? {}) as { readonly phases?: Readonly<Record<string, unknown>> | null };
  const unknown = Object.entries(phases ?? {}).flatMap(([name, phase]) => {
    const { agent } = (phase ?? {}) as { readonly agent?: unknown };
    const isKnown = typeof agent !== 'string' || agent === '' || agentOf(agent, agents) !== undefined;
    return isKnown || isMalformed(agents, agent) ? [] : [unknownAgent(name, agent, agents)];
  });
  const isInside = broken.every(([top, , key]) => top === 'phases' && OF_THE_PHASE.has(String(key)));
  const draft = isInside ? workflowFileSchema.safeParse(without(value, broken)).data : undefined;
  if (draft === undefined || Object.values(draft.phases).some(({ agent }) => isMalformed(agents, agent)))
    return unknown;
  const told = new Set([...broken.map(([, phase]) => phase), ...unknown.map(({ path: [, phase] }) => phase)]);
  const { whole, problems } = withDefaults(draft, agents, true);
  const others = [...problems, ...brokenRules(whole)].filter(
    ({ path: [top, phase] }) => top !== 'phases' || !told.has(phase),
  );
  return [...unknown, ...others];
}

/** The keys of a phase that say nothing of where it leads. */
const OF_THE_PHASE: ReadonlySet<string> = new Set([
  ...['task', 'writes', 'gates', 'attempts', 'commit', 'ticks', 'artifact', 'quality', 'approval', 'with_approval'],
]);

/** A workflow without those keys of its phases in which something is broken. */
function without(value: unknown, broken: readonly (readonly PropertyKey[])[]): unknown {
  const { phases, ...rest } = value as { readonly phases: Readonly<Record<string, object>> };
  const kept = Object.entries(phases).map(([name, phase]) => {
    const isBroken = (key: string) => broken.some(([, ofPhase, ofKey]) => ofPhase === name && ofKey === key);
    return [name, Object.fromEntries(Object.entries(phase).filter(([key]) => !isBroken(key)))];
  });
  return { ...rest, phases: Object.fromEntries(kept) };
}
