import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { StartedProgram } from '../../sys/program.ts';

/** The package that brings Claude Code along, an optional peer of Baton. Its types are not there without it. */
export const SDK_PACKAGE = '@anthropic-ai/claude-agent-sdk';

/** What Baton uses of the SDK. */
export interface ClaudeSdk {
  query(asked: { readonly prompt: string; readonly options: QueryOptions }): Query;
}

/** A conversation of the program, told message by message. */
export interface Query extends AsyncIterator<SdkMessage> {
  /** Has the program stop and say what it used so far. */
  interrupt(): Promise<unknown>;
}

export interface QueryOptions {
  readonly cwd: string;
  /** The whole environment: it replaces that of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly systemPrompt: string;
  readonly model?: string;
  /** The built-in tools there are. */
  readonly tools: readonly string[];
  /** The rules by which calls run without asking. */
  readonly allowedTools: readonly string[];
  /** `dontAsk`: what no rule allows is denied. */
  readonly permissionMode: 'dontAsk';
  /** Where settings are read from: nowhere. */
  readonly settingSources: readonly [];
  readonly strictMcpConfig: true;
  /** The prompt goes to the model as it is: no `@file` in it is read, no `/command` is run. */
  readonly verbatimPrompts: true;
  readonly persistSession: false;
  readonly outputFormat: { readonly type: 'json_schema'; readonly schema: Readonly<Record<string, unknown>> };
  readonly maxTurns?: number;
  readonly maxBudgetUsd?: number;
  readonly hooks: { readonly PreToolUse: readonly { readonly hooks: readonly ToolHook[] }[] };
  spawnClaudeCodeProcess(start: ProgramStart): StartedProgram['child'];
}

export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Looks at a call before it runs; an empty answer lets it be judged by the other rules. */
export type ToolHook = (call: ToolUse) => Promise<ToolVerdict>;

interface ToolUse {
  readonly tool_name: string;
  readonly tool_input: unknown;
}

interface ToolVerdict {
  readonly hookSpecificOutput?: {
    readonly hookEventName: 'PreToolUse';
    readonly permissionDecision: 'deny';
    readonly permissionDecisionReason: string;
  };
}

/** Messages of the program, as far as Baton listens. Kinds that it does not know are left out. */
export type SdkMessage =
  | { readonly type: 'system'; readonly subtype: 'init'; readonly session_id: string; readonly model: string }
  | ApiRetry
  | SpokenMessage
  | { readonly type: 'user'; readonly message: { readonly content: string | readonly SdkBlock[] } }
  | { readonly type: 'rate_limit_event'; readonly rate_limit_info: RateLimit }
  | ResultMessage
  | { readonly type: 'unknown'; readonly subtype?: undefined };

/** The service gave an error, and the program is going to ask again. */
export interface ApiRetry {
  readonly type: 'system';
  readonly subtype: 'api_retry';
  readonly retry_delay_ms: number;
  readonly error_status: number | null;
  readonly error: string;
}

/** A limit of a subscription; `resetsAt` in seconds since 1970. */
export interface RateLimit {
  readonly status: string;
  readonly resetsAt?: number;
}

/** Something the model said. A message with an `error` was made up by the program to tell it. */
export interface SpokenMessage {
  readonly type: 'assistant';
  readonly error?: string;
  readonly message: {
    readonly id: string;
    readonly content: readonly SdkBlock[];
    readonly usage?: TokenCounts;
  };
}

export interface TokenCounts {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_read_input_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
}

export interface SdkBlock {
  readonly type: string;
  readonly text?: string;
  /** Of a call. */
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  /** Of what a call gave. */
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly SdkBlock[];
}

/** How a conversation ended. An error of the service is told as a `success` with `is_error`. */
export interface ResultMessage {
  readonly type: 'result';
  readonly subtype: string;
  readonly is_error: boolean;
  readonly stop_reason?: string | null;
  readonly result?: string;
  readonly errors?: readonly string[];
  readonly structured_output?: unknown;
  readonly api_error_status?: number | null;
  readonly duration_api_ms: number;
  readonly total_cost_usd: number;
  readonly modelUsage?: Readonly<Record<string, ModelUsage>>;
}

interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadInputTokens: number;
  readonly cacheCreationInputTokens: number;
}

/** The program that belongs to the SDK: a package of its own for each platform, which npm may have left out. */
export function findClaudeProgram(sdkDirectory: string): string | undefined {
  const { resolve } = createRequire(join(sdkDirectory, 'package.json'));
  const platform = `${SDK_PACKAGE}-${process.platform}-${process.arch}`;
  for (const name of [platform, `${platform}-musl`]) {
    try {
      return resolve(`${name}/claude`);
    } catch {
      // Not this one.
    }
  }
  return undefined;
}
