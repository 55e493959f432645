import type { ServerResponse } from 'node:http';
import type { ToolCall } from './openai-tools.ts';

/** What a request asks of the model, whichever of the two APIs it is made to. */
export interface Asked {
  /** By this its conversation is told from others. */
  readonly conversation: string;
  /** Whether nothing the model said is in it yet. */
  readonly begins: boolean;
  readonly prompt: string;
  readonly system: string;
  /** The names of the tools it may call. */
  readonly tools: readonly string[];
  /** Results of tools it called, with the call each belongs to. */
  readonly results: readonly { readonly call: string; readonly text: string }[];
  /** Whether the last text has to be JSON and nothing else. */
  readonly structured: boolean;
}

/** What the model answers. */
export interface Answer {
  readonly texts: readonly string[];
  readonly calls: readonly (ToolCall & { readonly id: string })[];
  readonly usage: { readonly input: number; readonly output: number };
}

/** One of the two APIs. */
export interface OpenAiApi {
  read(body: unknown): Asked;
  answer(response: ServerResponse, body: unknown, answer: Answer): void;
  /** Begins an answer, as far as a connection that is cut lets it come. */
  begin(response: ServerResponse, body: unknown): void;
}

/** The text of a message or of a tool's result: plain, or in parts of which some are text. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => (typeof part?.text === 'string' ? part.text : '')).join('\n');
}

/** Answers by server-sent events. */
export function startEvents(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}
