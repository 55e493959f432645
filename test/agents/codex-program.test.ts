import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexRunner } from '../../src/runners/codex/codex.ts';
import type { SessionOutcome } from '../../src/runners/runner.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';

/**
 * A directory with a package of Codex whose program is this shell text, in a sandbox that works; without any text, npm left
 * the program out.
 */
function packageOf(shell?: string): string {
  const home = temporaryDirectory();
  const directory = join(home, 'node_modules/@openai/codex');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'package.json'), '{"version": "0.0.1"}');
  if (shell === undefined) return home;
  const program = join(directory, 'vendor/any/bin/codex');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\n${SANDBOX}\n${shell}\n`);
  chmodSync(program, 0o755);
  return home;
}

const SANDBOX = 'if [ "$1" = sandbox ]; then exit 0; fi';

function runnerOf(home: string) {
  return codexRunner({ user: { BATON_AGENT_HOME: home, OPENAI_API_KEY: 'sk-a-dummy-key-4718' } });
}

function play(shell: string): Promise<SessionOutcome> {
  return withTrialSession((session) => session.play(runnerOf(packageOf(shell))));
}

const BEGUN = `echo '{"type":"thread.started","thread_id":"t1"}'`;
const SAID = `echo '{"type":"item.completed","item":{"id":"i","type":"agent_message","text":"I am done."}}'`;
const COMPLETED = `echo '{"type":"turn.completed","usage":{"input_tokens":5,"cached_input_tokens":3,"output_tokens":2}}'`;

function failing(message: string): Promise<SessionOutcome> {
  return play(`${BEGUN}\ncat <<'END'\n${JSON.stringify({ type: 'turn.failed', error: { message } })}\nEND\nexit 1`);
}

describe('the end of a session of Codex', () => {
  it('is a success only by the event that says so', async () => {
    expect(await play(`${BEGUN}; ${SAID}; ${COMPLETED}`)).toMatchObject({
      ended: 'done',
      result: 'I am done.',
      sessionId: 't1',
      usage: { inputTokens: 5, outputTokens: 2, cacheReadTokens: 3 },
    });
    expect(await play(`${BEGUN}; ${SAID}`)).toMatchObject({
      ended: 'failed',
      detail: expect.stringContaining('without the event that tells how its turn ended'),
    });
  });

  it('is not told by lines that are no events', async () => {
    const noise = `echo 'not JSON'; echo '[]'; echo null; printf '{"type":'; printf '"other"}\\n'`;
    expect(await play(`${noise}; ${BEGUN}; ${noise}; ${COMPLETED}`)).toMatchObject({ ended: 'done' });
  });

  it('is a failure if its program goes away', async () => {
    const { ended, detail } = await play(`${BEGUN}; echo the reason >&2; kill -9 $$`);
    expect({ ended, detail }).toEqual({ ended: 'failed', detail: expect.stringMatching(/SIGKILL[\s\S]*the reason/) });
  });

  it('that does not even begin is told with what it complained of', async () => {
    const { ended, detail } = await play('echo unexpected argument >&2; exit 2');
    expect(ended).toBe('unavailable');
    expect(detail).toMatch(/npm install @openai\/codex@latest[\s\S]*unexpected argument/);
  });

  it.each([
    ['Quota exceeded. Check your plan and billing details.', 'unavailable'],
    ['You’ve hit your usage limit. Upgrade or try again at 9:05 PM.', 'service'],
    ['unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1/responses', 'unavailable'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'service'],
    ['unexpected status 502 Bad Gateway: no, url: http://127.0.0.1:1/v1/responses', 'service'],
    ['stream disconnected before completion: stream closed before response.completed', 'service'],
    ['something else', 'failed'],
  ])('by "%s" is %s', async (message, ended) => {
    expect(await failing(message)).toMatchObject({ ended, detail: expect.stringContaining('Codex') });
  });
});

describe('Codex that is not installed', () => {
  it('is told before a run, with the command that installs it', async () => {
    const runner = runnerOf(packageOf());
    await expect(runner.check()).rejects.toMatchObject({
      code: 'missing_program',
      message: expect.stringContaining('npm install --include=optional @openai/codex'),
    });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({ ended: 'unavailable' });
      expect(session.started).toEqual([]);
    });
    expect(await runner.describe?.()).toMatchObject({
      problems: [{ told: expect.stringContaining('lacks its program') }],
    });
  });
});
