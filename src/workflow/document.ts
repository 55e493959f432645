import type { z } from 'zod';
import { stageDiagram, workflowDiagram } from './diagram.ts';
import { FROM_ANYWHERE, STAGES } from './stages.ts';
import { edgeSchema, GATES, gateName, phaseSchema, type Workflow, workflowSchema } from './workflow-schema.ts';

/** A document with the blocks made anew that come from data; each stands between `<!-- name -->` and `<!-- /name -->`. */
export function drawDocument(document: string, workflow: Workflow): string {
  const blocks = {
    [workflow.name]: workflowDiagram(workflow),
    [`phases of ${workflow.name}`]: phaseTable(workflow),
    stages: stageDiagram(),
    'table of stages': stageTable(),
    'from anywhere': anywhereTable(),
    'keys of a workflow': keyTable(workflowSchema.shape),
    'keys of a phase': keyTable(phaseSchema.shape),
    'keys of an outcome': keyTable(edgeSchema.shape),
    gates: GATES.map((gate) => `\`${gate}\``).join(', '),
  };
  return Object.entries(blocks).reduce((text, [name, block]) => replaceBlock(text, name, block), document);
}

/** A document with another text between `<!-- name -->` and `<!-- /name -->`. */
export function replaceBlock(text: string, name: string, block: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  if (!text.includes(open) || !text.includes(close)) return text;
  return `${text.slice(0, text.indexOf(open))}${open}\n\n${block}\n\n${text.slice(text.indexOf(close))}`;
}

function phaseTable({ phases }: Workflow): string {
  const rows = Object.entries(phases).map(([name, { agent, writes, gates, exhausted }]) => [
    name,
    agent,
    typeof writes === 'string' ? writes.replaceAll('_', ' ') : writes.join(', '),
    gates.map(gateName).join(', '),
    exhausted === 'keep' ? 'the work is dropped, the run goes on' : 'a person decides',
  ]);
  return table(['phase', 'agent', 'may change', 'gates', 'when attempts are used up'], rows);
}

function stageTable(): string {
  const rows = Object.entries(STAGES).map(([stage, { due, ways }]) => [
    stage,
    due,
    [...new Set(ways.map(({ on }) => `\`${on}\``))].join(', '),
  ]);
  return table(['stage', 'what is due', 'left by'], rows);
}

function anywhereTable(): string {
  const rows = FROM_ANYWHERE.map(({ on, to, when = '' }) => [`\`${on}\``, to, when]);
  return table(['event', 'leads to', 'where'], rows);
}

/** The keys of the language with what each means, from the schema itself. */
function keyTable(shape: Readonly<Record<string, z.ZodType>>): string {
  const rows = Object.entries(shape).map(([key, schema]) => [
    `\`${key}\``,
    schema.safeParse(undefined).success ? '' : 'yes',
    schema.description ?? '',
  ]);
  return table(['key', 'needed', 'meaning'], rows);
}

/** A table whose columns line up. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
