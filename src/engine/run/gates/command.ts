import { reason } from '../../../evidence/reasons.ts';
import type { Gate } from '../../../workflow/workflow-schema.ts';
import type { Judged, Judgement } from '../judge.ts';
import type { Surroundings } from '../surroundings.ts';
import { commandText, runCommand } from './run-command.ts';

/** A gate that is a command. */
type CommandGate = Exclude<Gate, string>;

/** Runs a command of the workflow's own on the candidate; it has to succeed. */
export async function judgeCommand(
  { name, command }: CommandGate,
  { tree }: Judged,
  around: Surroundings,
): Promise<Judgement> {
  const { ok, told, output } = await runCommand(command, tree, around);
  if (ok) return { reasons: [], facts: { command: commandText(command) } };
  const end = output.trim().slice(-MOST_TOLD);
  const said = end === '' ? 'It printed nothing.' : `It printed at last:\n${end}`;
  const message = `${name}: \`${commandText(command)}\` ${told}. ${said}`;
  return { reasons: [reason('command_failed', message)] };
}

const MOST_TOLD = 2_000;
