import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { answer, cutAnswer, refuse } from './gemini-answer.ts';
import { answersIn, type GeminiRequest, openingText, systemText, toolResultTexts } from './gemini-request.ts';
import type { ModelRequest, ModelScript, ModelServer, ModelTurn } from './model-script.ts';
import { serve } from './serve.ts';

/**
 * A scripted model behind the Gemini API, as Gemini CLI asks it: with and without streaming. What the program asks beside
 * its conversation comes without tools, such as which model to take, and is answered without the script.
 */
export async function startGemini(script: ModelScript): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const conversations = openConversations();

  async function respond(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, model = '', method] = METHOD.exec(asked.url ?? '') ?? [];
    if (method === undefined) return refuse(response, 404, `There is nothing at ${asked.url}.`);
    if (method === 'countTokens') return reply(response, { totalTokens: 100 });
    const body = (await json(asked)) as GeminiRequest;
    const how = { model, stream: method === 'streamGenerateContent' };
    if ((body.tools ?? []).length === 0) return answer(response, how, { say: '{}' });
    const conversation = conversations.of(body);
    const request: ModelRequest = {
      prompt: openingText(body),
      system: systemText(body),
      turn: answersIn(body),
      conversation: conversation.number,
      toolResults: toolResultTexts(body),
      headers: asked.headers,
      body,
    };
    requests.push(request);
    const turn = await script(request);
    conversation.answered ||= isSpoken(turn);
    if ('hang' in turn) return;
    if ('cut' in turn) return cutAnswer(response, how);
    if ('status' in turn) return refuse(response, turn.status, turn.message, turn.headers);
    answer(response, how, turn);
  }

  return serve((asked, response) => {
    respond(asked, response).catch((error: Error) => refuse(response, 400, `The script failed: ${error.message}`));
  }, requests);
}

/** The model, and what is asked of it. */
const METHOD = /\/models\/([^/:?]+):(countTokens|generateContent|streamGenerateContent)(?:\?|$)/;

function reply(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function isSpoken(turn: ModelTurn): boolean {
  return !('hang' in turn || 'cut' in turn || 'status' in turn);
}

interface Conversation {
  readonly number: number;
  /** Whether the model has said something in it. */
  answered: boolean;
}

/** Tells conversations apart by how they open. One that opens like an earlier one is new if that one was answered. */
function openConversations() {
  const known = new Map<string, Conversation>();
  let count = 0;
  return {
    of(body: GeminiRequest): Conversation {
      const opening = openingText(body);
      const last = known.get(opening);
      if (last !== undefined && (answersIn(body) > 0 || !last.answered)) return last;
      const conversation = { number: count++, answered: false };
      known.set(opening, conversation);
      return conversation;
    },
  };
}
