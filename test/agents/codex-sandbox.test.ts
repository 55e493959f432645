import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { markedProcesses } from '../../src/sys/process-tree.ts';
import { MARK } from '../../src/sys/program.ts';
import { findSandbox, sandboxed } from '../../src/sys/sandbox.ts';
import type { TrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { CODEX_KEY, DONE, missingCodex, playCodex } from './codex-play.ts';

beforeEach((context) => {
  if (missingCodex !== undefined) context.skip(missingCodex);
});

describe('the own sandbox of Codex', { timeout: 60_000 }, () => {
  it('lets its agent write in the workbench and in what is of this session alone', () => {
    const beside = temporaryDirectory();
    const name = join('/tmp', `baton-test-codex-${process.pid}`);
    onTestFinished(() => rmSync(name, { force: true }));
    const tries = [`${beside}/out`, name, '$TMPDIR/own', '$HOME/own', 'here', '.git/here', '$CODEX_HOME/config.toml'];
    const command = tries.map((path) => `echo x > "${path}" && echo "${path}" >> written.txt`).join('; ');
    return playCodex(
      [{ calls: [{ do: 'shell', command: `(${command}) 2> /dev/null; true` }] }, DONE],
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        const { scratch } = session.request;
        expect(session.read('written.txt').trim().split('\n')).toEqual([
          `${scratch}/tmp/own`,
          `${scratch}/home/own`,
          'here',
        ]);
        expect([readdirSync(beside), existsSync(name)]).toEqual([[], false]);
      },
      { prepare: ({ request }) => mkdirSync(join(request.workbench, '.git')) },
    );
  });

  it('lets its agent patch no file beside the workbench', () => {
    const beside = temporaryDirectory();
    return playCodex(
      [{ calls: [{ do: 'write', path: join(beside, 'out'), text: 'x\n' }] }, DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(server.requests[1]?.toolResults.join()).toContain('Work only in that directory');
        expect(readdirSync(beside)).toEqual([]);
      },
    );
  });

  it('gives an agent that only reads nothing to write', () =>
    playCodex(
      [{ calls: [{ do: 'write', path: 'written.txt', text: 'x\n' }] }, DONE],
      ({ session, server }) => {
        const { prompt = '', toolResults = [] } = server.requests[1] ?? {};
        expect(prompt).toContain('<entry access="read"><path>');
        expect(prompt).not.toContain(`<entry access="write"><path>${session.request.workbench}</path>`);
        expect(toolResults.join()).toContain('You have no tool that writes files.');
        expect(readdirSync(session.request.workbench)).toEqual([]);
      },
      { request: { tools: ['Read', 'Grep', 'Glob'] } },
    ));

  it('lets the commands of its agent reach no network', () =>
    playCodex(
      ({ turn, headers }) =>
        turn > 0
          ? DONE
          : {
              calls: [
                { do: 'shell', command: `: < /dev/tcp/${String(headers.host).replace(':', '/')} && touch reached` },
              ],
            },
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(readdirSync(session.request.workbench)).toEqual([]);
      },
    ));

  it('keeps the key from what its agent starts', () =>
    playCodex(
      [
        { calls: [{ do: 'shell', command: 'env; cat /proc/*/environ 2> /dev/null | tr "\\0" "\\n"' }] },
        { say: `It is ${CODEX_KEY}.` },
      ],
      ({ outcome, session, server }) => {
        expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${CODEX_KEY}`);
        const seen = server.requests[1]?.toolResults.join() ?? '';
        expect(seen).toContain(`BATON_RUN=${session.request.run}`);
        expect(seen).not.toContain(CODEX_KEY);
        expect(outcome.result).toBe('It is [redacted: login].');
        expect(JSON.stringify([outcome, session.messages])).not.toContain(CODEX_KEY);
      },
    ));
});

describe('Codex in the sandbox of Baton', { timeout: 60_000 }, () => {
  it('works, keeps its own sandbox, and cannot get out', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(sandbox.why);
    const beside = temporaryDirectory();
    const own = temporaryDirectory();
    writeFileSync(
      join(own, 'auth.json'),
      JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-of-the-file-4719' }),
    );
    let session: TrialSession | undefined;
    const commands = [
      `echo escaped > ${beside}/escaped`,
      'echo stayed > stayed.txt',
      'cat "$CODEX_HOME/auth.json" > login.txt',
      'touch /tmp/reached && touch reached.txt',
      'setsid sleep 600 > /dev/null 2>&1 &',
    ];
    await playCodex(
      [
        { calls: [{ do: 'shell', command: commands.join('\n') }] },
        { calls: [{ do: 'write', path: 'src/refused.txt', text: 'w\n' }] },
        { calls: [{ do: 'write', path: 'written.txt', text: 'w\n' }] },
        DONE,
      ],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'done', result: { status: 'complete' } });
        expect(session?.read('stayed.txt')).toBe('stayed\n');
        expect(session?.read('written.txt')).toBe('w\n');
        expect(session?.read('login.txt')).toBe('');
        expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-of-the-file-4719');
        expect(server.requests[2]?.toolResults.join()).toContain('src/refused.txt: not in this phase.');
        expect(readdirSync(session?.request.workbench ?? '').sort()).toEqual([
          'login.txt',
          'stayed.txt',
          'written.txt',
        ]);
        expect(readdirSync(beside)).toEqual([]);
        for (const mark of session?.started ?? []) expect(markedProcesses(MARK, mark)).toEqual([]);
      },
      {
        user: { OPENAI_API_KEY: '', CODEX_HOME: own },
        prepare: (given) => {
          session = given;
        },
        request: {
          mayNotWrite: (path) => (path.startsWith('src/') ? `${path}: not in this phase.` : undefined),
          contain(program, needs = {}) {
            const { workbench = '', scratch = '' } = session?.request ?? {};
            return sandboxed(program, { ...needs, writable: [workbench, scratch], network: true, cwd: workbench });
          },
        },
      },
    );
  });

  it('tells before it begins that its own sandbox does not work there', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(sandbox.why);
    const noNamespaces = ['bwrap', '--unshare-user', '--disable-userns', '--dev-bind', '/', '/', '--'];
    await playCodex(
      [DONE],
      ({ outcome, server }) => {
        expect(outcome).toMatchObject({ ended: 'unavailable' });
        expect(outcome.detail).toMatch(/cannot start its own sandbox here\. Let this user[\s\S]*namespace/);
        expect(server.requests).toEqual([]);
      },
      { request: { contain: (program) => [...noNamespaces, ...program] } },
    );
  });
});
