/**
 * Every code a `BatonError` can carry, with when it is raised. Surfaces decide by code, never by message;
 * the CLI maps codes to exit codes in `src/cli/exit-code.ts`.
 */
export const ERROR_CODES = {
  /** A value given to Baton has the wrong shape: a request, an option, an argument. */
  invalid_input: 'invalid_input',
  /** A value cannot be carried as JSON: a cycle, a function, too deep, too large, a forbidden key. */
  not_json: 'not_json',
  /** A handoff package has no version, or one that is not a version. */
  invalid_version: 'invalid_version',
  /** A handoff package was written by another major version of the format. */
  incompatible_version: 'incompatible_version',
  /** A handoff package has the right version and the wrong shape. */
  invalid_handoff: 'invalid_handoff',
  /** An agent's result cannot be read or breaks a rule. */
  invalid_result: 'invalid_result',
  /** A git note is not a handoff note. */
  invalid_note: 'invalid_note',
  /** A Domain Zero event breaks that protocol's schema. */
  invalid_event: 'invalid_event',
  /** A task state is not one of A2A's. */
  invalid_task_state: 'invalid_task_state',
  /** Strict redaction found a secret and refused the value. */
  secret_found: 'secret_found',
  /** The facts that must be in a prompt do not fit its token budget. */
  budget_too_small: 'budget_too_small',
  /** The directory is in no git repository, or git will not open it. */
  not_a_repository: 'not_a_repository',
  /** A repository of a kind Baton cannot write to safely. */
  unsupported_repository: 'unsupported_repository',
  /** A write or read failed on disk: full, read-only, no permission. */
  storage_failed: 'storage_failed',
  /** A ref stays locked by somebody alive, or by nobody Baton can prove dead. */
  ref_locked: 'ref_locked',
  /** A git program failed. */
  git_failed: 'git_failed',
  /** A journal holds something that is not Baton's event, or not in its place. */
  corrupt_journal: 'corrupt_journal',
  /** A run, handoff or remote of that name does not exist. */
  not_found: 'not_found',
  /** A file that was to be written new is there already. */
  already_there: 'already_there',
  /** Somebody else was first. */
  lost_race: 'lost_race',
  /** A handoff's status does not allow the move. */
  wrong_status: 'wrong_status',
  /** Somebody may not do what they asked for; the message says who may. */
  not_authorised: 'not_authorised',
  /** Two clones wrote different histories of the same run or handoff. */
  diverged: 'diverged',
  /** Git does not know the user's name and address, which commits need. */
  missing_identity: 'missing_identity',
  /** A program Baton was to start is not there. */
  missing_program: 'missing_program',
  /** An agent program has no login: no key and no account that it could use. */
  missing_login: 'missing_login',
  /** Which test framework a project uses cannot be told, or several could be meant. */
  unclear_framework: 'unclear_framework',
  /** A project's configuration keeps its tests from being run as they must be. */
  project_misconfigured: 'project_misconfigured',
  /** A sandbox is required and cannot be had. */
  no_sandbox: 'no_sandbox',
  /** Baton was told to stop while something ran; it can be done again. */
  interrupted: 'interrupted',
  /** A command line cannot be understood. */
  usage: 'usage',
  /** A defect in Baton itself. */
  internal: 'internal',
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The one error class: a code for programs, a sentence a person can act on, and the data behind it. */
export class BatonError extends Error {
  override readonly name = 'BatonError';
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly data?: Readonly<Record<string, unknown>>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
  }
}

export function isBatonError(error: unknown): error is BatonError {
  return error instanceof BatonError;
}
