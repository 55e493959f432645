import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The directory in which the agent programs of the tests are. */
export const AGENT_HOME = import.meta.dirname;

/** Why an agent program cannot be tried here, or nothing. One that lies beside Baton is not meant. */
export function whyMissing(name: string): string | undefined {
  if (existsSync(join(AGENT_HOME, 'node_modules', name, 'package.json'))) return undefined;
  return `${name} is not installed: npm run test:agents`;
}
