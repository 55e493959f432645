import type { ServerResponse } from 'node:http';
import { type Answer, type OpenAiApi, startEvents, textOf } from './openai-asked.ts';

interface Message {
  readonly role?: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
}

interface Body {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
  readonly response_format?: { readonly type?: string };
}

/** The Chat Completions API, as a stream or in one piece. */
export const CHAT: OpenAiApi = {
  read(given) {
    const body = given as Body;
    const messages = body.messages ?? [];
    const said = messages.findIndex(({ role }) => role === 'assistant');
    const textsOf = (role: string, of: readonly Message[]) =>
      of.filter((message) => message.role === role).map(({ content }) => textOf(content));
    const prompt = textsOf('user', said < 0 ? messages : messages.slice(0, said)).join('\n');
    return {
      conversation: prompt,
      begins: said < 0,
      prompt,
      system: textsOf('system', messages).join('\n'),
      tools: (body.tools ?? []).map((tool) => tool.function?.name ?? ''),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map(({ tool_call_id, content }) => ({ call: tool_call_id ?? '', text: textOf(content) })),
      structured: body.response_format?.type === 'json_schema',
    };
  },

  answer(response, given, answer) {
    const body = given as Body;
    if (body.stream !== true) {
      const message = { role: 'assistant', content: answer.texts.join('\n\n'), ...callsOf(answer) };
      const choice = { index: 0, finish_reason: reasonOf(answer), message };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...head(body, 'chat.completion'), choices: [choice], usage: usageOf(answer) }));
      return;
    }
    const send = beginChat(response, body);
    if (answer.texts.length > 0) send({ content: answer.texts.join('\n\n') });
    if (answer.calls.length > 0) send(callsOf(answer));
    send({}, { finish: reasonOf(answer), usage: usageOf(answer) });
    response.end('data: [DONE]\n\n');
  },

  begin(response, body) {
    beginChat(response, body as Body);
  },
};

function beginChat(response: ServerResponse, body: Body) {
  const send = (delta: object, end: { finish?: string; usage?: object } = {}) => {
    const choice = { index: 0, delta, finish_reason: end.finish ?? null };
    const usage = end.usage === undefined ? {} : { usage: end.usage };
    const chunk = { ...head(body, 'chat.completion.chunk'), choices: [choice], ...usage };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  startEvents(response);
  send({ role: 'assistant', content: '' });
  return send;
}

function head({ model = 'scripted' }: Body, object: string) {
  return { id: 'chatcmpl-1', object, created: 1, model };
}

function callsOf({ calls }: Answer): object {
  if (calls.length === 0) return {};
  return {
    tool_calls: calls.map(({ id, name, input }, index) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
    })),
  };
}

function reasonOf({ calls }: Answer): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function usageOf({ usage: { input, output } }: Answer) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
