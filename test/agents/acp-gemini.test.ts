import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { acpRunner } from '../../src/runners/acp/acp.ts';
import { findSandbox } from '../../src/sys/sandbox.ts';
import { startGemini } from '../../src/testing/models/gemini.ts';
import type { ModelScript, ModelTurn } from '../../src/testing/models/model-script.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { DONE, type Played, playAgent, type Trial } from './acp-play.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const KEY = 'a-dummy-key-of-gemini-4721';
const missing = whyMissing('@google/gemini-cli');

async function open(script: ModelScript) {
  const server = await startGemini(script);
  const user = { BATON_AGENT_HOME: AGENT_HOME, GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url };
  return { runner: acpRunner({ command: 'gemini', repository: AGENT_HOME, user }), server, key: KEY };
}

describeAgent({ name: 'Gemini CLI', missing, open, lacks: {} });

const play = (turns: readonly ModelTurn[], check: (played: Played) => void, trial?: Trial) =>
  playAgent(open, turns, check, trial);

describe('a session of Gemini CLI', () => {
  beforeEach((context) => {
    if (missing !== undefined) context.skip(missing);
  });

  it('takes the model it is given, and tells all it used', () =>
    play(
      [{ calls: [{ do: 'shell', command: 'true' }], usage: { input: 1000, output: 10 } }, DONE],
      ({ outcome }) => {
        expect(outcome).toMatchObject({ ended: 'done', model: 'gemini-2.5-flash' });
        expect(outcome.usage).toMatchObject({ inputTokens: 1100, outputTokens: 30 });
        expect(outcome.sessionId).toMatch(/\S/);
      },
      { request: { model: 'gemini-2.5-flash' } },
    ));

  it('is told after its turn why something was refused, and works on', () =>
    play(
      [
        { calls: [{ do: 'write', path: 'src/sum.js', text: '0\n' }] },
        { say: 'I was stopped.' },
        { calls: [{ do: 'replace', path: 'test/old.js', find: '1', with: '2' }] },
        DONE,
      ],
      ({ outcome, session, server }) => {
        expect(outcome).toMatchObject({ ended: 'done', result: expect.stringContaining('One test, red.') });
        expect(server.requests[1]?.toolResults.join()).toContain('canceled by the user');
        expect(JSON.stringify(server.requests[2]?.body)).toContain('rule 4713 forbids it');
        expect(session.read('test/old.js')).toBe('2\n');
      },
      {
        request: {
          tools: ['Read', 'Write', 'Edit'],
          mayNotWrite: (path) => (path.startsWith('src/') ? 'rule 4713 forbids it.' : undefined),
        },
        files: { 'test/old.js': '1\n' },
      },
    ));

  it('has only those commands run that a rule of its agent allows', () =>
    play(
      [
        { calls: [{ do: 'shell', command: 'touch denied' }] },
        { calls: [{ do: 'shell', command: 'touch given' }] },
        DONE,
      ],
      ({ session }) => {
        expect(existsSync(join(session.request.workbench, 'given'))).toBe(true);
        expect(existsSync(join(session.request.workbench, 'denied'))).toBe(false);
      },
      { request: { tools: ['Read', 'Bash(touch given)'] } },
    ));

  it('gives its shell neither its key nor variables of the project', () =>
    play(
      [{ calls: [{ do: 'shell', command: 'env > variables.txt' }] }, { say: `The key is ${KEY}.` }],
      ({ outcome, session }) => {
        const variables = session.read('variables.txt');
        expect(variables).toContain('BATON_PHASE=red');
        expect(variables).not.toContain(KEY);
        expect(variables).not.toContain('FROM_THE_PROJECT');
        expect(outcome.result).toBe('The key is [redacted: login].');
        expect(JSON.stringify(session.messages)).not.toContain(KEY);
      },
      {
        files: { '.env': 'FROM_THE_PROJECT=1\nGOOGLE_CLOUD_PROJECT=theirs\n', '.gemini/.env': 'FROM_THE_PROJECT=2\n' },
      },
    ));

  it('works in the sandbox, and leaves nothing beside its scratch', async (context) => {
    const sandbox = await findSandbox();
    if (sandbox.kind === 'none') context.skip(sandbox.why);
    const beside = temporaryDirectory();
    const command = `echo escaped > ${beside}/escaped; echo stayed > stayed.txt`;
    const calls = [{ do: 'write', path: 'written.txt', text: 'w\n' }] as const;
    await play(
      [{ calls: [{ do: 'shell', command }] }, { calls }, DONE],
      ({ outcome, session }) => {
        expect(outcome).toMatchObject({ ended: 'done' });
        expect(session.read('stayed.txt')).toBe('stayed\n');
        expect(session.read('written.txt')).toBe('w\n');
        expect(existsSync(join(beside, 'escaped'))).toBe(false);
      },
      { inSandbox: true },
    );
  });

  it('is not begun without a login', async () => {
    const user = { BATON_AGENT_HOME: AGENT_HOME, HOME: temporaryDirectory() };
    const runner = acpRunner({ command: 'gemini --acp', repository: AGENT_HOME, user });
    const told = { code: 'missing_login', message: expect.stringContaining('Set GEMINI_API_KEY') };
    await expect(runner.check()).rejects.toMatchObject(told);
    expect(await runner.describe?.()).toMatchObject({ program: 'Gemini CLI', version: '0.61.0', login: undefined });
    await withTrialSession(async (session) => {
      expect(await session.play(runner)).toMatchObject({ ended: 'unavailable' });
      expect(session.started).toEqual([]);
    });
  });
});
