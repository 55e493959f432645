import { redactText } from '../../../handoff/redact.ts';
import type { Surroundings } from '../surroundings.ts';

/** How a command on a tree ended, with what it printed, free of secrets. */
export interface CommandEnd {
  readonly ok: boolean;
  /** For a person: how it ended. */
  readonly told: string;
  readonly output: string;
}

/** Runs a command on a tree as its tests are run: with its dependencies, contained, without a network, in their time. */
export async function runCommand(
  command: string | readonly string[],
  tree: string,
  { prover }: Pick<Surroundings, 'prover'>,
): Promise<CommandEnd> {
  const program = typeof command === 'string' ? ['sh', '-c', command] : command;
  const { exitCode, signal, timedOut, output } = await prover.within(tree, ({ start }) => start(program, {}));
  const told = timedOut ? 'took too long and was ended' : `ended with ${signal ?? `exit code ${exitCode ?? 'none'}`}`;
  return { ok: exitCode === 0 && !timedOut, told, output: redactText(output).text };
}

/** A command as a person would write it. */
export function commandText(command: string | readonly string[]): string {
  return typeof command === 'string' ? command : command.join(' ');
}
