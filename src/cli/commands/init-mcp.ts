import { relative } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { CLIENT_NAMES, CLIENTS, type ClientName, withBaton } from '../../mcp/clients/clients.ts';
import { openBaton } from '../../open.ts';
import { agentName, optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';

/** Enters Baton as an MCP server in the project settings of another program. */
export const run: Run = async ({ cwd, json, output }, _args, options) => {
  const name = clientOf(options.mcp);
  const named = optional(options, 'as');
  const agent = named === undefined ? undefined : agentName(named, '--as');
  const { file, next, title } = CLIENTS[name];
  const baton = await openBaton({ cwd });
  const write = options.print !== true;
  const { path, text, before } = baton.editFile(file, (found) => withBaton(name, found, agent), { write });
  const isChanged = text !== before;
  if (json) {
    const told = { client: name, path, as: agent ?? null, changed: isChanged, written: write && isChanged, text };
    output.out(JSON.stringify(told, null, 2));
  } else if (!write) {
    output.out(text.trimEnd());
  } else {
    const done = isChanged ? (before === undefined ? 'Wrote' : 'Entered Baton in') : 'Baton is already in';
    output.out(
      [`${done} ${relative(cwd, path)}, for ${title}.`, '', 'Next:', ...next.map((one) => `  ${one}`)].join('\n'),
    );
  }
  return EXIT.done;
};

function clientOf(value: unknown): ClientName {
  if (typeof value === 'string' && Object.hasOwn(CLIENTS, value)) return value as ClientName;
  throw new BatonError('usage', `--mcp is ${JSON.stringify(value)} (expected one of ${CLIENT_NAMES.join(', ')}).`);
}
