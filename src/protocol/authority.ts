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
  if (source === orchestrator || !Object.hasOwn(authority, source)) return true;
  return authority[source]?.includes(target) ?? false;
}
