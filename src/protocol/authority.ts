import { isSameAgent } from '../handoff/agent-aliases.ts';

/** Who may hand to whom. */
export interface Authority {
  /** The agent that may hand to all. */
  readonly orchestrator?: string | undefined;
  /** Whom each agent may hand to; an agent that is not named may hand to all. */
  readonly authority?: Readonly<Record<string, readonly string[]>> | undefined;
}

/**
 * Whether one agent may hand to another. Escalating is no question of this: everybody may, and it always leads to the
 * orchestrating agent.
 */
export function mayHandTo(source: string, target: string, { orchestrator, authority = {} }: Authority): boolean {
  if (orchestrator !== undefined && isSameAgent(source, orchestrator)) return true;
  return receiversOf(source, authority)?.some((name) => isSameAgent(name, target)) ?? true;
}

/** Those whom an agent may hand to; nothing where it is not restricted. */
export function receiversOf(
  source: string,
  authority: NonNullable<Authority['authority']>,
): readonly string[] | undefined {
  return Object.entries(authority).find(([name]) => isSameAgent(name, source))?.[1];
}
