import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClaim } from '../../src/handoff/claim.ts';
import type { Runner, SessionOutcome, SessionRequest } from '../../src/runners/runner.ts';
import { markedProcesses } from '../../src/sys/process-tree.ts';
import { MARK } from '../../src/sys/program.ts';
import {
  type ModelScript,
  type ModelServer,
  type ModelTurn,
  playTurns,
} from '../../src/testing/models/model-script.ts';
import { RUNNER_CONTRACT, type RunnerAbility } from '../../src/testing/runner-contract.ts';
import { type TrialSession, withTrialSession } from '../../src/testing/runner-session.ts';
import { HOSTILE_FILES } from './hostile-repository.ts';

/** What not every agent program can do. */
export type AgentAbility =
  /** Keeps the agent to the tools it was given. */
  | 'tool_list'
  /** Asks before a file is written, so that a write out of scope is refused in time. */
  | 'write_scope'
  /** Tells how long a service asked to wait. */
  | 'retry_after'
  /** Tells what a session cost in tokens. */
  | 'usage';

/** A real agent program, and a runner that plays it against a scripted model. */
export interface AgentSubject {
  readonly name: string;
  /** Why it cannot be tried here, or nothing. */
  readonly missing: string | undefined;
  /** Starts a scripted model and gives a runner that talks to it with a dummy key. */
  open(script: ModelScript): Promise<{ readonly runner: Runner; readonly server: ModelServer; readonly key: string }>;
  readonly lacks: Readonly<Partial<Record<AgentAbility | RunnerAbility, string>>>;
}

/** What the agent programs of this table can do beyond the contract of runners. */
interface AgentCase {
  readonly title: string;
  readonly needs?: AgentAbility;
  run(subject: AgentSubject): Promise<void>;
}

const WRITE_TEST: ModelTurn = { calls: [{ do: 'write', path: 'test/sum.test.js', text: 'let red = 1;\n' }] };
const DONE: ModelTurn = { say: 'Done.', result: { status: 'complete', summary: 'One test, red.' } };

function touching(name: string): ModelTurn {
  return { calls: [{ do: 'shell', command: `touch ${name}` }] };
}

