import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Session } from '../scenarios/tdd/sum.ts';
import type { Story } from './matrix.ts';
import { type Ended, type Installed, showCommand, start } from './program.ts';
import { type Checkout, environmentOf, writeFiles } from './repositories.ts';

/** Who sits before a checkout: what they type, and how they have a run played there. */
export interface Player {
  readonly checkout: Checkout;
  /** Runs a command of Baton that has to end with an exit code, and gives what it printed. */
  baton(code: number, ...args: string[]): Promise<Ended>;
  /** Starts a run and plays it until it rests. */
  begin(run: RunRequest, sessions: readonly Session[]): Promise<Rest>;
  /** The same, but presses Ctrl-C as soon as a session of red runs; with a command, when such an event comes. */
  beginAndInterrupt(run: RunRequest, sessions: readonly Session[], event?: RegExp): Promise<void>;
  /** Goes on with a run. */
  resume(run: string, sessions: readonly Session[]): Promise<Rest>;
  /** Settles what a run waits for. The words are those of `baton approve`, `reject`, `answer` and `decide`. */
  settle(ask: string, settlement: Settlement): Promise<void>;
}

export interface RunRequest {
  readonly name: string;
  readonly request: string;
}

/** How a run that rests was said to stand. */
export interface Rest {
  readonly state: 'completed' | 'waiting' | 'other';
  /** All that was said on the way. */
  readonly said: string;
}

export type Settlement =
  | { readonly verb: 'approve' }
  | { readonly verb: 'reject'; readonly reason: string }
  | { readonly verb: 'answer'; readonly text: string }
  | { readonly verb: 'decide'; readonly choice: 'retry'; readonly hint: string };

export interface Seat {
  readonly installed: Installed;
  readonly checkout: Checkout;
  /** Whether bubblewrap is there. */
  readonly hasSandbox: boolean;
  /** Where the plans of agents are put. */
  readonly beside: string;
  /** What was typed and answered so far, for whoever reads of a failure. */
  readonly transcript: string[];
}

export function playerOf(who: Story['player'], seat: Seat): Player {
  return who === 'command' ? commandPlayer(seat) : attachedPlayer(seat);
}

const AGENT = fileURLToPath(new URL('../agents/planned.mjs', import.meta.url));

/** Agents are a program that Baton starts. */
function commandPlayer(seat: Seat): Player {
  const plan = join(seat.beside, 'plan.json');
  const usePlan = (sessions: readonly Session[]) => {
    mkdirSync(seat.beside, { recursive: true });
    writeFileSync(plan, JSON.stringify(sessions));
  };
  const words = ({ name, request }: RunRequest) => [
    ...['run', request, '--name', name],
    ...['--command', `node ${AGENT} ${plan}`],
  ];
  const rest = ({ code, out, err }: Ended): Rest => ({
    state: code === 0 ? 'completed' : code === 4 ? 'waiting' : 'other',
    said: `${out}\n${err}`,
  });
  return {
    checkout: seat.checkout,
    baton: (code, ...args) => type(seat, code, args),
    async begin(run, sessions) {
      usePlan(sessions);
      return rest(await type(seat, undefined, words(run)));
    },
    async beginAndInterrupt(run, sessions, event = /"session\.started".*"phase":"red"/) {
      usePlan(sessions);
      await type(seat, 130, [...words(run), '--json'], event);
    },
    async resume(run, sessions) {
      usePlan(sessions);
      return rest(await type(seat, undefined, ['resume', run]));
    },
    async settle(ask, settlement) {
      await type(seat, 0, wordsFor(ask, settlement));
    },
  };
}

export function wordsFor(ask: string, settlement: Settlement): string[] {
  switch (settlement.verb) {
    case 'approve':
      return ['approve', ask];
    case 'reject':
      return ['reject', ask, '--reason', settlement.reason];
    case 'answer':
      return ['answer', ask, settlement.text];
    case 'decide':
      return ['decide', ask, settlement.choice, '--hint', settlement.hint];
  }
}

async function type(seat: Seat, code: number | undefined, args: readonly string[], ctrlC?: RegExp): Promise<Ended> {
  const { baton } = seat.installed;
  const started = start(baton, args, seat.checkout.path, environmentAt(seat));
  if (ctrlC !== undefined && (await started.until(ctrlC))) started.pressCtrlC();
  const ended = await started.ended;
  const shown = `$ ${showCommand(baton, args)}\n${[ended.out, ended.err].filter(Boolean).join('\n')}\nexit code ${ended.code}`;
  seat.transcript.push(shorten(shown));
  if (code !== undefined && ended.code !== code)
    throw new Error(`Exit code ${ended.code}, not ${code}: ${shorten(shown)}`);
  return ended;
}

/** Events are long lines. */
function shorten(text: string): string {
  return text.replaceAll(/^(.{300}).+$/gm, '$1 …');
}

