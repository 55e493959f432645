import type { SessionMessage } from '../../../runners/runner.ts';

/** What a session has said and done so far, in short, as its live stream tells it. */
export interface SessionActivity {
  /** When it said or did something last. */
  readonly lastAt: string | undefined;
  readonly toolCalls: number;
  /** The tool that was called last, and whether it has come back. */
  readonly tool:
    | { readonly name: string; readonly input: string; readonly at: string; readonly isRunning: boolean }
    | undefined;
  /** What it has used, as far as its program tells while it runs. */
  readonly usage: { readonly tokens: number; readonly usd: number } | undefined;
  /** How many lines there were in all, and the last of them. */
  readonly lineCount: number;
  readonly lines: readonly ActivityLine[];
}

export interface ActivityLine {
  readonly at: string;
  readonly kind: 'text' | 'tool' | 'result' | 'error';
  readonly text: string;
}

/** A message of a live stream with its time. */
export type StreamMessage = SessionMessage & { readonly at: string };

export const NO_ACTIVITY: SessionActivity = {
  lastAt: undefined,
  toolCalls: 0,
  tool: undefined,
  usage: undefined,
  lineCount: 0,
  lines: [],
};

const MAX_LINES = 20;
const MAX_LINE = 300;

/** A line of a stream as a message; nothing for one that is no message. */
export function parseStreamLine(line: string): StreamMessage | undefined {
  try {
    const value = JSON.parse(line) as Partial<StreamMessage> | null;
    return typeof value?.at === 'string' && typeof value.kind === 'string' ? (value as StreamMessage) : undefined;
  } catch {
    return undefined;
  }
}

/** The activity after one more message. A session may say anything: what has not the form it should is left out. */
export function seeMessage(activity: SessionActivity, message: StreamMessage): SessionActivity {
  const { at } = message;
  const seen = { ...activity, lastAt: at };
  switch (message.kind) {
    case 'text':
      return withLines(
        seen,
        textLines(message.text).map((text) => ({ at, kind: 'text', text })),
      );
    case 'tool_call': {
      const input = describeInput(message.input);
      const name = short(String(message.tool));
      const called = { ...seen, toolCalls: seen.toolCalls + 1, tool: { name, input, at, isRunning: true } };
      return withLines(called, [{ at, kind: 'tool', text: short(`${name} ${input}`.trimEnd()) }]);
    }
    case 'tool_result': {
      const name = short(String(message.tool));
      const [first = ''] = textLines(message.text);
      const tool = seen.tool === undefined ? undefined : { ...seen.tool, isRunning: false };
      const text = short(`${name} ${message.ok ? 'ok' : 'failed'}${first === '' ? '' : `: ${first}`}`);
      return withLines({ ...seen, tool }, [{ at, kind: 'result', text }]);
    }
    case 'error':
      return withLines(
        seen,
        textLines(message.text).map((text) => ({ at, kind: 'error', text })),
      );
    case 'usage': {
      const { inputTokens = 0, outputTokens = 0, usd = 0 } = message.usage ?? {};
      return { ...seen, usage: { tokens: inputTokens + outputTokens, usd } };
    }
    default:
      return seen;
  }
}

function withLines(activity: SessionActivity, lines: readonly ActivityLine[]): SessionActivity {
  return {
    ...activity,
    lineCount: activity.lineCount + lines.length,
    lines: [...activity.lines, ...lines].slice(-MAX_LINES),
  };
}

function textLines(text: unknown): string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(short);
}

/** Of what a tool was called with, the part that says most; else all of it. */
function describeInput(input: unknown): string {
  if (typeof input !== 'object' || input === null) return short(String(input ?? ''));
  const known = input as Record<string, unknown>;
  const told = SAYS_MOST.map((key) => (Object.hasOwn(known, key) ? known[key] : undefined)).find(isText);
  return short((told ?? JSON.stringify(input)).replaceAll(/\s+/g, ' ').trim());
}

const SAYS_MOST = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'description'];

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function short(text: string): string {
  return text.length <= MAX_LINE ? text : `${text.slice(0, MAX_LINE - 1)}…`;
}
