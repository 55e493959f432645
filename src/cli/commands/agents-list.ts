import { openBaton } from '../../open.ts';
import type { Agent } from '../../protocol/agent-file.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { table } from '../table.ts';

/** Lists the agents a run may call, and where each is declared. */
export const run: Run = async ({ cwd, json, output }) => {
  const baton = await openBaton({ cwd });
  const agents = [...(await baton.agents()).values()];
  if (json) output.out(JSON.stringify({ agents: agents.map(summary) }, null, 2));
  else output.out(table(['NAME', 'SOURCE', 'TOOLS', 'DESCRIPTION'], agents.map(row), output.screen?.columns()));
  for (const { file, problem } of await baton.malformed())
    output.err(`baton: Ignored ${oneLine(problem.includes(file) ? problem : `${file}: ${problem}`)}`);
  return EXIT.done;
};

function summary({ body: _, text: __, ...rest }: Agent): Omit<Agent, 'body' | 'text'> {
  return rest;
}

function row({ name, source, tools, description }: Agent): string[] {
  return [name, source, tools.join(' '), description];
}
