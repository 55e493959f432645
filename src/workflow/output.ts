import type { Workflow } from './workflow-schema.ts';

/** The directory in which a run leaves its artifacts; nothing where its workflow has none. */
export function outputOf({ output }: Workflow, run: string): string | undefined {
  return output?.replaceAll('{run}', run).replace(/\/+$/, '');
}
