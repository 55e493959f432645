import { acpRunner } from '../../src/runners/acp/acp.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const KEY = 'a-dummy-key-of-opencode-4722';

/** A service of the user's own, as opencode is told of one. */
function userOf(url: string): NodeJS.ProcessEnv {
  const limit = { context: 100_000, output: 8_000 };
  const scripted = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Scripted',
    options: { baseURL: `${url}/v1`, apiKey: '{env:SCRIPTED_KEY}' },
    models: { one: { name: 'One', tool_call: true, limit }, two: { name: 'Two', tool_call: true, limit } },
  };
  const config = { provider: { scripted }, model: 'scripted/one', small_model: 'scripted/one' };
  return { BATON_AGENT_HOME: AGENT_HOME, SCRIPTED_KEY: KEY, OPENCODE_CONFIG_CONTENT: JSON.stringify(config) };
}

describeAgent({
  name: 'opencode',
  missing: whyMissing('opencode-ai'),
  async open(script) {
    const server = await startOpenAi(script);
    const user = userOf(server.url);
    return { runner: acpRunner({ command: 'opencode', repository: AGENT_HOME, user }), server, key: KEY };
  },
  lacks: { retry_after: 'opencode waits by itself and tells nobody how long it was asked to' },
});
