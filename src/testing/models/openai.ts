import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ModelRequest, ModelScript, ModelServer, ModelTurn } from './model-script.ts';
import type { Answer, Asked, OpenAiApi } from './openai-asked.ts';
import { CHAT } from './openai-chat.ts';
import { RESPONSES } from './openai-responses.ts';
import { type ToolCall, toolCall, waitingCall } from './openai-tools.ts';
import { serve } from './serve.ts';

/**
 * A scripted model behind the APIs of OpenAI, on the loopback: Responses (Codex) and Chat Completions (opencode). What the
 * script has it do is asked for by the tools that the request offers. Requests without any tool, for a title perhaps, are
 * answered and not counted.
 */
export async function startOpenAi(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const conversations = openConversations();

  async function answer(api: OpenAiApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await text(request));
    const asked = api.read(body);
    if (asked.tools.length === 0) return api.answer(response, body, says('A title'));
    const conversation = conversations.of(asked);
    const waiting = waitingCall(conversation.lastResultsIn(asked));
    if (waiting !== undefined) return api.answer(response, body, conversation.calling([waiting], FREE));
    const { prompt, system } = asked;
    const { index, turn } = conversation;
    const toolResults = conversation.resultsIn(asked);
    const made = { prompt, system, turn, conversation: index, toolResults, headers: request.headers, body };
    requests.push(made);
    const played = await script(made);
    conversation.take(played);
    await play(api, response, body, asked, conversation, played);
  }

  return serve((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path.endsWith('/models')) return sendJson(response, 200, MODELS);
    const api = path.endsWith('/responses') ? RESPONSES : path.endsWith('/chat/completions') ? CHAT : undefined;
    if (api === undefined || request.method !== 'POST')
      return sendJson(response, 404, errorOf(404, `No ${path} here.`));
    answer(api, request, response).catch((error: Error) => sendJson(response, 500, errorOf(500, error.message)));
  }, requests);
}

const MODELS = { object: 'list', data: [{ id: 'scripted', object: 'model' }], models: [] };

const FREE = { input: 0, output: 0 };

async function play(
  api: OpenAiApi,
  response: ServerResponse,
  body: unknown,
  asked: Asked,
  conversation: Conversation,
  turn: ModelTurn,
): Promise<void> {
  if ('hang' in turn) return;
  if ('cut' in turn) {
    api.begin(response, body);
    // Else what was written would be lost with the connection, and nothing would have begun.
    await new Promise((resolve) => response.write('\n', resolve));
    response.destroy();
    return;
  }
  if ('status' in turn) {
    const { status, message = `Scripted answer ${status}` } = turn;
    return sendJson(response, status, errorOf(status, message), turn.headers);
  }
  const calls = (turn.calls ?? []).map((call) => toolCall(call, asked.tools));
  const usage = turn.usage ?? { input: 100, output: 20 };
  api.answer(response, body, { ...conversation.calling(calls, usage), texts: textsOf(turn, asked) });
}

function textsOf(turn: Extract<ModelTurn, { say?: string | undefined }>, { structured }: Asked): readonly string[] {
  const said = turn.say === undefined ? [] : [turn.say];
  if (turn.result === undefined) return said;
  const result = typeof turn.result === 'string' ? turn.result : JSON.stringify(turn.result);
  return structured ? [...said, result] : [[...said, `\`\`\`json\n${result}\n\`\`\``].join('\n\n')];
}

function says(said: string): Answer {
  return { texts: [said], calls: [], usage: FREE };
}

interface Conversation {
  readonly index: number;
  /** How many answers the script gave in it. */
  readonly turn: number;
  /** What the tools gave that were called since the script's last turn, and those called in the last answer. */
  resultsIn(asked: Asked): readonly string[];
  lastResultsIn(asked: Asked): readonly string[];
  take(turn: ModelTurn): void;
  calling(calls: readonly ToolCall[], usage: Answer['usage']): Answer;
}

function openConversations() {
  const open = new Map<string, Conversation>();
  let count = 0;
  return {
    of(asked: Asked): Conversation {
      const known = open.get(asked.conversation);
      // Once the model has spoken, a request without a word of it begins another conversation.
      if (known !== undefined && !(asked.begins && known.turn > 0)) return known;
      const conversation = openConversation(count++);
      open.set(asked.conversation, conversation);
      return conversation;
    },
  };
}

function openConversation(index: number): Conversation {
  let turn = 0;
  let ofTurn: readonly string[] = [];
  let last: readonly string[] = [];
  const textsFor = (calls: readonly string[], { results }: Asked) =>
    results.filter(({ call }) => calls.includes(call)).map((result) => result.text);
  return {
    index,
    get turn() {
      return turn;
    },
    resultsIn: (asked) => textsFor(ofTurn, asked),
    lastResultsIn: (asked) => textsFor(last, asked),
    take(played) {
      if ('hang' in played || 'cut' in played || 'status' in played) return;
      turn += 1;
      ofTurn = [];
    },
    calling(calls, usage) {
      const named = calls.map((call) => ({ ...call, id: `call_${randomUUID()}` }));
      last = named.map(({ id }) => id);
      ofTurn = [...ofTurn, ...last];
      return { texts: [], calls: named, usage };
    },
  };
}

function sendJson(
  response: ServerResponse,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
) {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

function errorOf(status: number, message: string): object {
  const kinds: Readonly<Record<number, string>> = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' };
  const kind = kinds[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  return { error: { message, type: kind, code: kind, param: null } };
}
