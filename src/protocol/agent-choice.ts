import { parseAgent, stemOf } from './agent-file.ts';
import { hasFrontMatter } from './agent-front-matter.ts';
import type { Agent } from './agent-schema.ts';
import { isCopy } from './dialects/written-agent.ts';

/** Where a project's agents are looked for unless `agents` in `baton.yaml` says otherwise; the first place wins. */
export const AGENT_GLOBS: readonly string[] = [
  '.baton/agents/*.agent.md',
  '.github/agents/*.agent.md',
  '.claude/agents/*.md',
];

/** One file as read, not yet understood. */
export interface AgentText {
  /** Path in the project. */
  readonly file: string;
  readonly text: string;
}

/**
 * All agents by name. A project's agent takes the place of a built-in one of the same name, and of a project's later one;
 * it says in whose place it stands. A copy that an export made counts only where there is no original.
 */
export function chooseAgents(builtIn: readonly AgentText[], project: readonly AgentText[]): ReadonlyMap<string, Agent> {
  const files = project.filter(isAgentFile);
  const parse = ({ file, text }: AgentText) => parseAgent(text, file);
  const chosen = new Map<string, Agent>();
  const declare = (agent: Agent) => {
    const first = chosen.get(agent.name);
    chosen.set(agent.name, first === undefined ? agent : inPlaceOf(agent, first));
  };
  for (const file of files.filter(({ text }) => !isCopy(text))) declare(parse(file));
  for (const file of builtIn) declare(Object.freeze({ ...parse(file), source: 'built-in' }));
  for (const copy of files.filter(({ text }) => isCopy(text)).map(parse)) {
    const words = [copy.name, stemOf(copy.source)];
    if (!words.some((word) => findAgent(chosen, word))) chosen.set(copy.name, copy);
  }
  const sorted = new Map([...chosen].sort(([a], [b]) => (a < b ? -1 : 1)));
  return new Map([...sorted].map(([name, agent]) => [name, nameReceivers(agent, sorted)]));
}

/** Files may call a receiver by its title or in another case; handoffs are held to names. */
function nameReceivers(agent: Agent, agents: ReadonlyMap<string, Agent>): Agent {
  const handoffs = agent.handoffs.map((handoff) => {
    const name = findAgent(agents, handoff.agent)?.name ?? handoff.agent;
    return name === handoff.agent ? handoff : Object.freeze({ ...handoff, agent: name });
  });
  return Object.freeze({ ...agent, handoffs: Object.freeze(handoffs) });
}

/** The agent of that name, or the one whose name or title is the same but for case. */
export function findAgent(agents: ReadonlyMap<string, Agent>, name: string): Agent | undefined {
  const wanted = name.toLowerCase();
  const isMeant = (agent: Agent) => [agent.name, agent.title].some((word) => word?.toLowerCase() === wanted);
  return agents.get(name) ?? [...agents.values()].find(isMeant);
}

/** Claude Code's folder holds plain markdown too, such as a README, which is no agent. */
export function isAgentFile({ file, text }: AgentText): boolean {
  return file.endsWith('.agent.md') || hasFrontMatter(text);
}

function inPlaceOf({ source }: Agent, first: Agent): Agent {
  return Object.freeze({ ...first, replaces: Object.freeze([...first.replaces, source]) });
}
