import { domainZeroName } from '../../handoff/agent-aliases.ts';
import type { Agent } from '../agent-schema.ts';
import { writtenHandoffs } from './handoffs.ts';
import { vscodeTools } from './vscode-tools.ts';
import { agentText, type Carried, type Loss, type WrittenAgent } from './written-agent.ts';

/** An agent as a file of Domain Zero, by the names it has there. Its front matter may hold further keys. */
export function writeDomainZero(agent: Agent): WrittenAgent {
  const { disallowedTools: _, target, ...other } = agent.other;
  const tools = domainZeroTools(agent.tools);
  const { runner, scope, gates, context, maxTurns } = agent;
  const name = domainZeroName(agent.name);
  const handoffs = (writtenHandoffs(agent) ?? []).map((one) => ({ ...one, agent: domainZeroName(String(one.agent)) }));
  return {
    file: `${name}.agent.md`,
    text: agentText(agent, {
      target: target ?? 'vscode',
      name: agent.title ?? name,
      description: agent.description === '' ? undefined : agent.description,
      ...other,
      tools: tools.carried,
      model: agent.model,
      runner,
      maxTurns,
      scope,
      gates,
      context,
      handoffs,
    }),
    losses: [...tools.losses, ...handoffLosses(agent)],
  };
}

/** The tools for which Domain Zero has a word: the name of Claude Code in lower case. */
const WORDS: ReadonlySet<string> = new Set([
  ...['Read', 'Write', 'Edit', 'Bash', 'Grep', 'Glob', 'TodoWrite', 'Task', 'WebFetch', 'WebSearch'],
]);

/** Tools in the words of Domain Zero, else in those of VS Code. `edit` is also read as leave to write whole files. */
function domainZeroTools(tools: readonly string[]): Carried<readonly string[]> {
  const hasWord = (tool: string) => WORDS.has(tool) && (tool !== 'Edit' || tools.includes('Write'));
  const others = vscodeTools(tools.filter((tool) => !hasWord(tool)));
  const own = tools.filter(hasWord).map((tool) => tool.toLowerCase());
  return { carried: [...own, ...others.carried], losses: others.losses };
}

/** Nothing is made up for a handoff that has no trigger: it stays a button of VS Code. */
function handoffLosses({ handoffs }: Agent): Loss[] {
  return handoffs.flatMap(({ agent, trigger }, index) =>
    trigger === undefined
      ? [{ key: `handoffs[${index}]`, why: `the handoff to ${agent} has no trigger, which Domain Zero needs` }]
      : [],
  );
}
