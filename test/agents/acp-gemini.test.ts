import { beforeEach, describe, expect, it } from 'vitest';
import { acpRunner } from '../../src/runners/acp/acp.ts';
import { startGemini } from '../../src/testing/models/gemini.ts';
import type { ModelScript } from '../../src/testing/models/model-script.ts';
import { withTrialSession } from '../../src/testing/runner-session.ts';
import { temporaryDirectory } from '../repository.ts';
import { itKeepsToItsPhase } from './acp-cases.ts';
import { DONE, type Play, playAgent } from './acp-play.ts';
import { geminiUser } from './acp-users.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const KEY = 'a-dummy-key-of-gemini-4721';
const missing = whyMissing('@google/gemini-cli');

async function open(script: ModelScript) {
  const server = await startGemini(script);
  const user = geminiUser(server.url, KEY);
  return { runner: acpRunner({ command: 'gemini', repository: AGENT_HOME, user }), server, key: KEY };
}

describeAgent({ name: 'Gemini CLI', missing, open, lacks: {} });

const play: Play = (turns, check, trial) => playAgent(open, turns, check, trial);

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

  itKeepsToItsPhase(play, { refusal: 'canceled by the user' });

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