export const AGENT_CONTRACT: readonly AgentCase[] = [
  {
    title: 'edits and shell commands really happen, and the result is the claim',
    run: (subject) =>
      withAgent(subject, [WRITE_TEST, { calls: [{ do: 'shell', command: 'echo ran > ran.txt' }] }, DONE], {
        async check({ outcome, session }) {
          expect(outcome).toMatchObject({ ended: 'done' });
          expect(session.read('test/sum.test.js')).toBe('let red = 1;\n');
          expect(session.read('ran.txt')).toBe('ran\n');
          expect(readClaim(outcome.result, session.request).result?.summary).toBe('One test, red.');
          expect(session.messages.filter(({ kind }) => kind === 'tool_call').length).toBeGreaterThanOrEqual(2);
        },
      }),
  },
  {
    title: 'the model gets the package and the text of the agent',
    run: (subject) =>
      withAgent(subject, [DONE], {
        request: { prompt: 'The package 4711.\n', instructions: 'You are the agent 4712.\n' },
        async check({ server }) {
          const [first] = server.requests;
          expect(`${first?.system}\n${first?.prompt}`).toContain('The package 4711.');
          expect(`${first?.system}\n${first?.prompt}`).toContain('You are the agent 4712.');
        },
      }),
  },
  {
    title: 'what it used is told',
    needs: 'usage',
    run: (subject) =>
      withAgent(subject, [{ ...DONE, usage: { input: 1234, output: 56 } }], {
        async check({ outcome }) {
          expect(outcome.usage?.inputTokens).toBeGreaterThanOrEqual(1234);
          expect(outcome.usage?.outputTokens).toBeGreaterThanOrEqual(56);
        },
      }),
  },
  {
    title: 'a tool that the agent does not have is not used',
    needs: 'tool_list',
    run: (subject) =>
      withAgent(subject, [{ calls: [{ do: 'shell', command: 'echo ran > ran.txt' }] }, DONE], {
        request: { tools: ['Read', 'Write'] },
        async check({ session }) {
          expect(existsSync(join(session.request.workbench, 'ran.txt'))).toBe(false);
        },
      }),
  },
  {
    title: 'only those commands are run that a rule of the agent allows',
    needs: 'tool_list',
    run: (subject) =>
      withAgent(subject, [...['denied', 'given'].map(touching), DONE], {
        request: { tools: ['Read', 'Bash(touch given)'] },
        async check({ session: { request } }) {
          expect(existsSync(join(request.workbench, 'given'))).toBe(true);
          expect(existsSync(join(request.workbench, 'denied'))).toBe(false);
        },
      }),
  },
  {
    title: 'a write out of scope is refused with the reason, and the agent can go on',
    needs: 'write_scope',
    run: (subject) =>
      withAgent(subject, [{ calls: [{ do: 'write', path: 'src/sum.js', text: '0\n' }] }, WRITE_TEST, DONE], {
        request: {
          mayNotWrite: (path) => (path.startsWith('src/') ? `${path}: rule 4713 forbids it.` : undefined),
        },
        async check({ session, server }) {
          expect(existsSync(join(session.request.workbench, 'src/sum.js'))).toBe(false);
          const told = `${JSON.stringify(server.requests.map(({ body }) => body))}${JSON.stringify(session.messages)}`;
          expect(told).toContain('rule 4713 forbids it');
        },
      }),
  },
  ...[401, 403].map((status) => ({
    title: `a login that is refused (${status}) stops the run, and says what to set`,
    run: (subject: AgentSubject) =>
      withAgent(subject, [{ status, message: 'invalid x-api-key' }], {
        async check({ outcome }) {
          expect(outcome).toMatchObject({ ended: 'unavailable' });
          expect(outcome.detail).toMatch(/log|key|auth/i);
        },
      }),
  })),
  {
    title: 'a limit that is over at the second request does no harm',
    run: (subject) => {
      let asked = 0;
      const script = playTurns([WRITE_TEST, DONE]);
      return withScript(
        subject,
        (request) => (asked++ === 0 ? { status: 429, headers: { 'retry-after': '1' } } : script(request)),
        {
          async check({ outcome, session }) {
            expect(outcome).toMatchObject({ ended: 'done' });
            expect(session.read('test/sum.test.js')).toBe('let red = 1;\n');
          },
        },
      );
    },
  },
  ...[
    { what: 'a limit that stays', turn: { status: 429, message: 'rate limit' } },
    { what: 'a service that is broken', turn: { status: 500, message: 'internal server error' } },
    { what: 'a service that is overloaded', turn: { status: 529, message: 'overloaded' } },
    { what: 'a connection that is cut in the middle of every answer', turn: { cut: true } as const },
  ].map(({ what, turn }) => ({
    title: `${what} is no failed attempt`,
    run: (subject: AgentSubject) =>
      withAgent(subject, [turn], {
        async check({ outcome }) {
          expect(outcome).toMatchObject({ ended: 'service' });
        },
      }),
  })),
  {
    title: 'how long a service asks to wait is passed on',
    needs: 'retry_after',
    run: (subject) =>
      withAgent(subject, [{ status: 429, message: 'rate limit', headers: { 'retry-after': '2' } }], {
        async check({ outcome }) {
          expect(outcome).toMatchObject({ ended: 'service', retryAfterMs: 2_000 });
        },
      }),
  },
  {
    title: 'a result of the wrong shape is no result, and says why',
    run: (subject) =>
      withAgent(subject, [{ say: 'Done.', result: { status: 'splendid' } }], {
        async check({ outcome, session }) {
          const claim = readClaim(outcome.result, session.request);
          expect(outcome.ended === 'done' ? claim.problem : outcome.ended).not.toBe(undefined);
          expect(claim.result?.status).not.toBe('splendid');
        },
      }),
  },
  {
    title: 'a session without a result claims nothing',
    run: (subject) =>
      withAgent(subject, [{ say: 'I am done.' }], {
        async check({ outcome, session }) {
          expect(outcome).toMatchObject({ ended: 'done' });
          expect(readClaim(outcome.result, session.request).result?.summary).toBe(undefined);
        },
      }),
  },
  {
    title: 'a model that never answers is ended when the time is up',
    run: (subject) =>
      withAgent(subject, [{ hang: true }], {
        request: { deadlineMs: 8_000 },
        async check({ outcome, session }) {
          expect(outcome).toMatchObject({ ended: 'timed_out' });
          expectNothingLeft(session);
        },
      }),
  },
  {
    title: 'a program that is killed has failed, and leaves nothing running',
    run: (subject) =>
      withAgent(subject, [{ calls: [{ do: 'shell', command: 'touch begun; sleep 600' }] }, DONE], {
        async meanwhile(session) {
          await session.appears('begun');
          process.kill(programOf(session), 'SIGKILL');
        },
        async check({ outcome, session }) {
          expect(['failed', 'service']).toContain(outcome.ended);
          expect(outcome.detail).not.toBe('');
          expectNothingLeft(session);
        },
      }),
  },
  {
    title: 'nothing of the repository it works in is loaded or run',
    run: (subject) =>
      withAgent(subject, [WRITE_TEST, { calls: [{ do: 'shell', command: 'true' }] }, DONE], {
        prepare({ request }) {
          for (const [path, text] of Object.entries(HOSTILE_FILES)) {
            mkdirSync(dirname(join(request.workbench, path)), { recursive: true });
            writeFileSync(join(request.workbench, path), text);
          }
        },
        async check({ outcome, session, server }) {
          expect(outcome).toMatchObject({ ended: 'done' });
          expect(existsSync(join(session.request.workbench, 'HOSTILE'))).toBe(false);
          const sent = JSON.stringify(server.requests.map(({ body }) => body));
          expect(sent).not.toContain('hostile instructions 4714');
        },
      }),
  },
  {
    title: 'the key is in nothing that is said, and in no file it leaves',
    run: (subject) =>
      withAgent(subject, [{ status: 401, message: 'the key is wrong' }], {
        async check({ outcome, session, key }) {
          expect(JSON.stringify([outcome, session.messages])).not.toContain(key);
          expect(readFileSync(session.request.handoffFile, 'utf8')).not.toContain(key);
        },
      }),
  },
];

