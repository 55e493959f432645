import { BatonError } from '../../base/error.ts';
import type { Actor } from '../../engine/acting.ts';
import { redactText } from '../../handoff/redact.ts';
import { type Access, newToken } from '../../http/access.ts';
import { LOOPBACK, type Served, serve } from '../../http/serve.ts';
import { openMcpHttp } from '../../mcp/http.ts';
import type { MakeServer } from '../../mcp/make-server.ts';
import { createServer } from '../../mcp/server.ts';
import { serveStreams } from '../../mcp/stdio.ts';
import { openWorks } from '../../mcp/works.ts';
import { type Baton, openBaton } from '../../open.ts';
import { agentName, currentUser, numeric, optional } from '../arguments.ts';
import { EXIT } from '../exit-code.ts';
import { listenForInterrupts } from '../interrupts.ts';
import type { CommandContext, Run } from '../program.ts';

/** Serves MCP until its client leaves or somebody ends it. Runs that it moves are parked then. */
export const run: Run = async (context, _, options) => {
  const actors = actorsIn(options.as);
  const place = placeIn(options);
  const baton = await openBaton({ cwd: context.cwd, attached: true });
  const works = openWorks();
  const make: MakeServer = (actor, onListed) =>
    createServer({ host: baton, version: context.version, works, onDefect: tellDefect(context) }, actor, onListed);
  try {
    if (place === undefined) await serveOne(context, baton, make, actors);
    else await serveMany(context, baton, make, accessesFor(actors), place);
  } finally {
    await works.close();
    baton.close();
  }
  return EXIT.done;
};

/** A client is told only that something failed; whoever runs the server can report it. */
function tellDefect({ output }: CommandContext): (error: unknown) => void {
  return (error) => {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    output.err(redactText(`baton: a defect in Baton itself, please report it: ${told}`).text);
  };
}

/** Standard output carries the protocol and nothing else. */
async function serveOne(
  { output: told }: CommandContext,
  baton: Baton,
  make: MakeServer,
  [actor, ...others]: readonly Actor[],
): Promise<void> {
  if (actor === undefined || others.length > 0)
    throw new BatonError('usage', 'Several --as are served with --http only.');
  const { stdin: input, stdout: output } = process;
  if (input.isTTY) told.err(BY_HAND);
  const served = serveStreams({ input, output }, { make, watch: baton.watch }, actor);
  await Promise.race([served.ended, interruption()]);
  holdOut();
  await served.close();
}

const BY_HAND =
  'baton: speaks MCP here, with a program and not with people. `baton init --mcp` enters it in one. Ctrl-C ends it.';

/**
 * A program that leaves sends one signal after the other within a moment, Claude Code for example. Runs are parked first; what
 * hangs they end by force.
 */
function holdOut(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

interface Place {
  readonly host: string;
  readonly port: number;
}

async function serveMany(
  context: CommandContext,
  baton: Baton,
  make: MakeServer,
  accesses: readonly Access[],
  { host, port }: Place,
): Promise<void> {
  const mcp = openMcpHttp({ make, watch: baton.watch });
  const routes = [{ path: PATH, fetch: mcp.fetch }];
  const served = await serve({ host, port, accesses, routes, onDefect: tellDefect(context) });
  const interrupted = interruption();
  if (!OWN.has(host)) context.output.err(EXPOSED);
  tell(context, served, accesses);
  await interrupted;
  await mcp.close();
  await served.close();
}

const PATH = '/mcp';
const PORT = 7461;

/** Addresses that nobody else can reach. */
const OWN: ReadonlySet<string> = new Set([LOOPBACK, '::1', 'localhost']);

const EXPOSED =
  'baton: others can reach this address. Whoever learns a token acts with it, and tokens are sent unencrypted.';

/** Says once where it serves and with which tokens, in a form to be pasted or read by a program. */
function tell({ json, output }: CommandContext, { url }: Served, accesses: readonly Access[]): void {
  const address = `${url}${PATH}`;
  const isGiven = process.env[TOKEN_VARIABLE] !== undefined;
  if (json) {
    const clients = accesses.map(({ actor, token }) => ({ ...actor, ...(isGiven ? {} : { token }) }));
    output.out(JSON.stringify({ url: address, clients }));
    return;
  }
  output.out(`Baton serves MCP at ${address}`);
  for (const { actor, token } of accesses) {
    const shown = isGiven ? `$${TOKEN_VARIABLE}` : token;
    const who = actor.kind === 'agent' ? `as ${actor.name}` : `for you, ${actor.name}`;
    output.out(
      `\nTo work ${who}, a client sends:\n  Authorization: Bearer ${shown}\nClaude Code for example is told so by:`,
    );
    output.out(`  claude mcp add --transport http baton ${address} --header "Authorization: Bearer ${shown}"`);
  }
  output.out('\nCtrl-C parks the runs it moves and ends it.');
}

/** Resolves at the first Ctrl-C or request to end. A second one finds nobody listening and ends the process. */
function interruption(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      interrupts.close();
      resolve();
    };
    const interrupts = listenForInterrupts(process, { onParking: end, onStopping: end });
  });
}

function actorsIn(given: unknown): readonly Actor[] {
  const names = [...new Set(Array.isArray(given) ? given.map(String) : [])];
  if (names.length === 0) return [{ name: currentUser(), kind: 'person' }];
  return names.map((name) => ({ name: agentName(name, '--as'), kind: 'agent' }));
}

/** Where to listen, if it is HTTP that is wanted. */
function placeIn(options: Record<string, unknown>): Place | undefined {
  const port = numeric(options, 'port', '--port');
  const host = optional(options, 'host');
  if (options.http !== true) {
    if (port === undefined && host === undefined) return undefined;
    throw new BatonError('usage', '--port and --host are for --http.');
  }
  if (port !== undefined && (!Number.isInteger(port) || port < 0 || port > 65_535)) {
    throw new BatonError('usage', `--port is ${port} (expected a number from 0 to 65535).`);
  }
  return { host: host ?? LOOPBACK, port: port ?? PORT };
}

const TOKEN_VARIABLE = 'BATON_MCP_TOKEN';
const SHORTEST_TOKEN = 32;

/** A token for each, new or from the environment, where clients are told it in a file. */
function accessesFor(actors: readonly Actor[]): readonly Access[] {
  const given = process.env[TOKEN_VARIABLE];
  if (given === undefined) return actors.map((actor) => ({ actor, token: newToken() }));
  if (actors.length > 1) {
    throw new BatonError(
      'usage',
      `${TOKEN_VARIABLE} is one token, and each --as needs its own. Unset it, or serve one.`,
    );
  }
  if (given.length < SHORTEST_TOKEN || /\s/.test(given)) {
    throw new BatonError('usage', `${TOKEN_VARIABLE} needs at least ${SHORTEST_TOKEN} characters, and no spaces.`);
  }
  return actors.map((actor) => ({ actor, token: given }));
}
