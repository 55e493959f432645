import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeRunner } from '../../src/runners/claude/claude.ts';
import type { SessionOutcome, SessionRequest } from '../../src/runners/runner.ts';
import { markedProcesses } from '../../src/sys/process-tree.ts';
import { MARK } from '../../src/sys/program.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import { startAnthropic } from '../../src/testing/models/anthropic.ts';
import {
  type ModelScript,
  type ModelServer,
  type ModelTurn,
  playTurns,
} from '../../src/testing/models/model-script.ts';
import { type TrialSession, withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const PACKAGE = '@anthropic-ai/claude-agent-sdk';
const KEY = 'sk-ant-a-dummy-key-4716';
const missing = whyMissing(PACKAGE);

describeAgent({
  name: 'Claude Code',
  missing,
  async open(script) {
    const server = await startAnthropic(script);
    return { runner: claudeRunner({ user: userOf(server) }), server, key: KEY };
  },
  lacks: {},
});

const DONE: ModelTurn = { say: 'Done.', result: { status: 'complete', summary: 'One test, red.' } };

const servers: ModelServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

function userOf({ url }: ModelServer): NodeJS.ProcessEnv {
  return { BATON_AGENT_HOME: AGENT_HOME, ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url };
}

interface Played {
  readonly outcome: SessionOutcome;
  readonly session: TrialSession;
  readonly server: ModelServer;
}

/** Plays one session of Claude Code against a script, and hands what came of it to a check. */
async function play(
  script: ModelScript | readonly ModelTurn[],
  check: (played: Played) => void | Promise<void>,
  { request = {}, user = {}, prepare = () => {} }: Trial = {},
): Promise<void> {
  const server = await startAnthropic(typeof script === 'function' ? script : playTurns(script));
  servers.push(server);
  await withTrialSession(async (session) => {
    prepare(session);
    const runner = claudeRunner({ user: { ...userOf(server), ...user } });
    await check({ outcome: await session.play(runner), session, server });
  }, request);
}

interface Trial {
  readonly request?: Partial<SessionRequest>;
  readonly user?: NodeJS.ProcessEnv;
  readonly prepare?: (session: TrialSession) => void;
}

describe('a session of Claude Code', () => {
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });

  it.each(['sonnet', 'haiku', 'claude-opus-5-5'])('uses the model it is given: %s', (model) =>
    play(
      [DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done', model: expect.stringContaining(model) });
        expect(server.requests[0]?.body).toMatchObject({ model: outcome.model });
      },
      { request: { model } },
    ),
  );

  it('is one conversation of its own, with the agent as its system and the package as its user [R000-06] [R001-01]', async () => {
    const told = (agent: string) => ({
      request: { instructions: `You are ${agent}.`, prompt: `The package of ${agent}.` },
    });
    await play([DONE], () => undefined, told('the first'));
    await play(
      [{ calls: [{ do: 'shell', command: 'true' }] }, DONE],
      ({ server: { requests } }) => {
        expect(new Set(requests.map(({ conversation }) => conversation))).toEqual(new Set([0]));
        expect(requests[0]).toMatchObject({
          turn: 0,
          system: expect.stringContaining('You are the second.'),
          prompt: expect.stringContaining('The package of the second.'),
        });
        expect(JSON.stringify(requests.map(({ body }) => body))).not.toContain('the first');
      },
      told('the second'),
    );
  });

  it('tells in full what it used', () =>
    play(
      [
        { calls: [{ do: 'shell', command: 'true' }], usage: { input: 1000, output: 10 } },
        { ...DONE, usage: { input: 2000, output: 20 } },
      ],
      ({ outcome, session }) => {
        expect(outcome.usage).toEqual({
          inputTokens: 3000,
          outputTokens: 30,
          cacheReadTokens: 0,
          cacheWriteTokens: 0,
          turns: 2,
          serviceMs: expect.any(Number),
          usd: expect.any(Number),
        });
        expect(outcome.usage?.usd).toBeGreaterThan(0);
        expect(session.messages.at(-1)).toEqual({ kind: 'usage', usage: outcome.usage });
        expect(outcome.sessionId).toMatch(/^[0-9a-f-]{36}$/);
      },
    ));

  it('ends when its budget is used up, and tells what it cost', () =>
    play(
      [{ calls: [{ do: 'shell', command: 'touch done' }], usage: { input: 200_000, output: 10_000 } }],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'failed' });
        expect(outcome.detail).toMatch(/budget is used up \(\$\d+\.\d\d of \$0\.01\)\. Raise `budget\.usd`/);
        expect(outcome.usage?.usd).toBeGreaterThan(0.01);
        expect(server.requests.length).toBe(1);
      },
      { request: { budgetUsd: 0.01 } },
    ));

  it('ends when its turns are used up', () =>
    play(
      [{ calls: [{ do: 'shell', command: 'true' }] }],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'failed', usage: { turns: 2 } });
        expect(outcome.detail).toContain('its 2 turns are used up');
        expect(server.requests.length).toBe(2);
      },
      { request: { maxTurns: 2 } },
    ));

  it('tells what it used so far when it is stopped', () => {
    const stopping = new AbortController();
    return play(
      ({ turn }) => {
        if (turn === 0) return { calls: [{ do: 'shell', command: 'true' }], usage: { input: 1000, output: 10 } };
        stopping.abort();
        return { hang: true };
      },
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'interrupted', usage: { inputTokens: 1000, outputTokens: 10 } });
        expect(outcome.usage?.usd).toBeGreaterThan(0);
      },
      { request: { signal: stopping.signal } },
    );
  });

  it('gives its model the reason why a file may not be written', () =>
    play(
      [
        { calls: [{ do: 'write', path: 'src/sum.js', text: '0\n' }] },
        { calls: [{ do: 'replace', path: 'src/old.js', find: '1', with: '2' }] },
        { calls: [{ do: 'write', path: 'test/sum.test.js', text: 'red\n' }] },
        DONE,
      ],
      ({ outcome, session, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests.map(({ toolResults }) => toolResults.join()).slice(1, 3)).toEqual([
          'src/sum.js: not in this phase.',
          'src/old.js: not in this phase.',
        ]);
        expect(session.messages).toContainEqual({
          kind: 'tool_result',
          tool: 'Write',
          ok: false,
          text: 'src/sum.js: not in this phase.',
        });
        expect(session.read('src/old.js')).toBe('1\n');
        expect(session.read('test/sum.test.js')).toBe('red\n');
      },
      {
        request: { tools: ['Read', 'Write', 'Edit'], mayNotWrite: rule },
        prepare: ({ request }) => writeIn(request, 'src/old.js', '1\n'),
      },
    ));

  it('may write where its phase lets it, whatever way leads to the workbench', async () => {
    const way = join(temporaryDirectory(), 'way');
    const calls = [{ do: 'write', path: 'test/sum.test.js', text: 'red\n' }] as const;
    const server = await startAnthropic(playTurns([{ calls }, DONE]));
    servers.push(server);
    await withTrialSession(async ({ request, read }) => {
      symlinkSync(request.workbench, way);
      const played = await claudeRunner({ user: userOf(server) }).play({
        ...request,
        workbench: way,
        mayNotWrite: rule,
      });
      expect(played).toMatchObject({ ended: 'done' });
      expect(read('test/sum.test.js')).toBe('red\n');
    });
  });

  it('does not read the prompt for commands and files', () =>
    play(
      [DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests[0]?.prompt).toContain('/clear and look at @notes.txt');
        expect(JSON.stringify(server.requests[0]?.body)).not.toContain('note 4717');
      },
      {
        request: { prompt: '/clear and look at @notes.txt' },
        prepare: ({ request }) => writeIn(request, 'notes.txt', 'note 4717\n'),
      },
    ));

  it('leaves nothing to wait for in the background', () =>
    play(
      [{ calls: [{ do: 'tool', name: 'Bash', input: { command: 'sleep 600', run_in_background: true } }] }, DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests[1]?.toolResults.join()).toContain('run_in_background');
      },
    ));

  it('belongs to the trace it is given', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const calls = [{ do: 'shell', command: 'printf %s "$TRACEPARENT" > trace.txt' }] as const;
    return play([{ calls }, DONE], ({ session }) => expect(session.read('trace.txt')).toBe(traceparent), {
      request: { traceparent },
    });
  });

  it('says its key to nobody, even if its agent prints it', () =>
    play(
      [{ calls: [{ do: 'shell', command: 'env; echo "$ANTHROPIC_API_KEY" > key.txt' }] }, { say: `It is ${KEY}.` }],
      ({ outcome, session }) => {
        expect(session.read('key.txt')).toBe(`${KEY}\n`);
        expect(outcome.result).toBe('It is [redacted: login].');
        expect(JSON.stringify(session.messages)).toContain('ANTHROPIC_API_KEY=[redacted: login]');
        expect(JSON.stringify([outcome, session.messages])).not.toContain(KEY);
      },
    ));

  it('that has used up its subscription waits until it may go on', () => {
    const reset = Math.round(Date.now() / 1000) + 7200;
    const headers = {
      'retry-after': '7200',
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': String(reset),
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
    };
    return play(
      [{ status: 429, headers }],
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'service' });
        expect(outcome.retryAfterMs).toBeGreaterThan(0);
        expect(outcome.retryAfterMs).toBeLessThanOrEqual(7_200_000);
      },
      { user: { ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-a-dummy' } },
    );
  });

  it('that asks for a model nobody knows stops the run', () =>
    play([{ status: 404, message: 'model: no-such-model' }], ({ outcome }) => {
      expect(outcome).toMatchObject({ ended: 'unavailable' });
      expect(outcome.detail).toContain('Set another `model`');
    }));

  it('works in the sandbox, and cannot get out of it', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(sandbox.why);
    const beside = temporaryDirectory();
    const command = `echo escaped > ${beside}/escaped; echo stayed > stayed.txt; setsid sleep 600 > /dev/null 2>&1 &`;
    const needed: string[] = [];
    let session: TrialSession | undefined;
    await play(
      [{ calls: [{ do: 'shell', command }] }, { calls: [{ do: 'write', path: 'written.txt', text: 'w\n' }] }, DONE],
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'done', result: { status: 'complete' } });
        expect(session?.read('stayed.txt')).toBe('stayed\n');
        expect(session?.read('written.txt')).toBe('w\n');
        expect(existsSync(join(beside, 'escaped'))).toBe(false);
        expect(needed.some((path) => existsSync(join(path, 'claude')))).toBe(true);
        for (const mark of session?.started ?? []) expect(markedProcesses(MARK, mark)).toEqual([]);
      },
      {
        prepare: (given) => {
          session = given;
        },
        request: {
          contain(program, needs = {}) {
            needed.push(...(needs.readable ?? []));
            const { workbench = '', scratch = '' } = session?.request ?? {};
            return sandboxed(program, { ...needs, writable: [workbench, scratch], network: true, cwd: workbench });
          },
        },
      },
    );
  });

  it('is not begun without a login', async () => {
    const runner = claudeRunner({ user: { BATON_AGENT_HOME: AGENT_HOME, ANTHROPIC_API_KEY: '' } });
    await expect(runner.check()).rejects.toMatchObject({
      code: 'missing_login',
      message: expect.stringContaining('Set ANTHROPIC_API_KEY'),
    });
    expect(await runner.describe?.()).toMatchObject({ version: expect.any(String), login: undefined });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({
        ended: 'unavailable',
        detail: expect.stringContaining('Set ANTHROPIC_API_KEY'),
      });
      expect(session.started).toEqual([]);
    });
  });

  it('is described by its version and by what it is logged in', async () => {
    const user = { BATON_AGENT_HOME: AGENT_HOME, ANTHROPIC_API_KEY: KEY };
    const told = await claudeRunner({ user }).describe?.();
    expect(told).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      login: 'ANTHROPIC_API_KEY',
      problems: [],
    });
    expect(JSON.stringify(told)).not.toContain(KEY);
  });
});

