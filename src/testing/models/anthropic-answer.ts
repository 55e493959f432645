import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { MessagesRequest } from './anthropic-request.ts';
import type { ModelCall, ModelTurn } from './model-script.ts';

/** A turn in which the model says or does something. */
type SpokenTurn = Extract<ModelTurn, { readonly calls?: unknown }>;

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

/** The tool by which Claude Code has its model report a structured result. */
const RESULT_TOOL = 'StructuredOutput';

/** Answers a request with what the model says and does, in one piece or as a stream of events. */
export function answer(response: ServerResponse, body: MessagesRequest, turn: SpokenTurn): void {
  const content = blocksOf(turn, body);
  const message = messageOf(body, turn);
  const stop_reason = content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, stop_reason }));
    return;
  }
  const send = streamTo(response);
  send('message_start', { message });
  for (const [index, block] of content.entries()) sendBlock(send, index, block);
  send('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: message.usage });
  send('message_stop', {});
  response.end();
}

/** Begins an answer and cuts the connection in the middle of it. */
export function cutAnswer(response: ServerResponse, body: MessagesRequest): void {
  const cut = () => response.destroy();
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 }).write('{"type": "me', cut);
    return;
  }
  const send = streamTo(response);
  send('message_start', { message: messageOf(body, {}) });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  response.write(
    eventText('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'I was about' } }),
    cut,
  );
}

/** Answers with a status that is no success, in the form of the service's own errors. */
export function refuse(
  response: ServerResponse,
  status: number,
  message = `The script answers ${status}.`,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ type: 'error', error: { type: ERROR_TYPES[status] ?? 'api_error', message } }));
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function messageOf({ model }: MessagesRequest, { usage = { input: 100, output: 20 } }: SpokenTurn) {
  return {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function blocksOf({ say, calls = [], result }: SpokenTurn, body: MessagesRequest): readonly Block[] {
  const reported = result === undefined ? [] : [report(result, body)];
  const blocks = [...(say === undefined ? [] : [textBlock(say)]), ...calls.map(callBlock), ...reported];
  return blocks.length === 0 ? [textBlock('Done.')] : blocks;
}

/** A result goes through the tool for it, where there is one and the result can be its input. */
function report(result: unknown, { tools = [] }: MessagesRequest): Block {
  const isObject = typeof result === 'object' && result !== null && !Array.isArray(result);
  if (isObject && tools.some(({ name }) => name === RESULT_TOOL)) return toolBlock(RESULT_TOOL, result);
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return textBlock(`\`\`\`json\n${text}\n\`\`\``);
}

/** Relative paths need no care: Claude Code takes them from its working directory. */
function callBlock(call: ModelCall): Block {
  switch (call.do) {
    case 'shell':
      return toolBlock('Bash', { command: call.command });
    case 'write':
      return toolBlock('Write', { file_path: call.path, content: call.text });
    case 'replace':
      return toolBlock('Edit', { file_path: call.path, old_string: call.find, new_string: call.with });
    case 'tool':
      return toolBlock(call.name, call.input);
  }
}

function textBlock(text: string): Block {
  return { type: 'text', text };
}

function toolBlock(name: string, input: unknown): Block {
  return { type: 'tool_use', id: `toolu_${randomUUID()}`, name, input };
}

type Send = (type: string, data: Readonly<Record<string, unknown>>) => void;

function streamTo(response: ServerResponse): Send {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  return (type, data) => response.write(eventText(type, data));
}

function eventText(type: string, data: Readonly<Record<string, unknown>>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function sendBlock(send: Send, index: number, block: Block): void {
  const [start, delta] =
    block.type === 'text'
      ? [textBlock(''), { type: 'text_delta', text: block.text }]
      : [
          { ...block, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        ];
  send('content_block_start', { index, content_block: start });
  send('content_block_delta', { index, delta });
  send('content_block_stop', { index });
}
