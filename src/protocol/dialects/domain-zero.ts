import type { Agent } from '../agent-schema.ts';
import { writtenHandoffs } from './handoffs.ts';
import { vscodeTools } from './vscode-tools.ts';
import { agentText, type Loss, type WrittenAgent } from './written-agent.ts';

/** An agent as a file of Domain Zero, whose front matter may hold further keys. */
export function writeDomainZero(agent: Agent): WrittenAgent {
  const { disallowedTools: _, target, ...other } = agent.other;
  const tools = vscodeTools(agent.tools);
  const { runner, scope, gates, context, maxTurns } = agent;
  return {
    file: `${agent.name}.agent.md`,
    text: agentText(agent, {
      target: target ?? 'vscode',
      name: agent.title ?? agent.name,
      description: agent.description === '' ? undefined : agent.description,
      ...other,
      tools: tools.carried,
      model: agent.model,
      runner,
      maxTurns,
      scope,
      gates,
      context,
      handoffs: writtenHandoffs(agent) ?? [],
    }),
    losses: [...tools.losses, ...handoffLosses(agent)],
  };
}

/** Nothing is made up for a handoff that has no trigger: it stays a button of VS Code. */
function handoffLosses({ handoffs }: Agent): Loss[] {
  return handoffs.flatMap(({ agent, trigger }, index) =>
    trigger === undefined
      ? [{ key: `handoffs[${index}]`, why: `the handoff to ${agent} has no trigger, which Domain Zero needs` }]
      : [],
  );
}
