import type { Login, LoginRule } from '../login.ts';
import type { SessionRequest } from '../runner.ts';
import type { ServiceError } from '../service.ts';
import type { ToolCall } from './tool-call.ts';

/** A program as it is installed here. */
export interface Place {
  /** What is started, without the arguments of a session. */
  readonly program: readonly string[];
  /** Nothing where only starting it would tell. */
  readonly version: string | undefined;
  /** Files and directories that belong to it. */
  readonly readable: readonly string[];
}

/** What a session's program is started with. */
export interface Setup {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The file of its login, and where it looks for that. */
  readonly login: readonly { readonly from: string; readonly to: string }[];
}

export interface SetupRequest {
  /** The home of the session: empty, and gone afterwards. */
  readonly home: string;
  readonly login: Login;
  /** The user's own environment. */
  readonly user: NodeJS.ProcessEnv;
  readonly request: SessionRequest;
}

/** An error with which an agent answered. */
export interface RequestFailure {
  readonly code?: number | undefined;
  readonly message: string;
  readonly data?: unknown;
}

/** Reads what a program writes to its log, and tells when its service is in trouble and it would go on trying for ever. */
export interface LogWatch {
  /** Takes a line; gives whether it is worth to be shown to a person. */
  take(line: string): boolean;
  /** How often the request it is at has failed, whether it waits to try that again, and what was said last. */
  trouble(): { readonly failures: number; readonly isWaiting: boolean; readonly message: string };
}

/** What is particular to an agent program that Baton knows. */
export interface Profile {
  /** What people call it. */
  readonly title: string;
  /** The word for it in baton.yaml, and the name of its program. */
  readonly word: string;
  /** Where npm has it. */
  readonly package: string;
  /** The program of its package, if it has one for this machine. */
  programIn(directory: string): Place['program'] | undefined;
  /** How it is logged in, for a model or for any. */
  loginRule(user: NodeJS.ProcessEnv, model?: string): LoginRule;
  /** How it is to log in, if it has to be told. */
  authMethod(login: Login): string | undefined;
  /** Writes its settings, so that nothing of the project is loaded and nothing of its own is left behind. */
  setUp(given: SetupRequest): Setup;
  /** Its own name for the tool of a call, where that stands somewhere particular. */
  toolName?(call: ToolCall): string | undefined;
  /** What an error of it says of its service, where it has ways of its own. */
  readFailure?(failure: RequestFailure): ServiceError;
  watchLog?(): LogWatch;
  /** What of the project it would load whatever it is told: laid aside while it works. */
  readonly laysAside: readonly string[];
  /** Whether its model is chosen at its start; else by the protocol. */
  readonly modelAtStart: boolean;
}
