import { relative, resolve } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { EXPORTS, type ExportedAgent, type ExportName } from '../../engine/export-agents.ts';
import { openBaton } from '../../open.ts';
import { findAgent } from '../../protocol/agent-choice.ts';
import type { Agent } from '../../protocol/agent-file.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { unknownAgent } from '../unknown-agent.ts';

/** Writes copies of agents for another program, and tells what that program cannot be told. */
export const run: Run = async ({ cwd, json, output }, names, options) => {
  const to = programOf(options.to);
  const baton = await openBaton({ cwd });
  const agents = await baton.agents();
  const chosen = names.length === 0 ? [...agents.values()] : names.map((name) => named(name, agents));
  const out = typeof options.out === 'string' ? resolve(cwd, options.out) : undefined;
  const exported = await baton.exportAgents(chosen, { to, out, force: options.force === true });
  const written = exported.map((one) => ({ ...one, path: relative(cwd, one.path) }));
  if (json) output.out(JSON.stringify({ to, written }, null, 2));
  else output.out(written.flatMap(lines).join('\n'));
  return EXIT.done;
};

function programOf(value: unknown): ExportName {
  if (typeof value === 'string' && Object.hasOwn(EXPORTS, value)) return value as ExportName;
  const known = Object.keys(EXPORTS).join(', ');
  throw new BatonError('usage', `--to is ${JSON.stringify(value ?? '')} (expected one of ${known}).`);
}

function named(name: string, agents: ReadonlyMap<string, Agent>): Agent {
  const agent = findAgent(agents, name);
  if (agent === undefined) throw unknownAgent(name, [...agents.keys()]);
  return agent;
}

function lines({ path, losses }: ExportedAgent): string[] {
  return [`wrote ${path}`, ...losses.map(({ key, why }) => `  ${oneLine(`lost ${key}: ${why}`)}`)];
}
