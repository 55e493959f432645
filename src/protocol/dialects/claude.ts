import type { Agent } from '../agent-schema.ts';
import { toolNames } from '../agent-tools.ts';
import { agentText, type Carried, type Loss, lostKeys, partKeys, type WrittenAgent } from './written-agent.ts';

/** Keys of Claude Code that Baton keeps as they are. */
const OWN_KEYS = [
  ...['disallowedTools', 'permissionMode', 'skills', 'mcpServers', 'hooks', 'memory', 'background', 'isolation'],
  ...['effort', 'color', 'initialPrompt'],
];

/** An agent as a file that Claude Code reads. It knows no handoffs: the agent that calls it goes on afterwards. */
export function writeClaude(agent: Agent): WrittenAgent {
  const { known, unknown } = partKeys(agent.other, OWN_KEYS);
  const [name, tools, model] = [claudeName(agent), claudeTools(agent.tools), claudeModel(agent.model)];
  const { runner, scope, gates, context, handoffs } = agent;
  return {
    file: `${agent.name}.md`,
    text: agentText(agent, {
      name: name.carried,
      description: agent.description === '' ? `The agent ${agent.title ?? agent.name}` : agent.description,
      tools: tools.carried.length === 0 ? [] : tools.carried.join(', '),
      model: model.carried,
      maxTurns: agent.maxTurns,
      ...known,
    }),
    losses: [
      ...name.losses,
      ...tools.losses,
      ...model.losses,
      ...lostKeys({ handoffs, runner, scope, gates, context, ...unknown }, 'Claude Code'),
    ],
  };
}

/** Claude Code allows lower-case letters, digits and hyphens. */
function claudeName({ name, title }: Agent): Carried<string> {
  const carried =
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'agent';
  const losses: Loss[] = carried === name ? [] : [{ key: 'name', why: `${name} is written as ${carried}` }];
  return {
    carried,
    losses: title === undefined ? losses : [...losses, { key: 'name', why: `the title ${title} has no place` }],
  };
}

function claudeTools(tools: readonly string[]): Carried<readonly string[]> {
  const losses: Loss[] = [];
  const carried = tools.flatMap((tool) => {
    const words = claudeWords(tool);
    if (words.length === 0) losses.push({ key: `tools: ${tool}`, why: 'Claude Code has no such tool; it is left out' });
    return words;
  });
  return { carried: [...new Set(carried)], losses };
}

/** `docs/find` is `mcp__docs__find`; Claude Code's own names begin with a capital letter. */
function claudeWords(tool: string): readonly string[] {
  const names = toolNames(tool);
  if (names.every((name) => /^[A-Z]|^mcp__/.test(name))) return names;
  const [, server, name] = /^([^/\s]+)\/([^/\s]+)$/.exec(tool) ?? [];
  if (server === undefined || VSCODE_SETS.has(server)) return [];
  return [name === '*' ? `mcp__${server}` : `mcp__${server}__${name}`];
}

/** What stands before a slash in VS Code and is no server. */
const VSCODE_SETS: ReadonlySet<string> = new Set(['edit', 'execute', 'read', 'search', 'vscode', 'web']);

function claudeModel(model: string | undefined): Carried<string | undefined> {
  if (model === undefined || /^(?:sonnet|opus|haiku|opusplan|claude-.+)(?:\[1m\])?$/.test(model)) {
    return { carried: model, losses: [] };
  }
  return { carried: undefined, losses: [{ key: 'model', why: `${model} is no model of Claude Code` }] };
}
