import { expect, it } from 'vitest';
import { withTrialSession } from '../../testing/runner-session.ts';
import { converse } from './conversation.ts';
import type { ClaudeSdk, SdkMessage } from './sdk.ts';

type Asked = Parameters<ClaudeSdk['query']>[0];

/** An SDK whose program is never started: it keeps what it was asked, and ends at once. */
function heardBy(asked: Asked[]): ClaudeSdk {
  return {
    query(question) {
      asked.push(question);
      const messages = (async function* (): AsyncGenerator<SdkMessage, void> {
        yield { type: 'result', subtype: 'success', result: 'Done.' } as SdkMessage;
      })();
      return Object.assign(messages, { interrupt: async () => undefined });
    },
  };
}

it('a session is one query with the agent as its system prompt and the package as its prompt [R000-06] [R001-01]', async () => {
  const asked: Asked[] = [];
  for (const agent of ['the first', 'the second']) {
    await withTrialSession(
      ({ request }) => converse(heardBy(asked), request, { variables: {}, readable: [] }, () => undefined),
      { instructions: `You are ${agent}.`, prompt: `The package of ${agent}.` },
    );
  }
  expect(asked).toMatchObject([
    { prompt: 'The package of the first.', options: { systemPrompt: 'You are the first.', persistSession: false } },
    { prompt: 'The package of the second.', options: { systemPrompt: 'You are the second.', persistSession: false } },
  ]);
  for (const { options } of asked) {
    for (const key of ['resume', 'continue', 'sessionId', 'forkSession']) expect(options).not.toHaveProperty(key);
  }
  expect(JSON.stringify(asked[1])).not.toContain('the first');
});
