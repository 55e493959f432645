import { acpRunner } from '../../src/runners/acp/acp.ts';
import { startGemini } from '../../src/testing/models/gemini.ts';
import { describeAgent } from './contract.ts';
import { AGENT_HOME, whyMissing } from './installed.ts';

const KEY = 'a-dummy-key-of-gemini-4721';

describeAgent({
  name: 'Gemini CLI',
  missing: whyMissing('@google/gemini-cli'),
  async open(script) {
    const server = await startGemini(script);
    const user = { BATON_AGENT_HOME: AGENT_HOME, GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: server.url };
    return { runner: acpRunner({ command: 'gemini', repository: AGENT_HOME, user }), server, key: KEY };
  },
  lacks: {},
});
