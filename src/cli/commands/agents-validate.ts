import { openBaton } from '../../open.ts';
import { AGENT_GLOBS } from '../../protocol/agent-choice.ts';
import { dot, mermaid } from '../../protocol/validate/picture.ts';
import type { Problem } from '../../protocol/validate/problem.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';

/** Looks at all agent files together, and tells what is wrong with them by file, line and column. */
export const run: Run = async ({ cwd, json, output }, _, options) => {
  const baton = await openBaton({ cwd });
  const { problems, agents } = await baton.validateAgents();
  const isWrong = ({ severity }: Problem) => severity === 'error' || options.strict === true;
  const code = problems.some(isWrong) ? EXIT.refused : EXIT.done;
  const own = [...agents.values()].filter(({ builtIn }) => !builtIn).length;
  const builtIn = agents.size - own;
  if (json) output.out(JSON.stringify({ valid: code === EXIT.done, agents: own, builtIn, problems }, null, 2));
  else if (options.mermaid === true) output.out(mermaid(agents));
  else if (options.dot === true) output.out(dot(agents));
  else if (own + problems.length === 0) output.out(nothingOwn(builtIn, baton.config().agents ?? AGENT_GLOBS));
  else output.out([...problems.map(problemLine), tally(problems, own)].join('\n'));
  return code;
};

function problemLine({ file, line, column, severity, code, message, suggestion }: Problem): string {
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return oneLine(`${file}:${line}:${column}: ${severity}: ${message}.${hint} [${code}]`);
}

function nothingOwn(builtIn: number, places: readonly string[]): string {
  const where = `Files of your own go to ${places.join(', ')}.`;
  return `This project has no agents of its own; there are ${builtIn} built-in ones (baton agents list). ${where}`;
}

function tally(problems: readonly Problem[], agents: number): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `${count(agents, 'agent')} of this project: ${count(errors, 'error')}, ${count(problems.length - errors, 'warning')}.`;
}
