import { onTestFinished } from 'vitest';
import { codexRunner } from '../../src/runners/codex/codex.ts';
import type { SessionOutcome, SessionRequest } from '../../src/runners/runner.ts';
import {
  type ModelScript,
  type ModelServer,
  type ModelTurn,
  playTurns,
} from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { type TrialSession, withTrialSession } from '../../src/testing/runner-session.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

export const CODEX_KEY = 'sk-a-dummy-key-4718';

export const missingCodex = whyMissing('@openai/codex');

export const DONE: ModelTurn = { say: 'Done.', result: { status: 'complete', summary: 'One test, red.' } };

/** The environment of a user who has a key for the scripted model. */
export function userOf({ url }: ModelServer): NodeJS.ProcessEnv {
  return { BATON_AGENT_HOME: AGENT_HOME, OPENAI_API_KEY: CODEX_KEY, OPENAI_BASE_URL: `${url}/v1` };
}

export interface PlayedCodex {
  readonly outcome: SessionOutcome;
  readonly session: TrialSession;
  readonly server: ModelServer;
}

export interface CodexTrial {
  readonly request?: Partial<SessionRequest>;
  readonly user?: NodeJS.ProcessEnv;
  readonly environment?: Readonly<Record<string, string>>;
  readonly prepare?: (session: TrialSession) => void;
}

/** Plays one session of Codex against a script, and hands what came of it to a check. */
export async function playCodex(
  script: ModelScript | readonly ModelTurn[],
  check: (played: PlayedCodex) => void | Promise<void>,
  { request = {}, user = {}, environment = {}, prepare = () => {} }: CodexTrial = {},
): Promise<void> {
  const server = await startOpenAi(typeof script === 'function' ? script : playTurns(script));
  onTestFinished(() => server.close());
  await withTrialSession(async (session) => {
    prepare(session);
    const runner = codexRunner({ user: { ...userOf(server), ...user }, environment });
    await check({ outcome: await session.play(runner), session, server });
  }, request);
}
