import { type BatonError, isBatonError } from '../base/error.ts';
import { isSameAgent, roleName } from '../handoff/agent-aliases.ts';
import { parseAgent, stemOf } from './agent-file.ts';
import { hasFrontMatter } from './agent-front-matter.ts';
import type { Agent } from './agent-schema.ts';
import { isCopy } from './dialects/written-agent.ts';

/** Where a project's agents are looked for unless `agents` in `baton.yaml` says otherwise; the first place wins. */
export const AGENT_GLOBS: readonly string[] = [
  '.baton/agents/*.agent.md',
  '.github/agents/*.agent.md',
  '.claude/agents/*.md',
  'protocol/*.agent.md',
];

/** One file as read, not yet understood. */
export interface AgentText {
  /** Path in the project. */
  readonly file: string;
  readonly text: string;
  /** Why it cannot be read, if it cannot. */
  readonly error?: BatonError | undefined;
}

/** A file that cannot be used, and the names its agent could have. Nobody needs it until a run calls that agent. */
export interface MalformedAgent {
  readonly file: string;
  readonly names: readonly string[];
  readonly error: BatonError;
}

/** Agents by name, and the files of the project that could not be read. */
export interface DeclaredAgents extends ReadonlyMap<string, Agent> {
  readonly malformed: readonly MalformedAgent[];
}

/**
 * All agents by name. A project's agent takes the place of a built-in one of the same name, and of a project's later one;
 * it says in whose place it stands. An alias is the same name. A copy that an export made counts only where there is no
 * original. `useBuiltIn` names agents of which the built-in ones count, whatever the project declares.
 */
export function chooseAgents(
  builtIn: readonly AgentText[],
  project: readonly AgentText[],
  useBuiltIn: readonly string[] = [],
): DeclaredAgents {
  const files = project.filter(isAgentFile);
  const malformed: MalformedAgent[] = [];
  const parseOwn = (file: AgentText) => {
    try {
      return [parse(file)];
    } catch (error) {
      if (!isBatonError(error)) throw error;
      malformed.push({ file: file.file, names: likelyNames(file), error });
      return [];
    }
  };
  const parse = ({ file, text, error }: AgentText) => {
    if (error !== undefined) throw error;
    return parseAgent(text, file);
  };
  const chosen = new Map<string, Agent>();
  // In the place of a file that cannot be read no other one is used in silence.
  const isBroken = ({ name }: Agent) => isMalformed({ malformed }, name);
  const declare = (agent: Agent) => {
    const role = roleName(agent.name);
    if (!chosen.has(role) && isBroken(agent)) return;
    const first = chosen.get(role);
    chosen.set(role, first === undefined ? agent : inPlaceOf(agent, first));
  };
  const shipped = builtIn.map((file) => Object.freeze({ ...parse(file), source: 'built-in' }));
  for (const agent of shipped.filter(({ name }) => useBuiltIn.some((one) => isSameAgent(one, name)))) declare(agent);
  for (const file of files.filter(({ text }) => !isCopy(text))) parseOwn(file).forEach(declare);
  for (const agent of shipped.filter(({ name }) => chosen.get(name)?.source !== 'built-in')) declare(agent);
  for (const copy of files.filter(({ text }) => isCopy(text)).flatMap(parseOwn)) {
    const words = [copy.name, stemOf(copy.source)];
    if (!words.some((word) => findAgent(chosen, word))) declare(copy);
  }
  const named = [...chosen.values()].map((agent) => [agent.name, agent] as const);
  const sorted = new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
  const agents = new Map([...sorted].map(([name, agent]) => [name, nameReceivers(agent, sorted)]));
  return Object.assign(agents, { malformed });
}

/** The names an agent could have whose file cannot be read: what stands there as a name, and the file's own. */
function likelyNames({ file, text }: AgentText): string[] {
  const written = /^name:[ \t]*["']?([\w.-]+)/m.exec(text)?.[1];
  return [...(written === undefined ? [] : [written]), stemOf(file)];
}

/** Refuses to go on with an agent whose file cannot be read, with what is wrong in it. */
export function refuseMalformed(agents: object, name: string): void {
  const found = malformedAgent(agents, name);
  if (found !== undefined) throw found.error;
}

/** Whether an agent has a file that cannot be read. */
export function isMalformed(agents: object, name: string): boolean {
  return malformedAgent(agents, name) !== undefined;
}

function malformedAgent(agents: object, name: string): MalformedAgent | undefined {
  const { malformed = [] } = agents as Partial<DeclaredAgents>;
  return malformed.find(({ names }) => names.some((one) => isSameAgent(one, name)));
}

/** Files may call a receiver by its title or in another case; handoffs are held to names. */
function nameReceivers(agent: Agent, agents: ReadonlyMap<string, Agent>): Agent {
  const handoffs = agent.handoffs.map((handoff) => {
    const name = findAgent(agents, handoff.agent)?.name ?? handoff.agent;
    return name === handoff.agent ? handoff : Object.freeze({ ...handoff, agent: name });
  });
  return Object.freeze({ ...agent, handoffs: Object.freeze(handoffs) });
}

/** The agent of that name, or the one whose name or title is the same but for case, or of which it is an alias. */
export function findAgent(agents: ReadonlyMap<string, Agent>, name: string): Agent | undefined {
  const wanted = name.toLowerCase();
  const isMeant = (agent: Agent) => [agent.name, agent.title].some((word) => word?.toLowerCase() === wanted);
  const all = [...agents.values()];
  return agents.get(name) ?? all.find(isMeant) ?? all.find((agent) => isSameAgent(agent.name, name));
}

/** Claude Code's folder holds plain markdown too, such as a README, which is no agent. */
export function isAgentFile({ file, text, error }: AgentText): boolean {
  return error !== undefined || file.endsWith('.agent.md') || hasFrontMatter(text);
}

function inPlaceOf({ source }: Agent, first: Agent): Agent {
  return Object.freeze({ ...first, replaces: Object.freeze([...first.replaces, source]) });
}
