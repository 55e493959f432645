import { isSameAgent } from '../../../handoff/agent-aliases.ts';
import type { Agent } from '../../../protocol/agent-schema.ts';
import type { Config } from '../../../protocol/config-schema.ts';
import type { Pinned } from '../pinned.ts';

/** What a runner is made from, as the run pins it. */
export type RunnerChoice = Pinned['runners'][string];

/**
 * Who plays an agent: as its role in baton.yaml says, else as its own file does, else as the whole project's settings;
 * nothing where none of them does.
 */
export function chooseRunner(
  agent: string,
  declared: Pick<Agent, 'runner' | 'model'> | undefined,
  config: Pick<Config, 'roles' | 'runner' | 'command' | 'model'>,
): RunnerChoice | undefined {
  const roles = config.roles ?? {};
  const role = roles[agent] ?? Object.entries(roles).find(([name]) => isSameAgent(name, agent))?.[1] ?? {};
  const command = role.command ?? config.command;
  const runner = role.runner ?? declared?.runner ?? config.runner ?? (command === undefined ? undefined : 'command');
  const model = role.model ?? declared?.model ?? config.model;
  if (runner === undefined) return undefined;
  return { runner, ...(command === undefined ? {} : { command }), ...(model === undefined ? {} : { model }) };
}
