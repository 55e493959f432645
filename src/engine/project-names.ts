import { isSameAgent } from '../handoff/agent-aliases.ts';
import { findAgent } from '../protocol/agent-choice.ts';
import type { KnownNames } from '../protocol/config-names.ts';
import type { Repository } from '../sys/git/repository.ts';
import { loadAgents } from './agents.ts';
import { listWorkflows } from './workflows.ts';

/** The workflows and agents that the settings of a project may name. Settings that are wrong themselves count as none. */
export function projectNames(
  repository: Repository,
  settings: unknown,
): Pick<KnownNames, 'workflows' | 'agents' | 'isAgent' | 'builtIn' | 'isBuiltIn'> {
  const { agents: globs } = (settings ?? {}) as { readonly agents?: unknown };
  const isUsable = Array.isArray(globs) && globs.every((glob) => typeof glob === 'string');
  const agents = loadAgents(repository, isUsable ? { agents: globs } : {});
  const workflows = listWorkflows(repository);
  const players = [...workflows.values()].flatMap(({ draft }) => Object.values(draft.phases).map(({ agent }) => agent));
  const names = [...new Set([...agents.keys(), ...agents.malformed.flatMap((file) => file.names), ...players])];
  const builtIn = [...agents.values()].flatMap(({ name, source, replaces }) =>
    [source, ...replaces].includes('built-in') ? [name] : [],
  );
  const isOneOf = (known: readonly string[], name: string) => known.some((one) => isSameAgent(one, name));
  return {
    workflows: new Map([
      ...[...workflows].map(([name, { draft }]) => [name, Object.keys(draft.phases)] as const),
      ...workflows.malformed.map(({ name }) => [name, undefined] as const),
    ]),
    agents: names,
    isAgent: (name) => findAgent(agents, name) !== undefined || isOneOf(names, name),
    builtIn,
    // In the place of a file that cannot be read there may be a built-in one.
    isBuiltIn: (name) => isOneOf([...builtIn, ...agents.malformed.flatMap((file) => file.names)], name),
  };
}
