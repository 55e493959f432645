import { codexRunner } from '../../src/runners/codex/codex.ts';
import type { ModelServer } from '../../src/testing/models/model-script.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const KEY = 'sk-a-dummy-key-4718';
const missing = whyMissing('@openai/codex');

describeAgent({
  name: 'Codex',
  missing,
  async open(script) {
    const server = await startOpenAi(script);
    return { runner: codexRunner({ user: userOf(server) }), server, key: KEY };
  },
  lacks: {
    retry_after: 'Codex waits by itself as long as it is asked to, and does not say how long that is',
  },
});

function userOf({ url }: ModelServer): NodeJS.ProcessEnv {
  return { BATON_AGENT_HOME: AGENT_HOME, OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` };
}
