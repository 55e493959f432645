import { codexRunner } from '../../src/runners/codex/codex.ts';
import { startOpenAi } from '../../src/testing/models/openai.ts';
import { CODEX_KEY, missingCodex, userOf } from './codex-play.ts';
import { describeAgent } from './contract.ts';

describeAgent({
  name: 'Codex',
  missing: missingCodex,
  async open(script) {
    const server = await startOpenAi(script);
    return { runner: codexRunner({ user: userOf(server) }), server, key: CODEX_KEY };
  },
  lacks: {
    retry_after: 'Codex waits by itself as long as it is asked to, and does not say how long that is',
  },
});
