import { describe, expect, it, onTestFinished } from 'vitest';
import { type ModelScript, playTurns } from './model-script.ts';
import { startOpenAi } from './openai.ts';

async function open(script: ModelScript) {
  const server = await startOpenAi(script);
  onTestFinished(() => server.close());
  const post = (path: string, body: object) =>
    fetch(`${server.url}/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
  const chat = async (messages: readonly object[], more: object = {}) => {
    const response = await post('/chat/completions', { messages, tools: TOOLS, ...more });
    return (await response.json()) as { choices: [{ message: Message; finish_reason: string }]; usage: object };
  };
  return { server, post, chat };
}

interface Message {
  readonly content: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: object }[];
}

const TOOLS = ['bash', 'write', 'edit'].map((name) => ({ type: 'function', function: { name } }));
const ASKED = { role: 'user', content: 'Do it.' };

describe('a scripted model behind the APIs of OpenAI', () => {
  it('calls the tools it is offered, and gets what they gave', async () => {
    const turns = [
      { calls: [{ do: 'shell', command: 'ls' }] },
      { say: 'Done.', result: { status: 'complete' } },
    ] as const;
    const { chat, server } = await open(playTurns(turns));
    const [{ message, finish_reason }] = (await chat([ASKED])).choices;
    expect(finish_reason).toBe('tool_calls');
    const [call] = message.tool_calls ?? [];
    expect(call?.function).toEqual({ name: 'bash', arguments: expect.stringContaining('"command":"ls"') });
    const given = { role: 'tool', tool_call_id: call?.id, content: 'a.txt' };
    const answer = await chat([ASKED, { role: 'assistant', ...message }, given]);
    expect(answer.choices[0].message.content).toBe('Done.\n\n```json\n{"status":"complete"}\n```');
    expect(answer.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 });
    expect(server.requests.map(({ turn, toolResults }) => ({ turn, toolResults }))).toEqual([
      { turn: 0, toolResults: [] },
      { turn: 1, toolResults: ['a.txt'] },
    ]);
  });

  it('tells conversations apart, the same words twice too', async () => {
    const { chat, server } = await open(playTurns([{ say: 'Yes.' }]));
    await chat([ASKED]);
    await chat([ASKED]);
    await chat([{ role: 'user', content: 'Something else.' }]);
    expect(server.requests.map(({ conversation, turn }) => [conversation, turn])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it('does not count what it refused, nor questions without tools', async () => {
    let asked = 0;
    const headers = { 'retry-after': '2' };
    const { post, chat, server } = await open(() => (asked++ === 0 ? { status: 429, headers } : { say: 'Yes.' }));
    expect(await chat([{ role: 'user', content: 'A title?' }], { tools: [] })).toMatchObject({
      choices: [{ message: { content: 'A title' } }],
    });
    expect(server.requests).toEqual([]);
    const refused = await post('/chat/completions', { messages: [ASKED], tools: TOOLS });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(await chat([ASKED])).toMatchObject({ choices: [{ message: { content: 'Yes.' } }] });
    expect(server.requests.map(({ conversation, turn }) => [conversation, turn])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it.each(['/responses', '/chat/completions'])('answers %s as a stream, which can be cut', async (path) => {
    let asked = 0;
    const { post } = await open(() => (asked++ === 0 ? { say: 'Yes 4721.' } : { cut: true }));
    const body = { stream: true, tools: TOOLS, messages: [ASKED], input: [{ ...ASKED, type: 'message' }] };
    const whole = await post(path, body);
    expect(whole.headers.get('content-type')).toBe('text/event-stream');
    expect(await whole.text()).toContain('Yes 4721.');
    const cut = await post(path, body);
    expect(cut.status).toBe(200);
    await expect(cut.text()).rejects.toThrow();
  });

  it('tells what a script throws', async () => {
    const { post } = await open(() => {
      throw new Error('the reason 4722');
    });
    const response = await post('/chat/completions', { messages: [ASKED], tools: TOOLS });
    expect([response.status, await response.text()]).toEqual([500, expect.stringContaining('the reason 4722')]);
  });
});
