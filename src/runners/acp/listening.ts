import type { SessionMessage, Usage } from '../runner.ts';
import { MOST_RESULT } from '../session-program.ts';
import { inputOf, mergeCalls, outputOf, type ToolCall } from './tool-call.ts';
import { toolNameOf } from './tool-names.ts';

/** What an agent tells of its work while it works. */
export interface SessionUpdate {
  readonly sessionUpdate?: string;
  readonly messageId?: string | null;
  readonly content?: unknown;
  readonly toolCallId?: string;
  readonly cost?: { readonly amount?: unknown; readonly currency?: unknown } | null;
}

/** Listens to one session. */
export interface Ear {
  take(update: SessionUpdate): void;
  /** All that is known of a call, with what a question about it says. */
  callOf(asked: ToolCall): { readonly call: ToolCall; readonly tool: string };
  /** A call was refused, and will not be made. */
  refuse(asked: ToolCall, why: string): void;
  /** The agent's turn is over, or the session. */
  pause(): void;
  /** Everything the agent said. Its end, if that is long: there stands the result. */
  said(): string;
  /** Whether it said or did anything at all. */
  isAlive(): boolean;
  /** Whether it said anything since the last call that was refused. */
  wentOn(): boolean;
  usd(): number | undefined;
}

/** Makes the messages that all runners share of what an agent tells. `nameOf` is how its program names tools. */
export function listen(tell: (message: SessionMessage) => void, nameOf: (call: ToolCall) => string | undefined): Ear {
  const calls = new Map<string, Heard>();
  const speech = openSpeech(tell);
  let acted = false;
  let wentOn = true;
  let usd: number | undefined;

  function hear(more: ToolCall): Heard {
    const known = calls.get(more.toolCallId);
    const call = mergeCalls(known?.call, more);
    const heard = { begun: false, over: false, ...known, call, tool: known?.tool ?? toolNameOf(call, nameOf(call)) };
    calls.set(more.toolCallId, heard);
    return heard;
  }

  function begin(heard: Heard): void {
    if (heard.begun) return;
    heard.begun = true;
    acted = true;
    speech.end();
    tell({ kind: 'tool_call', tool: heard.tool, input: inputOf(heard.call) });
  }

  function end(heard: Heard, ok: boolean, text: string): void {
    if (heard.over) return;
    begin(heard);
    heard.over = true;
    tell({ kind: 'tool_result', tool: heard.tool, ok, text });
  }

  function takeCall(update: ToolCall): void {
    const heard = hear(update);
    const { status } = heard.call;
    if (status === 'in_progress') begin(heard);
    if (status === 'completed' || status === 'failed') end(heard, status === 'completed', outputOf(heard.call));
  }

  return {
    take(update) {
      const text = textOf(update.content);
      if (update.sessionUpdate === 'agent_message_chunk' && text !== '') {
        wentOn = true;
        speech.add(text, update.messageId ?? undefined);
      }
      if (isCall(update)) takeCall(update);
      if (update.cost?.currency === 'USD' && typeof update.cost.amount === 'number') usd = update.cost.amount;
    },
    callOf(asked) {
      const heard = hear({ ...asked, status: undefined });
      begin(heard);
      return heard;
    },
    refuse(asked, why) {
      wentOn = false;
      end(hear({ ...asked, status: undefined }), false, why);
    },
    pause: speech.end,
    said: speech.all,
    isAlive: () => acted || speech.all() !== '',
    wentOn: () => wentOn,
    usd: () => usd,
  };
}

/** What the answer to a prompt says the agent used: the field for it, or where Gemini CLI puts it. */
export function usageIn(response: unknown): Usage | undefined {
  const { usage, _meta } = (response ?? {}) as { usage?: Counted; _meta?: { quota?: { token_count?: Quota } } };
  if (typeof usage?.inputTokens === 'number') {
    const [cacheReadTokens, cacheWriteTokens] = [usage.cachedReadTokens ?? 0, usage.cachedWriteTokens ?? 0];
    const inputTokens = usage.inputTokens + cacheReadTokens + cacheWriteTokens;
    return {
      inputTokens,
      outputTokens: (usage.outputTokens ?? 0) + (usage.thoughtTokens ?? 0),
      cacheReadTokens,
      cacheWriteTokens,
    };
  }
  const quota = _meta?.quota?.token_count;
  if (typeof quota?.input_tokens !== 'number') return undefined;
  return { inputTokens: quota.input_tokens, outputTokens: quota.output_tokens ?? 0 };
}

interface Counted {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly thoughtTokens?: number | null;
  readonly cachedReadTokens?: number | null;
  readonly cachedWriteTokens?: number | null;
}

interface Quota {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

interface Heard {
  readonly call: ToolCall;
  readonly tool: string;
  begun: boolean;
  over: boolean;
}

function isCall(update: SessionUpdate): update is SessionUpdate & ToolCall {
  const isOne = update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update';
  return isOne && typeof update.toolCallId === 'string';
}

function textOf(content: unknown): string {
  const { text } = (content ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** Puts the pieces of what is said together: told when a message is over or long enough, and kept. */
function openSpeech(tell: (message: SessionMessage) => void) {
  let all = '';
  let untold = '';
  let message: string | undefined;
  let isOver = false;
  const tellIt = () => {
    if (untold.trim() !== '') tell({ kind: 'text', text: untold });
    untold = '';
  };
  const end = () => {
    tellIt();
    isOver = true;
  };
  return {
    end,
    add(text: string, id: string | undefined): void {
      if (id !== message) end();
      all = `${all}${isOver && all !== '' ? '\n\n' : ''}${text}`;
      if (all.length > MOST_RESULT * 2) all = all.slice(-MOST_RESULT);
      [message, isOver] = [id, false];
      untold += text;
      if (untold.length > LONG_ENOUGH) tellIt();
    },
    all: () => all.slice(-MOST_RESULT),
  };
}

const LONG_ENOUGH = 2_000;
