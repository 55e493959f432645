import { openBaton } from '../../open.ts';
import { workflowDiagram } from '../../workflow/diagram.ts';
import { waysOf } from '../../workflow/workflow.ts';
import { gateName, type Phase, type Workflow } from '../../workflow/workflow-schema.ts';
import { EXIT } from '../exit-code.ts';
import { oneLine } from '../plain-text.ts';
import type { Run } from '../program.ts';
import { labelled } from '../run-words.ts';
import { table } from '../table.ts';

/** Shows one workflow: in words, as a diagram, or as data. */
export const run: Run = async ({ cwd, json, output }, [name = ''], options) => {
  const baton = await openBaton({ cwd });
  const workflow = await baton.workflow(name);
  if (json) output.out(JSON.stringify({ workflow }, null, 2));
  else if (options.mermaid === true) output.out(workflowDiagram(workflow));
  else output.out(describe(workflow, output.screen?.columns()).join('\n'));
  return EXIT.done;
};

function describe(workflow: Workflow, columns: number | undefined): string[] {
  const { routing = {}, phases } = workflow;
  const routes = Object.entries(routing).map(([reason, to]) => `${reason}: ${to}`);
  const head = labelled([
    ['workflow', workflow.name],
    ['for', oneLine(workflow.description)],
    ['starts', workflow.start],
    ['escalate', workflow.escalate],
    ['blocked', routes.length === 0 ? undefined : routes.join(', ')],
    ['output', workflow.output],
  ]);
  const rows = Object.entries(phases).map(([phase, one]) => row(phase, one));
  return [...head, '', table(['PHASE', 'AGENT', 'MAY CHANGE', 'GATES', 'OUTCOMES'], rows, columns)];
}

function row(name: string, phase: Phase): string[] {
  const { agent, writes, gates } = phase;
  const ways = waysOf(phase).map(({ outcome, to, approval }) => `${outcome}: ${to}${approval ? ' (approval)' : ''}`);
  return [
    name,
    agent,
    typeof writes === 'string' ? writes.replaceAll('_', ' ') : writes.join(' '),
    gates.map(gateName).join(' '),
    ways.join(', '),
  ].map(oneLine);
}
