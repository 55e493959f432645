import type { Agent } from '../agent-schema.ts';
import { writtenHandoffs } from './handoffs.ts';
import { vscodeTools } from './vscode-tools.ts';
import { agentText, lostKeys, partKeys, type WrittenAgent } from './written-agent.ts';

/** Keys of VS Code that Baton keeps as they are. */
const OWN_KEYS = [
  ...['argument-hint', 'agents', 'user-invocable', 'disable-model-invocation', 'target', 'mcp-servers', 'hooks'],
];

/** An agent as a file that VS Code and GitHub Copilot read. Handoffs keep their triggers, which VS Code passes over. */
export function writeVscode(agent: Agent): WrittenAgent {
  const { disallowedTools: _, ...other } = agent.other;
  const { known, unknown } = partKeys(other, OWN_KEYS);
  const tools = vscodeTools(agent.tools);
  const { runner, scope, gates, context, maxTurns } = agent;
  return {
    file: `${agent.name}.agent.md`,
    text: agentText(agent, {
      name: agent.title ?? agent.name,
      description: agent.description === '' ? undefined : agent.description,
      ...known,
      tools: tools.carried,
      model: agent.model,
      handoffs: writtenHandoffs(agent),
    }),
    losses: [...tools.losses, ...lostKeys({ runner, scope, gates, context, maxTurns, ...unknown }, 'VS Code')],
  };
}
