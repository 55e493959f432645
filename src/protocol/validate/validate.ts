import { domainZeroName, roleName } from '../../handoff/agent-aliases.ts';
import { type AgentText, isAgentFile } from '../agent-choice.ts';
import type { Authority } from '../authority.ts';
import { isCopy } from '../dialects/written-agent.ts';
import { ESCALATE } from '../triggers.ts';
import { checkFile, type KnownWords } from './check-file.ts';
import { checkHandoffs, type Surroundings } from './check-handoffs.ts';
import { duplicateAgents, endlessCycles, unstarted } from './check-set.ts';
import { checkTriggers, readTriggerFile } from './check-triggers.ts';
import { type Declared, declareAgent, folderOf, hasProtocolKeys, isClaudeFile } from './declared.ts';
import { type Problem, sortProblems } from './problem.ts';

/** The texts in which a set of agents is declared. */
export interface AgentSet {
  readonly builtIn: readonly AgentText[];
  readonly project: readonly AgentText[];
  /** `custom-triggers.json` and `baton.yaml`, where they are. */
  readonly triggers: readonly AgentText[];
}

/** What surrounds a set of agents. */
export interface Known extends KnownWords {
  readonly authority: Authority;
  /** The orchestrating agents of all workflows. */
  readonly leaders: readonly string[];
  /** Names of the context fields that workflows give a schema. */
  readonly fields: readonly string[];
  /** The agents that workflows call. */
  readonly players: readonly string[];
}

/** What is wrong with a set of agents, and the agents that count, by name. */
export interface Validation {
  readonly problems: readonly Problem[];
  readonly agents: ReadonlyMap<string, Declared>;
}

/** Looks at all agents of a project together. Only what is wrong with its own files is told. */
export function validateAgents({ builtIn, project, triggers }: AgentSet, known: Known): Validation {
  const own = project.filter((one) => isAgentFile(one) && !isCopy(one.text)).map((text) => declareAgent(text, false));
  const shipped = [...builtIn, ...project.filter(({ text }) => isCopy(text))].map((text) => declareAgent(text, true));
  const declared = own.flatMap((one) => one.declared);
  const agents = byName([...declared, ...shipped.flatMap((one) => one.declared)]);
  const find = finder(agents);
  const files = triggers.map(readTriggerFile);
  const around: Surroundings = {
    authority: known.authority,
    leaders: leadersAmong(declared, known.leaders, find),
    triggers: files.flatMap((file) => file.triggers),
    fields: known.fields,
    names: [...new Set([...agents.keys()].flatMap((name) => [name, domainZeroName(name)]))],
    find,
    isInProtocol: protocolTest(declared),
  };
  const problems = [
    ...own.flatMap((one) => one.problems),
    ...declared.flatMap((agent) => [...checkFile(agent, known), ...checkHandoffs(agent, around)]),
    ...duplicateAgents(declared),
    ...files.flatMap((file) => [...file.problems, ...checkTriggers(file, around)]),
    ...endlessCycles(agents, around),
    ...unstarted(agents, new Set(known.players.map((name) => find(name)?.name ?? name)), around),
  ];
  return { problems: sortProblems(problems), agents };
}

/** Of several agents with one name, or an alias of it, the first counts. */
function byName(agents: readonly Declared[]): ReadonlyMap<string, Declared> {
  const byRole = new Map([...agents].reverse().map((agent) => [roleName(agent.name), agent]));
  return new Map([...byRole.values()].map((agent) => [agent.name, agent]));
}

function finder(agents: ReadonlyMap<string, Declared>): (name: string) => Declared | undefined {
  const words = (agent: Declared) => [agent.name, agent.title ?? agent.name].map((word) => word.toLowerCase());
  const byWord = new Map([...agents.values()].flatMap((agent) => words(agent).map((word) => [word, agent] as const)));
  const byRole = new Map([...agents.values()].map((agent) => [roleName(agent.name), agent]));
  return (name) => agents.get(name) ?? byWord.get(name.toLowerCase()) ?? byRole.get(roleName(name));
}

/** Whoever agents escalate to leads them, also where no workflow says so. */
function leadersAmong(
  agents: readonly Declared[],
  leaders: readonly string[],
  find: Surroundings['find'],
): ReadonlySet<string> {
  const escalations = agents.flatMap(({ handoffs }) => handoffs.filter(({ trigger }) => trigger === ESCALATE));
  const declared = leaders.map((name) => find(name)?.name ?? name);
  return new Set([...declared, ...escalations.flatMap(({ agent }) => find(agent ?? '')?.name ?? [])]);
}

/** A folder in which some agent hands over by a trigger holds a protocol; Claude Code's own files are never part of one. */
function protocolTest(agents: readonly Declared[]): (agent: Declared) => boolean {
  const speaking = agents.filter(({ file, handoffs }) => !isClaudeFile(file) && handoffs.some(hasProtocolKeys));
  const folders = new Set(speaking.map(({ file }) => folderOf(file)));
  return ({ file, builtIn }) => !builtIn && !isClaudeFile(file) && folders.has(folderOf(file));
}
