import { isSameAgent } from '../../handoff/agent-aliases.ts';
import { ESCALATE } from '../triggers.ts';
import type { Surroundings } from './check-handoffs.ts';
import { type Declared, folderOf } from './declared.ts';
import { connected, cyclesAmong, type Graph, inescapable, unreachable } from './graph.ts';
import { type Problem, problemAt } from './problem.ts';

/** Two files of one folder with one name: which of them is meant would be chance. */
export function duplicateAgents(agents: readonly Declared[]): Problem[] {
  return agents.flatMap((agent, index) => {
    const isSame = (other: Declared) =>
      folderOf(other.file) === folderOf(agent.file) && isSameAgent(other.name.toLowerCase(), agent.name.toLowerCase());
    const first = agents.slice(0, index).find(isSame);
    if (first === undefined) return [];
    const message = `${first.file} is called ${agent.name} too`;
    return [problemAt(agent.file, agent.front.positionOf(['name']), 'duplicate_agent', message)];
  });
}

/** Who hands to whom by name, whatever the trigger. */
export function handoffGraph(agents: Iterable<Declared>, { find }: Pick<Surroundings, 'find'>): Graph {
  return new Map([...agents].map(({ name, handoffs }) => [name, receiversOf(handoffs, find)]));
}

/**
 * Cycles that only lead round and round. A way ends at an agent that hands to nobody, at an agent that leads the
 * others, and where a person starts the next handoff, as in VS Code. Escalating is for emergencies, and no way out.
 */
export function endlessCycles(agents: ReadonlyMap<string, Declared>, around: Surroundings): Problem[] {
  const regular = new Map([...agents].map(([name, agent]) => [name, withoutEscalation(agent)]));
  const graph = handoffGraph(regular.values(), around);
  const isEnd = ({ name, handoffs }: Declared) =>
    around.leaders.has(name) ||
    handoffs.length === 0 ||
    handoffs.some((handoff) => handoff.trigger === undefined || around.find(handoff.agent ?? '') === undefined);
  const ends = [...regular.values()].filter(isEnd).map(({ name }) => name);
  return cyclesAmong(graph, inescapable(graph, ends)).flatMap((cycle) => {
    const first = cycle.map((name) => agents.get(name)).find((agent) => agent !== undefined && !agent.builtIn);
    if (first === undefined || cycle.length === 1) return [];
    const message = `${cycle.join(', ')} hand to each other and to nobody else: no way leads to an end`;
    return [problemAt(first.file, first.front.keyPositionOf(['handoffs']), 'inescapable_cycle', message)];
  });
}

/**
 * Agents that nothing starts. A workflow starts the agents of its phases. In a protocol that has a leading agent
 * everything else starts with that one. All other agents a person or a model starts, unless their files forbid both.
 */
export function unstarted(
  agents: ReadonlyMap<string, Declared>,
  players: ReadonlySet<string>,
  around: Surroundings,
): Problem[] {
  const graph = handoffGraph(agents.values(), around);
  const led = ledAgents(agents, graph, around.leaders);
  const isEntry = (agent: Declared): boolean => {
    if (players.has(agent.name) || around.leaders.has(agent.name)) return true;
    if (around.isInProtocol(agent) && led.has(agent.name)) return false;
    return agent.front.keys['user-invocable'] !== false || agent.front.keys['disable-model-invocation'] !== true;
  };
  const entries = [...agents.values()].filter(isEntry).map(({ name }) => name);
  return unreachable(graph, entries).flatMap((name) => {
    const agent = agents.get(name);
    if (agent === undefined || agent.builtIn) return [];
    const message = `no workflow, agent or person starts ${name}`;
    return [problemAt(agent.file, { line: 1, column: 1 }, 'unreachable_agent', message)];
  });
}

/** The agents that have to be led: those in the folder of a leader, and those of the project connected with one. */
function ledAgents(
  agents: ReadonlyMap<string, Declared>,
  graph: Graph,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const own = [...agents.values()].filter(({ builtIn }) => !builtIn);
  const folders = new Set(own.filter(({ name }) => names.has(name)).map(({ file }) => folderOf(file)));
  const beside = own.filter(({ file }) => folders.has(folderOf(file))).map(({ name }) => name);
  const inProject = new Set([...names, ...own.map(({ name }) => name)]);
  const within: Graph = new Map([...graph].filter(([name]) => inProject.has(name)));
  return new Set([...connected(within, names), ...beside]);
}

function withoutEscalation(agent: Declared): Declared {
  return { ...agent, handoffs: agent.handoffs.filter(({ trigger }) => trigger !== ESCALATE) };
}

function receiversOf(handoffs: Declared['handoffs'], find: Surroundings['find']): string[] {
  return handoffs.flatMap(({ agent }) => (agent === undefined ? [] : (find(agent)?.name ?? [])));
}
