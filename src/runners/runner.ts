/** What a session gets. Everything else about the run is none of its business. */
export interface SessionRequest {
  readonly run: string;
  readonly workflow: string;
  /** Lower case. */
  readonly phase: string;
  readonly agent: string;
  readonly cycle: number;
  /** How often the phase was entered, from 1. */
  readonly visit: number;
  readonly attempt: number;
  /** Where it works: the absolute path of the workbench. */
  readonly workbench: string;
  /** The rendered package: the user prompt. */
  readonly prompt: string;
  /** The agent's own text: the system prompt. */
  readonly instructions: string;
  /** Tools the agent may use, by the names of Claude Code; a runner translates. */
  readonly tools: readonly string[];
  readonly model: string | undefined;
  /** The package as JSON, to be read by programs. */
  readonly handoffFile: string;
  /** Where the agent may leave its result as JSON. It does not exist yet. */
  readonly outputFile: string;
  /** A private directory for a home and temporary files; gone after the session. */
  readonly scratch: string;
  readonly deadlineMs: number;
  /** How often its model may be asked, where the agent has such a limit. */
  readonly maxTurns: number | undefined;
  /** What it may cost at most, in US dollars, where there is a budget. */
  readonly budgetUsd: number | undefined;
  /** The trace it belongs to, in the form of W3C's `traceparent`, where somebody listens. */
  readonly traceparent: string | undefined;
  /**
   * Why a file of the workbench, by its path in it, may not be written in this phase; nothing if it may. For telling the
   * agent in time: what it wrote is judged from the files it left.
   */
  mayNotWrite(path: string): string | undefined;
  /** Ends the session at once. */
  readonly signal: AbortSignal;
  /** Puts a program into the sandbox of sessions, where there is one; says which files beside its own it must read. */
  contain(program: readonly string[], needs?: Containment): readonly string[];
  /**
   * A program is about to run with this mark in its environment and in that of everything it starts: told before, so that
   * a later Baton can end it if this one dies.
   */
  onStarting(mark: string): void;
  onMessage(message: SessionMessage): void;
}

/** What a contained program needs beyond the workbench and its scratch. */
export interface Containment {
  /** Files and directories it reads although homes are hidden: its own program. */
  readonly readable?: readonly string[] | undefined;
  /** The files of its login, and where it looks for them; it may renew them. */
  readonly login?: readonly { readonly from: string; readonly to: string }[] | undefined;
  /** Whether it talks to a service. Default true. */
  readonly network?: boolean | undefined;
}

/** One thing a session said or did, in the form all runners share. */
export type SessionMessage =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool_call'; readonly tool: string; readonly input: unknown }
  | { readonly kind: 'tool_result'; readonly tool: string; readonly ok: boolean; readonly text: string }
  /** What the session has used so far, all in all. */
  | { readonly kind: 'usage'; readonly usage: Usage }
  | { readonly kind: 'error'; readonly text: string };

export interface Usage {
  /** All that went in, from a cache or not. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How many of those that went in came from a cache, and how many were put into one. */
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  /** How often the model was asked. */
  readonly turns?: number | undefined;
  /** How long the service took, in milliseconds. */
  readonly serviceMs?: number | undefined;
  /** Cost in US dollars, where the program tells it. */
  readonly usd?: number | undefined;
}

/**
 * How a session ended, as far as its program tells.
 *
 * | ended       | when                                                                                        |
 * |-------------|---------------------------------------------------------------------------------------------|
 * | done        | the program came to its end and says all is well. What it did is judged from its workbench   |
 * | failed      | the program failed: an attempt is used up                                                    |
 * | timed_out   | its time was up: an attempt is used up                                                       |
 * | service     | a service it needs is overloaded, limited or unreachable: tried again later, no attempt used |
 * | unavailable | it cannot work until a person does something: no key, no program, a wrong setting            |
 * | interrupted | Baton was told to stop: no attempt used                                                      |
 */
export type SessionEnd = 'done' | 'failed' | 'timed_out' | 'service' | 'unavailable' | 'interrupted';

export interface SessionOutcome {
  readonly ended: SessionEnd;
  /** For a person: why it did not end well, with the end of what it printed. */
  readonly detail: string;
  /** How long the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** What the agent reports: JSON text, an object, or free text that may end in a fenced JSON block. A claim. */
  readonly result?: unknown;
  /** Why what the agent left as its result was not even read: too large, a link. Told to the agent, like a wrong one. */
  readonly resultProblem?: string | undefined;
  /** The program's own name for the session, for debugging. */
  readonly sessionId?: string | undefined;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  readonly exitCode?: number | null | undefined;
}

/** What a runner's program is like on this machine, for a person. */
export interface RunnerDescription {
  /** The program that is started, as a person would call it. */
  readonly program: string;
  /** Nothing if it was not found or does not say. */
  readonly version: string | undefined;
  /** The variable or the file by which it is logged in, never what stands in it; nothing if it is not. */
  readonly login: string | undefined;
  /** What keeps it from working, each with the command that mends it. */
  readonly problems: readonly { readonly told: string; readonly remedy: string }[];
}

/** A program that can play an agent. */
export interface Runner {
  readonly name: string;
  /** Whoever plays was not started by Baton, so no sandbox contains it. */
  readonly isOutside?: true | undefined;
  /** What its program never reports of a session, so that no budget of it can hold. */
  readonly unreported?: readonly ('usd' | 'tokens')[] | undefined;
  /** Whether usage is what the agent itself says in its result, if it says so. */
  readonly claimsUsage?: true | undefined;
  /** Fails with a coded error if it cannot work here at all: told before a run is created. */
  check(): Promise<void>;
  /** What its program is like on this machine. Never fails for what it finds. */
  describe?(): Promise<RunnerDescription>;
  /** Plays one session. Never throws for what the program does. */
  play(request: SessionRequest): Promise<SessionOutcome>;
}
