import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { answer, cutAnswer, refuse } from './anthropic-answer.ts';
import {
  isSideRequest,
  type MessagesRequest,
  openingTexts,
  sessionOf,
  systemTexts,
  toolResultTexts,
} from './anthropic-request.ts';
import type { ModelRequest, ModelScript, ModelServer, ModelTurn } from './model-script.ts';
import { serve } from './serve.ts';

/**
 * A scripted model behind Anthropic's Messages API, as Claude Code asks it: with and without streaming. What the program
 * asks beside its conversation, such as a title for it, is answered without the script.
 */
export async function startAnthropic(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const conversations = openConversations();

  async function respond(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = asked.url?.replace(/\?.*$/, '');
    if (path === '/v1/models') return reply(response, { data: [], has_more: false, first_id: null, last_id: null });
    if (path === '/v1/messages/count_tokens') return reply(response, { input_tokens: 100 });
    if (path !== '/v1/messages') return refuse(response, 404, `There is nothing at ${path}.`);
    const body = (await json(asked)) as MessagesRequest;
    if (isSideRequest(body)) return answer(response, body, { say: 'Work' });
    const conversation = conversations.of(body, sessionOf(body, asked.headers));
    const request: ModelRequest = {
      prompt: openingTexts(body).join('\n'),
      system: systemTexts(body).join('\n'),
      turn: conversation.answers,
      conversation: conversation.number,
      toolResults: toolResultTexts(body),
      headers: asked.headers,
      body,
    };
    requests.push(request);
    await play(await script(request), response, body, conversation);
  }

  return serve((asked, response) => {
    respond(asked, response).catch((error: Error) => refuse(response, 400, `The script failed: ${error.message}`));
  }, requests);
}

async function play(turn: ModelTurn, response: ServerResponse, body: MessagesRequest, conversation: Conversation) {
  if ('hang' in turn) return;
  if ('cut' in turn) return cutAnswer(response, body);
  if ('status' in turn) return refuse(response, turn.status, turn.message, turn.headers);
  conversation.answers++;
  return answer(response, body, turn);
}

function reply(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

interface Conversation {
  readonly number: number;
  /** How often the model has answered in it. An error is no answer: the program asks the same again. */
  answers: number;
}

/** Tells conversations apart. One without a word of the model is new, unless the model has given none to it so far. */
function openConversations() {
  const known = new Map<string, Conversation>();
  let count = 0;
  return {
    of(body: MessagesRequest, session: string): Conversation {
      const last = known.get(session);
      const begins = body.messages.every(({ role }) => role !== 'assistant');
      if (last !== undefined && !(begins && last.answers > 0)) return last;
      const conversation = { number: count++, answers: 0 };
      known.set(session, conversation);
      return conversation;
    },
  };
}
