import { AgentHandoffCoordinator } from '../../handoff/coordinator.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import type { Run } from '../program.ts';
import { table } from '../table.ts';

/** Shows one handoff as markdown, with what happened to it. */
export const run: Run = async ({ cwd, json, output }, [id = '']) => {
  const baton = await openBaton({ cwd });
  const { handoff, history } = await baton.handoffs.get(id);
  if (json) {
    output.out(JSON.stringify({ handoff, history }, null, 2));
    return EXIT.done;
  }
  output.out(AgentHandoffCoordinator.toMarkdown(handoff));
  const rows = history.map(({ at, status, actor, note }) => [at, status, actor, note ?? '']);
  output.out(`\n## History\n\n${table(['WHEN', 'STATUS', 'WHO', 'NOTE'], rows, output.screen?.columns())}`);
  return EXIT.done;
};
