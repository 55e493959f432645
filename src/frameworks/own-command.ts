import { BatonError } from '../base/error.ts';
import type { ProgramResult, RunRequest } from './framework.ts';

/** What programs take as a sign that nobody watches: no colours, no questions, nothing rewritten. */
export const UNATTENDED: Readonly<Record<string, string>> = { CI: 'true', NO_COLOR: '1', TERM: 'dumb' };

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

/** A command that the shell or the sandbox could not find is the user's to mend, not a failing test. */
export function refuseUnfound({ exitCode, output }: ProgramResult, command: readonly string[]): void {
  const [program = ''] = command;
  const shell = exitCode === 127 && /not found|No such file/.test(output);
  const sandbox = exitCode === 1 && /^bwrap: execvp /m.test(output);
  if (!shell && !sandbox) return;
  throw new BatonError(
    'missing_program',
    `Cannot start ${program}: it is not there. Install it, or set \`tests.command\` in baton.yaml.`,
    {
      data: { program },
    },
  );
}
