import { isBatonError } from '../base/error.ts';
import { type Command, filesNamedIn, refuseMissing, showCommand } from './command-words.ts';
import { expectOutput } from './output-file.ts';
import { endOfProgram, INTERRUPTED } from './program-end.ts';
import type { Runner, SessionOutcome, SessionRequest } from './runner.ts';
import { playProgram, prepareEnvironment } from './session-program.ts';

export interface CommandRunnerOptions {
  /** Text for `sh -c`, or a list of arguments. */
  readonly command: Command;
  /** The user's checkout: where a program with a relative path is looked for before a run is created. */
  readonly repository: string;
  /** Variables it gets beside the usual ones: the only way for a key to reach it. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** Any program as an agent: the package on its standard input, its result in a file or in what it prints. */
export function commandRunner(options: CommandRunnerOptions): Runner {
  return {
    name: 'command',
    claimsUsage: true,
    check: () => refuseMissing(options.command, options.repository),
    play: (request) => play(request, options),
  };
}

async function play(request: SessionRequest, options: CommandRunnerOptions): Promise<SessionOutcome> {
  if (request.signal.aborted) return INTERRUPTED;
  const what = `The command ${showCommand(options.command)}`;
  const environment = prepareEnvironment(request, options.environment);
  const output = expectOutput(request.outputFile);
  const needs = { readable: filesNamedIn(options.command) };
  try {
    const played = await playProgram(request, startOf(options.command), environment, { needs });
    const printed = played.stdout.trim() === '' ? {} : { result: played.stdout };
    return { ...endOfProgram(what, played, request), ...(output.read() ?? printed) };
  } catch (error) {
    if (!isBatonError(error)) throw error;
    return { ended: 'unavailable', detail: error.message };
  }
}

/** Through a shell in both forms: inside a sandbox too it tells by exit code 126 or 127 that there is no such program. */
function startOf(command: Command): readonly string[] {
  return typeof command === 'string' ? ['sh', '-c', command] : ['sh', '-c', 'exec "$0" "$@"', ...command];
}
