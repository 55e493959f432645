import { readFileSync } from 'node:fs';
import { completeWorkflow, parseWorkflow } from '../../src/workflow/workflow-file.ts';
import type { Workflow } from '../../src/workflow/workflow-schema.ts';

/** A workflow that comes with Baton, from its file. */
export function builtIn(name: string): Workflow {
  const file = `${name}.workflow.yaml`;
  const text = readFileSync(new URL(`../../src/workflow/workflows/${file}`, import.meta.url), 'utf8');
  return completeWorkflow(parseWorkflow(text, file), new Map(), `workflow ${name}`);
}

export const TDD = builtIn('tdd');
