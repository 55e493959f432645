import type { SessionMessage, Usage } from '../runner.ts';
import type { ApiRetry, RateLimit, ResultMessage, SdkBlock, SdkMessage, SpokenMessage, TokenCounts } from './sdk.ts';

/** What a session of Claude Code has told so far. */
export interface Heard {
  readonly result?: ResultMessage;
  readonly sessionId?: string;
  readonly model?: string;
  /** The kind of the last error of the service, in the words of the program. */
  readonly error?: string;
  readonly retryAfterMs?: number;
  readonly usage?: Usage;
}

/** Listens to a session: passes on what it says and does, and remembers what its end is told from. */
export function listen(tell: (message: SessionMessage) => void, now: () => number) {
  let heard: Heard = {};
  const tools = new Map<string, string>();
  const used = new Map<string, TokenCounts>();

  function take(message: SdkMessage): void {
    switch (message.type) {
      case 'system':
        if (message.subtype === 'init') heard = { ...heard, sessionId: message.session_id, model: message.model };
        if (message.subtype === 'api_retry') takeRetry(message);
        return;
      case 'assistant':
        takeSpoken(message);
        return;
      case 'user':
        for (const block of blocksIn(message.message.content)) tellResult(block);
        return;
      case 'rate_limit_event':
        heard = { ...heard, ...waitFor(message.rate_limit_info, now()) };
        return;
      case 'result':
        takeResult(message);
    }
  }

  function takeResult(result: ResultMessage): void {
    const usage = usageOf(result, used.size);
    heard = { ...heard, result, usage };
    tell({ kind: 'usage', usage });
  }

  function takeRetry({ error, error_status, retry_delay_ms }: ApiRetry): void {
    const status = error_status === null ? 'no answer' : `the status ${error_status}`;
    const seconds = Math.ceil(retry_delay_ms / 1000);
    tell({ kind: 'error', text: `The service gave ${status} (${error}). Claude Code asks again in ${seconds} s.` });
    // Its own pauses are drawn by lot; what the service asks for is told in whole seconds.
    if (error === 'rate_limit' && retry_delay_ms % 1000 === 0) heard = { ...heard, retryAfterMs: retry_delay_ms };
  }

  function takeSpoken({ message, error }: SpokenMessage): void {
    if (error !== undefined) heard = { ...heard, error };
    else if (message.usage !== undefined) {
      used.set(message.id, message.usage);
      const usage = { ...sumOf([...used.values()]), turns: used.size };
      heard = { ...heard, usage };
      tell({ kind: 'usage', usage });
    }
    for (const { type, text, id = '', name = '', input } of message.content) {
      if (type === 'text' && text !== undefined)
        tell({ kind: error === undefined ? 'text' : 'error', text: `${text}\n` });
      if (type !== 'tool_use') continue;
      tools.set(id, name);
      tell({ kind: 'tool_call', tool: name, input });
    }
  }

  function tellResult({ type, tool_use_id = '', is_error, content = '' }: SdkBlock): void {
    if (type !== 'tool_result') return;
    const text = typeof content === 'string' ? content : content.map((block) => block.text ?? '').join('\n');
    tell({ kind: 'tool_result', tool: tools.get(tool_use_id) ?? 'unknown', ok: is_error !== true, text });
  }

  return { take, heard: () => heard };
}

function blocksIn(content: string | readonly SdkBlock[]): readonly SdkBlock[] {
  return typeof content === 'string' ? [] : content;
}

/** A subscription that is used up is told with the time from which it can be used again. */
function waitFor({ status, resetsAt }: RateLimit, now: number): Pick<Heard, 'retryAfterMs'> {
  return status === 'rejected' && resetsAt !== undefined ? { retryAfterMs: Math.max(0, resetsAt * 1000 - now) } : {};
}

/** All that a session used, by its models together. The turns that the program counts are not those of its model. */
function usageOf({ modelUsage = {}, duration_api_ms, total_cost_usd }: ResultMessage, turns: number): Usage {
  const counts = Object.values(modelUsage).map((one) => ({
    input_tokens: one.inputTokens,
    output_tokens: one.outputTokens,
    cache_read_input_tokens: one.cacheReadInputTokens,
    cache_creation_input_tokens: one.cacheCreationInputTokens,
  }));
  return { ...sumOf(counts), turns, serviceMs: duration_api_ms, usd: total_cost_usd };
}

function sumOf(counts: readonly TokenCounts[]): Usage {
  const sum = (of: (count: TokenCounts) => number) => counts.reduce((total, count) => total + of(count), 0);
  const cacheReadTokens = sum((count) => count.cache_read_input_tokens ?? 0);
  const cacheWriteTokens = sum((count) => count.cache_creation_input_tokens ?? 0);
  return {
    inputTokens: sum((count) => count.input_tokens) + cacheReadTokens + cacheWriteTokens,
    outputTokens: sum((count) => count.output_tokens),
    cacheReadTokens,
    cacheWriteTokens,
  };
}