describe('Claude Code that is not installed', () => {
  const runnerIn = (home: string) => claudeRunner({ user: { BATON_AGENT_HOME: home, ANTHROPIC_API_KEY: KEY } });

  /** A directory with the SDK of another platform: npm left out the program of this one. */
  function halfInstalled(): string {
    const home = temporaryDirectory();
    mkdirSync(join(home, 'node_modules', PACKAGE), { recursive: true });
    writeFileSync(join(home, 'node_modules', PACKAGE, 'package.json'), '{"version": "0.0.1"}');
    return home;
  }

  it('is told before a run, with the command that installs it', async () => {
    const runner = runnerIn(halfInstalled());
    await expect(runner.check()).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining(`npm install --include=optional ${PACKAGE}`),
    });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({ ended: 'unavailable' });
      expect(session.started).toEqual([]);
    });
  });

  it('is a problem that its description names', async () => {
    expect(await runnerIn(halfInstalled()).describe?.()).toMatchObject({
      version: '0.0.1',
      problems: [
        { told: expect.stringContaining('lacks its program'), remedy: expect.stringContaining('npm install') },
      ],
    });
  });
});

function rule(path: string): string | undefined {
  return path.startsWith('src/') ? `${path}: not in this phase.` : undefined;
}

function writeIn({ workbench }: SessionRequest, path: string, text: string): void {
  mkdirSync(dirname(join(workbench, path)), { recursive: true });
  writeFileSync(join(workbench, path), text);
}
