import { parseAgent } from './agent-file.ts';
import { hasFrontMatter } from './agent-front-matter.ts';
import type { Agent } from './agent-schema.ts';

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
 * it says in whose place it stands.
 */
export function chooseAgents(builtIn: readonly AgentText[], project: readonly AgentText[]): ReadonlyMap<string, Agent> {
  const declared = [
    ...project.filter(isAgentFile).map(({ file, text }) => parseAgent(text, file)),
    ...builtIn.map(({ file, text }) => Object.freeze({ ...parseAgent(text, file), source: 'built-in' })),
  ];
  const chosen = new Map<string, Agent>();
  for (const agent of declared) {
    const first = chosen.get(agent.name);
    chosen.set(agent.name, first === undefined ? agent : inPlaceOf(agent, first));
  }
  return new Map([...chosen].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The agent of that name, or the one whose name or title is the same but for case. */
export function findAgent(agents: ReadonlyMap<string, Agent>, name: string): Agent | undefined {
  const wanted = name.toLowerCase();
  const isMeant = (agent: Agent) => [agent.name, agent.title].some((word) => word?.toLowerCase() === wanted);
  return agents.get(name) ?? [...agents.values()].find(isMeant);
}

/** Claude Code's folder holds plain markdown too, such as a README, which is no agent. */
function isAgentFile({ file, text }: AgentText): boolean {
  return file.endsWith('.agent.md') || hasFrontMatter(text);
}

function inPlaceOf({ source }: Agent, first: Agent): Agent {
  return Object.freeze({ ...first, replaces: Object.freeze([...first.replaces, source]) });
}
