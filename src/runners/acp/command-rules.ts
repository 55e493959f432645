import { partsOf } from '../command-line.ts';

/**
 * Whether an agent's tools let it run a command: all of them with `Bash`, those that a rule such as
 * `Bash(npm test, git add:*)` names with that alone. A command line is taken apart; one that could do more than its parts
 * say is none that a rule names.
 */
export function mayRun(command: string | undefined, tools: readonly string[]): boolean {
  if (tools.includes('Bash')) return true;
  const rules = tools.flatMap((tool) => /^Bash\((.*)\)$/s.exec(tool)?.[1]?.split(',') ?? []).map((rule) => rule.trim());
  const parts = command === undefined || rules.length === 0 ? undefined : partsOf(command);
  return parts?.every((words) => rules.some((rule) => fits(words.join(' '), rule))) === true;
}

function fits(text: string, rule: string): boolean {
  const start = /^(.*?)(?::| )\*$/.exec(rule)?.[1];
  return start === undefined ? text === rule : text === start || text.startsWith(`${start} `);
}
