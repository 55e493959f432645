import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { table } from '../table.ts';

/** Lists the workflows a run may name, and where each is declared. */
export const run: Run = async ({ cwd, json, output }) => {
  const baton = await openBaton({ cwd });
  const workflows = [...baton.workflows()].map(([name, { draft, source }]) => ({
    name,
    source,
    phases: Object.keys(draft.phases),
    description: draft.description,
  }));
  const row = ({ name, source, phases, description }: (typeof workflows)[number]) => [
    name,
    oneLine(source),
    String(phases.length),
    oneLine(description),
  ];
  if (json) output.out(JSON.stringify({ workflows }, null, 2));
  else output.out(table(['NAME', 'SOURCE', 'PHASES', 'DESCRIPTION'], workflows.map(row), output.screen?.columns()));
  for (const { file, problem } of await baton.malformed())
    output.err(`baton: Ignored ${oneLine(problem.includes(file) ? problem : `${file}: ${problem}`)}`);
  return EXIT.done;
};
