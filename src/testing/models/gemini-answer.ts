import type { ServerResponse } from 'node:http';
import type { ModelCall, ModelTurn } from './model-script.ts';

/** A turn in which the model says or does something. */
type SpokenTurn = Extract<ModelTurn, { readonly calls?: unknown }>;

type Part = { readonly text: string } | { readonly functionCall: { readonly name: string; readonly args: unknown } };

/** How an answer is asked for. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
}

/** Answers a request with what the model says and does, in one piece or as a stream of events. */
export function answer(response: ServerResponse, { model, stream }: Asked, turn: SpokenTurn): void {
  const { input, output } = turn.usage ?? { input: 100, output: 20 };
  const whole = {
    candidates: [{ index: 0, content: { role: 'model', parts: partsOf(turn) }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output },
    modelVersion: model,
  };
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  response.end(stream ? `data: ${JSON.stringify(whole)}\r\n\r\n` : JSON.stringify(whole));
}

/** Begins an answer and cuts the connection in the middle of it. */
export function cutAnswer(response: ServerResponse, { stream }: Asked): void {
  response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
  const begun = '{"candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": "I was abo';
  response.write(stream ? `data: ${begun}` : begun, () => response.destroy());
}

/** Answers with a status that is no success. The Gemini API tells in the answer itself how long to wait. */
export function refuse(
  response: ServerResponse,
  status: number,
  message = `The script answers ${status}.`,
  headers: Readonly<Record<string, string>> = {},
): void {
  const wait = headers['retry-after'];
  const details = wait === undefined ? [] : [{ '@type': RETRY_INFO, retryDelay: `${wait}s` }];
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(
    JSON.stringify({ error: { code: status, message, status: STATUS_NAMES[status] ?? 'INTERNAL', details } }),
  );
}

const RETRY_INFO = 'type.googleapis.com/google.rpc.RetryInfo';

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

function partsOf({ say, calls = [], result }: SpokenTurn): readonly Part[] {
  const texts = [...(say === undefined ? [] : [say]), ...(result === undefined ? [] : [report(result)])];
  const parts: readonly Part[] = [
    ...(texts.length === 0 ? [] : [{ text: texts.join('\n\n') }]),
    ...calls.map((call) => ({ functionCall: callOf(call) })),
  ];
  return parts.length === 0 ? [{ text: 'Done.' }] : parts;
}

/** There is no tool for a result: it is said. */
function report(result: unknown): string {
  return `\`\`\`json\n${typeof result === 'string' ? result : JSON.stringify(result)}\n\`\`\``;
}

/** The tools by the names and parameters of Gemini CLI. */
function callOf(call: ModelCall): { readonly name: string; readonly args: unknown } {
  switch (call.do) {
    case 'shell':
      return { name: 'run_shell_command', args: { command: call.command, description: 'Runs a command' } };
    case 'write':
      return { name: 'write_file', args: { file_path: call.path, content: call.text } };
    case 'replace': {
      const { path: file_path, find: old_string, with: new_string } = call;
      return { name: 'replace', args: { file_path, instruction: 'Replaces a text', old_string, new_string } };
    }
    case 'tool':
      return { name: call.name, args: call.input };
  }
}