function environmentAt({ installed, checkout, hasSandbox }: Seat): NodeJS.ProcessEnv {
  return environmentOf(checkout.machine, hasSandbox ? installed.path.whole : installed.path.withoutSandbox);
}

/** Agents are a client of `baton mcp` that writes into the workbench it is shown. */
function attachedPlayer(seat: Seat): Player {
  async function serve<T>(work: (server: Server) => Promise<T>): Promise<T> {
    const server = await connect(seat);
    try {
      return await work(server);
    } finally {
      await server.close();
    }
  }
  return {
    checkout: seat.checkout,
    baton: (code, ...args) => type(seat, code, args),
    begin: (run, sessions) =>
      serve(async (server) => {
        const { text } = await server.call('run_start', { ...run });
        return play(server, run.name, sessions, { said: [text] });
      }),
    beginAndInterrupt: (run, sessions) =>
      serve(async (server) => {
        await server.call('run_start', { ...run });
        await play(server, run.name, sessions, { until: 'red' });
        await server.pressCtrlC();
      }),
    resume: (run, sessions) =>
      serve(async (server) => {
        const { text } = await server.call('run_resume', { run });
        return play(server, run, sessions, { said: [text] });
      }),
    settle: (ask, { verb, ...said }) =>
      serve(async (server) => {
        if (verb === 'approve' || verb === 'reject') await server.call('run_decide', { ask, answer: verb, ...said });
        else if (verb === 'answer') await server.call('run_decide', { ask, ...said });
        else
          await server.call('run_decide', { ask, decision: 'retry', ...('hint' in said ? { hint: said.hint } : {}) });
      }),
  };
}

interface Server {
  /** Calls a tool that has to answer. */
  call(tool: string, given: Readonly<Record<string, unknown>>): Promise<Answer>;
  pressCtrlC(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function connect(seat: Seat): Promise<Server> {
  const transport = new StdioClientTransport({
    command: seat.installed.baton,
    args: ['mcp'],
    cwd: seat.checkout.path,
    env: environmentAt(seat) as Record<string, string>,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'world', version: '1' });
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport);
  return {
    async call(tool, given) {
      const { content, structuredContent, isError } = await client.callTool(
        { name: tool, arguments: { ...given } },
        { timeout: 300_000 },
      );
      const [first] = content as readonly { readonly text?: string }[];
      const text = first?.text ?? '';
      const shown = `> ${tool} ${JSON.stringify(given)}\n${text}`;
      seat.transcript.push(shorten(shown));
      if (isError === true) throw new Error(`Refused: ${shorten(shown)}`);
      return { text, data: (structuredContent ?? {}) as Answer['data'] };
    },
    async pressCtrlC() {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGINT');
      await ended;
    },
    close: () => client.close(),
  };
}

const WAIT_S = 50;

/** Plays the sessions that wait until none does: the run has ended, or waits for a person. */
async function play(
  server: Server,
  run: string,
  sessions: readonly Session[],
  options: { readonly until?: string; readonly said?: readonly string[] } = {},
): Promise<Rest> {
  const said = [...(options.said ?? [])];
  for (;;) {
    const { data, text } = await server.call('run_status', { run, wait_s: WAIT_S });
    const { state, session, cycle, attempt } = data.run as RunStatus;
    said.push(text);
    if (session !== undefined) {
      const { phase, workbench } = session;
      if (phase === options.until) return { state: 'other', said: said.join('\n') };
      await handIn(server, run, workbench, sessionFor(sessions, { phase, cycle, attempt }));
    } else if (state !== 'running') {
      return { state: state === 'completed' || state === 'waiting' ? state : 'other', said: said.join('\n') };
    }
  }
}

interface RunStatus {
  readonly state: string;
  readonly cycle: number;
  readonly attempt: number;
  readonly session?: { readonly phase: string; readonly workbench: string };
}

async function handIn(server: Server, run: string, workbench: string, session: Session): Promise<void> {
  writeFiles(workbench, session.write ?? {});
  if (session.result !== undefined) await server.call('write_handoff_state', { run, result: session.result });
  const { data } = await server.call('git_commit_phase', { run, wait_s: WAIT_S });
  for (let { state } = data; state === 'running'; ) {
    const { work } = (await server.call('run_status', { handle: data.handle, wait_s: WAIT_S })).data;
    ({ state } = work as { readonly state: string });
  }
}

type Moment = Pick<Required<Session>, 'phase' | 'cycle' | 'attempt'>;

function sessionFor(sessions: readonly Session[], moment: Moment): Session {
  const keys = ['phase', 'cycle', 'attempt'] as const;
  const fits = (one: Session) => keys.every((key) => one[key] === undefined || one[key] === moment[key]);
  const found = sessions.find(fits);
  if (found === undefined) throw new Error(`The plan has no session for ${JSON.stringify(moment)}.`);
  return found;
}
