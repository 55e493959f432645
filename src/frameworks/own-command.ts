import { BatonError, isBatonError } from '../base/error.ts';
import type { ProgramResult, RunRequest } from './framework.ts';

/**
 * The user's own command (`tests.command`), where the framework has none of its own. `{files}` in it stands for the
 * files to run, none for all; `{report}` for the path at which Baton wants the report.
 */
export function ownCommand(request: RunRequest, framework: string, report = ''): readonly string[] {
  const command = request.command ?? [];
  if (command.length === 0) {
    throw new BatonError(
      'project_misconfigured',
      `The framework ${framework} runs a command of yours and none is set: add \`tests: {framework: ${framework}, command: [...]}\` to baton.yaml.`,
    );
  }
  return command.flatMap((argument) =>
    argument === '{files}' ? (request.selection.files ?? []) : [argument.replaceAll('{report}', report)],
  );
}

/** Starts a command; one that cannot be found is the user's to mend, not a failing test. */
export async function startCommand(
  request: RunRequest,
  command: readonly string[],
  environment: Readonly<Record<string, string>>,
  cure?: string,
): Promise<ProgramResult> {
  const result = await request.start(command, environment).catch((error: unknown) => {
    const isMissing = isBatonError(error) && error.code === 'missing_program';
    throw isMissing ? unfound(programOf(command, ''), cure) : error;
  });
  refuseUnfound(result, command, cure);
  return result;
}

/** Refuses a run in which a shell or the sandbox did not find the command. */
export function refuseUnfound({ exitCode, output }: ProgramResult, command: readonly string[], cure?: string): void {
  const shell = exitCode === 127 && /not found|No such file/.test(output);
  const sandbox = exitCode === 1 && /^bwrap: execvp /m.test(output);
  if (shell || sandbox) throw unfound(programOf(command, output), cure);
}

function unfound(program: string, cure = 'Install it'): BatonError {
  return new BatonError(
    'missing_program',
    `Cannot start ${program}: it is not there. ${cure}, or set \`tests.command\` in baton.yaml.`,
    { data: { program } },
  );
}

/** The program that was not found: of a text for a shell, the one that the shell names. */
function programOf([first = '', option, text]: readonly string[], output: string): string {
  if (first !== 'sh' || option !== '-c') return first;
  return /^(?:sh: )?(?:(?:line )?\d+: )?([^\s:]+): (?:command )?not found/m.exec(output)?.[1] ?? text ?? first;
}
