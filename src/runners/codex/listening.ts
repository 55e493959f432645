import type { SessionMessage, Usage } from '../runner.ts';

/** What a session of Codex has told so far. */
export interface Heard {
  readonly sessionId?: string;
  /** The last thing its agent said. */
  readonly said?: string;
  readonly usage?: Usage;
  /** How its turn ended: nothing as long as it has not. */
  readonly turn?: 'completed' | 'failed';
  /** The error that ended it, or the last one it went on after. */
  readonly error?: string;
}

/** One line that Codex prints. */
interface Event {
  readonly type?: string;
  readonly thread_id?: string;
  readonly message?: string;
  readonly error?: { readonly message?: string };
  readonly item?: Item;
  readonly usage?: Readonly<Record<string, number | undefined>>;
}

/** Something the agent did or said. */
interface Item {
  readonly id?: string;
  readonly type?: string;
  readonly text?: string;
  readonly message?: string;
  readonly command?: string;
  readonly aggregated_output?: string;
  readonly status?: string;
  readonly changes?: readonly { readonly path?: string; readonly kind?: string }[];
  readonly tool?: string;
  readonly query?: string;
}

/** Listens to what Codex prints: passes on what its agent says and does, and remembers what its end is told from. */
export function listen(tell: (message: SessionMessage) => void) {
  let heard: Heard = {};
  let begun = '';
  const called = new Set<string>();

  function take(event: Event): void {
    switch (event.type) {
      case 'thread.started':
        heard = { ...heard, ...(event.thread_id === undefined ? {} : { sessionId: event.thread_id }) };
        return;
      case 'item.started':
        if (event.item !== undefined) tellCall(event.item);
        return;
      case 'item.completed':
        if (event.item !== undefined) takeItem(event.item);
        return;
      case 'error':
        takeError(event.message);
        return;
      case 'turn.failed':
        // An `error` with the same words came before it.
        heard = { ...heard, turn: 'failed', error: event.error?.message ?? heard.error ?? '' };
        return;
      case 'turn.completed':
        heard = { ...heard, turn: 'completed', usage: usageOf(event.usage ?? {}) };
        if (heard.usage !== undefined) tell({ kind: 'usage', usage: heard.usage });
    }
  }

  function takeItem(item: Item): void {
    if (item.type === 'agent_message') {
      heard = { ...heard, said: item.text ?? '' };
      tell({ kind: 'text', text: `${item.text ?? ''}\n` });
    } else if (item.type === 'error') {
      if (!OWN_DOING.test(item.message ?? '')) tell({ kind: 'error', text: item.message ?? '' });
    } else {
      tellCall(item);
      const tool = toolOf(item);
      if (tool === undefined) return;
      const text = item.aggregated_output ?? item.status ?? '';
      tell({ kind: 'tool_result', tool: tool.name, ok: item.status !== 'failed', text });
    }
  }

  function tellCall(item: Item): void {
    const tool = toolOf(item);
    if (tool === undefined || called.has(item.id ?? '')) return;
    called.add(item.id ?? '');
    tell({ kind: 'tool_call', tool: tool.name, input: tool.input });
  }

  function takeError(message = ''): void {
    heard = { ...heard, error: message };
    tell({ kind: 'error', text: message });
  }

  return {
    /** Takes a piece of what it prints; lines may come in parts. What is no event is not meant for us. */
    hear(piece: string): void {
      const lines = `${begun}${piece}`.split('\n');
      begun = lines.pop() ?? '';
      for (const line of lines) {
        const event = eventOf(line);
        if (event !== undefined) take(event);
      }
    },
    heard: () => heard,
  };
}

/** A warning about what Baton itself set. */
const OWN_DOING = /--dangerously-bypass-hook-trust/;

function eventOf(line: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What an item is a call of, by the names of Claude Code; nothing for what calls no tool. */
function toolOf(item: Item): { readonly name: string; readonly input: unknown } | undefined {
  switch (item.type) {
    case 'command_execution':
      return { name: 'Bash', input: { command: item.command } };
    case 'file_change':
      return { name: 'Edit', input: { changes: item.changes } };
    case 'web_search':
      return { name: 'WebSearch', input: { query: item.query } };
    case 'mcp_tool_call':
      return { name: item.tool ?? 'unknown', input: {} };
    default:
      return undefined;
  }
}

/** What a session used in all. Codex does not tell what that cost. */
function usageOf(counts: Readonly<Record<string, number | undefined>>): Usage {
  return {
    inputTokens: counts.input_tokens ?? 0,
    outputTokens: counts.output_tokens ?? 0,
    cacheReadTokens: counts.cached_input_tokens ?? 0,
    cacheWriteTokens: counts.cache_write_input_tokens ?? 0,
  };
}
