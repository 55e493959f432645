import { findAgentPackage } from '../../src/runners/agent-home.ts';

/** The directory in which the agent programs of the tests are. */
export const AGENT_HOME = import.meta.dirname;

/** Why an agent program cannot be tried here, or nothing. */
export function whyMissing(name: string): string | undefined {
  if (findAgentPackage(name, { BATON_AGENT_HOME: AGENT_HOME })?.directory.startsWith(AGENT_HOME)) return undefined;
  return `${name} is not installed: npm run test:agents`;
}