/** The agent program: of all that carries the mark of a session, what this process started itself. */
function programOf({ started: [mark = ''] }: TrialSession): number {
  const parentOf = (pid: number) => Number(/\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  const found = markedProcesses(MARK, mark).find((pid) => parentOf(pid) === process.pid);
  return found ?? expect.fail('the program of the session is not there');
}

interface Played {
  readonly outcome: SessionOutcome;
  readonly session: TrialSession;
  readonly server: ModelServer;
  readonly key: string;
}

interface Trial {
  readonly request?: Partial<SessionRequest>;
  prepare?(session: TrialSession): void;
  /** What is done to the session while it is played. */
  meanwhile?(session: TrialSession): Promise<void>;
  check(played: Played): Promise<void>;
}

function withAgent(subject: AgentSubject, turns: readonly ModelTurn[], trial: Trial): Promise<void> {
  return withScript(subject, playTurns(turns), trial);
}

async function withScript(subject: AgentSubject, script: ModelScript, trial: Trial) {
  const { request, prepare, meanwhile, check } = trial;
  const { runner, server, key } = await subject.open(script);
  try {
    await withTrialSession(async (session) => {
      prepare?.(session);
      const playing = session.play(runner);
      await Promise.race([meanwhile?.(session), playing]);
      await check({ outcome: await playing, session, server, key });
    }, request);
  } finally {
    await server.close();
  }
}

function expectNothingLeft({ started }: TrialSession): void {
  expect(started.length).toBeGreaterThan(0);
  for (const mark of started) expect(markedProcesses(MARK, mark)).toEqual([]);
}

/** A runner whose model has its agent run this shell text and is done. */
function doing(subject: AgentSubject, shell: string): Runner {
  const script = playTurns([{ calls: [{ do: 'shell', command: shell }] }, { say: 'Done.' }]);
  const withRunner = async <T>(work: (runner: Runner) => Promise<T>) => {
    const { runner, server } = await subject.open(script);
    return work(runner).finally(() => server.close());
  };
  return {
    name: subject.name,
    check: () => withRunner((runner) => runner.check()),
    play: (request) => withRunner((runner) => runner.play(request)),
  };
}

/** Puts an agent program through the contract of runners and through that of agents. */
export function describeAgent(subject: AgentSubject): void {
  const lacks: Readonly<Partial<Record<string, string>>> = { ...BY_NATURE, ...subject.lacks };
  const ofRunners = RUNNER_CONTRACT.map(({ title, needs, run }) => ({
    title,
    needs,
    run: () => run({ doing: (shell) => doing(subject, shell), lacks: {} }),
  }));
  const ofAgents = AGENT_CONTRACT.map(({ title, needs, run }) => ({ title, needs, run: () => run(subject) }));
  describe(`${subject.name} keeps the contract of agents`, () => {
    for (const { title, needs, run } of [...ofRunners, ...ofAgents]) {
      const why = needs === undefined ? undefined : lacks[needs];
      it(title, { timeout: 120_000 }, async (context) => {
        context.task.meta.promise = { by: subject.name, title, lacks: why, missing: subject.missing !== undefined };
        if (subject.missing !== undefined) context.skip(subject.missing);
        if (why !== undefined) context.skip(`${needs}: ${why}`);
        await run();
      });
    }
  });
}

/** What no program that talks to a model can do as a plain program does. */
const BY_NATURE: Readonly<Partial<Record<RunnerAbility, string>>> = {
  standard_input: 'the package is the first message to the model',
  exit_codes: 'a model ends its turn, it has no exit code',
  result_file: 'the result is what the model says',
  result_text: 'the result is what the model says, not what its shell prints',
  live_output: 'what its shell prints is told when the command is over',
  missing_program: 'tried with a program of its own',
};
