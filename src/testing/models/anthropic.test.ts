import { afterEach, describe, expect, it } from 'vitest';
import { startAnthropic } from './anthropic.ts';
import { type ModelScript, type ModelServer, playTurns } from './model-script.ts';

const TOOLS = [{ name: 'Bash' }, { name: 'StructuredOutput' }];
const HELLO = { role: 'user', content: 'Hello.' };

let server: ModelServer | undefined;

afterEach(() => server?.close());

async function start(script: ModelScript): Promise<ModelServer> {
  server = await startAnthropic(script);
  return server;
}

function ask({ url }: ModelServer, more: object = {}, session = 'one'): Promise<Response> {
  const body = { model: 'claude-sonnet-5', max_tokens: 100, tools: TOOLS, messages: [HELLO], ...more };
  return fetch(`${url}/v1/messages?beta=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-claude-code-session-id': session },
    body: JSON.stringify(body),
  });
}

describe('a scripted model behind the Messages API', () => {
  it('answers in one piece', async () => {
    const calls = [
      { do: 'shell', command: 'ls' },
      { do: 'write', path: 'a.txt', text: 'a' },
      { do: 'replace', path: 'a.txt', find: 'a', with: 'b' },
      { do: 'tool', name: 'Other', input: { x: 1 } },
    ] as const;
    const model = await start(playTurns([{ say: 'Look:', calls, usage: { input: 7, output: 3 } }]));
    const answer = (await (await ask(model)).json()) as { content: object[] };
    expect(answer).toMatchObject({
      role: 'assistant',
      model: 'claude-sonnet-5',
      stop_reason: 'tool_use',
      usage: { input_tokens: 7, output_tokens: 3 },
    });
    expect(answer.content).toMatchObject([
      { type: 'text', text: 'Look:' },
      { type: 'tool_use', name: 'Bash', input: { command: 'ls' } },
      { type: 'tool_use', name: 'Write', input: { file_path: 'a.txt', content: 'a' } },
      { type: 'tool_use', name: 'Edit', input: { file_path: 'a.txt', old_string: 'a', new_string: 'b' } },
      { type: 'tool_use', name: 'Other', input: { x: 1 } },
    ]);
  });

  it('answers as a stream of events', async () => {
    const model = await start(playTurns([{ say: 'Hi.', calls: [{ do: 'shell', command: 'ls' }] }]));
    const response = await ask(model, { stream: true });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const text = await response.text();
    const block = ['content_block_start', 'content_block_delta', 'content_block_stop'];
    const events = ['message_start', ...block, ...block, 'message_delta', 'message_stop'];
    expect(text.match(/(?<=^event: ).*$/gm)).toEqual(events);
    expect(text).toContain('"text":"Hi."');
    expect(text).toContain(JSON.stringify('{"command":"ls"}'));
  });

  it.each([
    [
      'the tool for results',
      TOOLS,
      { status: 'complete' },
      { name: 'StructuredOutput', input: { status: 'complete' } },
    ],
    ['text where there is no such tool', [{ name: 'Bash' }], { a: 1 }, { text: '```json\n{"a":1}\n```' }],
    ['text where it is no object', TOOLS, 'no JSON', { text: '```json\nno JSON\n```' }],
  ])('reports its result by %s', async (_, tools, result, block) => {
    const model = await start(playTurns([{ result }]));
    expect(await (await ask(model, { tools })).json()).toMatchObject({ content: [block] });
  });

  it('fails as the service does', async () => {
    const model = await start(playTurns([{ status: 429, message: 'slow down', headers: { 'retry-after': '7' } }]));
    const response = await ask(model, { stream: true });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'rate_limit_error', message: 'slow down' },
    });
  });

  it.each([true, false])('can be cut in the middle of an answer (streaming: %s)', async (stream) => {
    const model = await start(playTurns([{ cut: true }]));
    const response = await ask(model, { stream });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it('can stay silent until it is closed', async () => {
    let asked: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const model = await start(() => {
      asked();
      return { hang: true };
    });
    const answer = ask(model);
    await begun;
    await model.close();
    await expect(answer).rejects.toThrow();
  });

  it('tells conversations apart, and does not count what failed', async () => {
    let failures = 1;
    const model = await start(() => (failures-- > 0 ? { status: 529 } : { say: 'Hi.' }));
    const answered = [HELLO, { role: 'assistant', content: 'Hi.' }, { role: 'user', content: 'Go on.' }];
    for (const messages of [[HELLO], [HELLO], answered, [HELLO]]) await ask(model, { messages });
    await ask(model, {}, 'two');
    const places = model.requests.map(({ conversation, turn }) => `${conversation}, ${turn}`);
    expect(places).toEqual(['0, 0', '0, 0', '0, 1', '1, 0', '2, 0']);
  });

  it('sees what was asked', async () => {
    const model = await start(playTurns([]));
    await ask(model, {
      system: [{ type: 'text', text: 'You test.' }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'One.' },
            { type: 'text', text: 'Two.' },
          ],
        },
        { role: 'system', content: 'You are in a directory.' },
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'Bash', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'ok' }] }] },
      ],
    });
    expect(model.requests[0]).toMatchObject({
      prompt: 'One.\nTwo.',
      system: 'You test.\nYou are in a directory.',
      toolResults: ['ok'],
    });
  });

  it('answers what is asked beside the conversation without its script', async () => {
    const model = await start(() => ({ status: 500 }));
    expect((await ask(model, { tools: [] })).status).toBe(200);
    const counted = await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' });
    expect(await counted.json()).toEqual({ input_tokens: expect.any(Number) });
    expect((await fetch(`${model.url}/v1/models`)).status).toBe(200);
    expect((await fetch(`${model.url}/v1/files`)).status).toBe(404);
    expect(model.requests).toEqual([]);
  });

  it('says so when its script breaks', async () => {
    const model = await start(() => {
      throw new Error('no such turn');
    });
    const response = await ask(model);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no such turn');
  });
});
