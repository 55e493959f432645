import { readdirSync } from 'node:fs';

/** The names of all agents that come with Baton, in the order they are listed. */
export const BUILT_IN_AGENTS: readonly string[] = readdirSync(new URL('../src/protocol/agents', import.meta.url))
  .map((file) => file.replace(/\.agent\.md$/, ''))
  .sort();
