import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { codexRunner } from '../../src/runners/codex/codex.ts';
import type { Containment } from '../../src/runners/runner.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { CODEX_KEY, DONE, missingCodex, playCodex } from './codex-play.ts';
import { AGENT_HOME } from './installed.ts';

beforeEach((context) => {
  if (missingCodex !== undefined) context.skip(missingCodex);
});

const FILE_KEY = 'sk-of-the-file-4719';

/** A directory of Codex in which a user is logged in. */
function homeWith(auth: object): string {
  const home = temporaryDirectory();
  writeFileSync(join(home, 'auth.json'), JSON.stringify(auth));
  return home;
}

/** Without a sandbox, the engine puts links where the files of a login are looked for. */
function contain(program: readonly string[], { login = [] }: Containment = {}): readonly string[] {
  for (const { from, to } of login) symlinkSync(from, to);
  return program;
}

describe('a user of Codex', { timeout: 60_000 }, () => {
  it('who is logged in by a file needs no key, and the agent cannot read the file', () =>
    playCodex(
      [{ calls: [{ do: 'shell', command: 'cat "$CODEX_HOME/auth.json"' }] }, DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${FILE_KEY}`);
        expect(server.requests[1]?.toolResults.join()).toContain('Permission denied');
        expect(server.requests[1]?.toolResults.join()).not.toContain(FILE_KEY);
      },
      {
        user: { OPENAI_API_KEY: '', CODEX_HOME: homeWith({ auth_mode: 'apikey', OPENAI_API_KEY: FILE_KEY }) },
        request: { contain },
      },
    ));

  it('whose account has to be renewed stays logged in', async () => {
    const old = { access_token: token(-10), id_token: token(-10), refresh_token: 'old-refresh', account_id: 'account' };
    const home = homeWith({ auth_mode: 'chatgpt', tokens: old, last_refresh: '2026-01-01T00:00:00Z' });
    const address = await renewing({
      access_token: token(9_999),
      id_token: token(9_999),
      refresh_token: 'new-refresh',
    });
    await playCodex(
      [DONE],
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        const { tokens } = JSON.parse(readFileSync(join(home, 'auth.json'), 'utf8'));
        expect(tokens).toMatchObject({ refresh_token: 'new-refresh', account_id: 'account' });
      },
      {
        user: { OPENAI_API_KEY: '', CODEX_HOME: home },
        environment: { CODEX_REFRESH_TOKEN_URL_OVERRIDE: address },
        request: { contain },
      },
    );
  });

  it('who has a key of Codex uses that one', () =>
    playCodex(
      [DONE],
      ({ server }) => expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-of-codex-4720'),
      {
        user: { CODEX_API_KEY: 'sk-of-codex-4720' },
      },
    ));

  it('whose organization and project are set has them told to the service', () =>
    playCodex(
      [DONE],
      ({ server }) =>
        expect(server.requests[0]?.headers).toMatchObject({
          'openai-organization': 'org-1',
          'openai-project': 'proj-1',
        }),
      { user: { OPENAI_ORGANIZATION: 'org-1', OPENAI_PROJECT: 'proj-1' } },
    ));

  it('who is not logged in is told so before anything begins', async () => {
    const home = temporaryDirectory();
    const runner = codexRunner({ user: { BATON_AGENT_HOME: AGENT_HOME, OPENAI_API_KEY: '', HOME: home } });
    await expect(runner.check()).rejects.toMatchObject({
      code: 'missing_login',
      message: expect.stringContaining('Set OPENAI_API_KEY'),
    });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({
        ended: 'unavailable',
        detail: expect.stringContaining('codex login'),
      });
      expect(session.started).toEqual([]);
    });
    mkdirSync(join(home, '.codex'));
    writeFileSync(join(home, '.codex', 'auth.json'), '{}');
    await expect(runner.check()).resolves.toBe(undefined);
  });

  it('is told by what Codex is logged in, and not the key', async () => {
    const told = await codexRunner({ user: { BATON_AGENT_HOME: AGENT_HOME, OPENAI_API_KEY: CODEX_KEY } }).describe?.();
    expect(told).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      login: 'OPENAI_API_KEY',
      problems: [],
    });
    expect(JSON.stringify(told)).not.toContain(CODEX_KEY);
  });
});

/** A token of an account that is good for so many seconds more. */
function token(seconds: number): string {
  const exp = Math.floor(Date.now() / 1000) + seconds;
  const account = { chatgpt_plan_type: 'pro', chatgpt_account_id: 'account', chatgpt_user_id: 'user' };
  const parts = [{ alg: 'none' }, { exp, email: 'a@example.com', 'https://api.openai.com/auth': account }];
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.signature`;
}

/** The address of a service that renews tokens. */
async function renewing(tokens: object): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth/token`;
}
