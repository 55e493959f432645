import type { Project } from './project.ts';
import { recordOf } from './record.ts';

/** The id of what a run waits for. */
export async function askOf(project: Project): Promise<string> {
  const { asks, state } = (await recordOf(project)).view;
  const [ask] = asks;
  if (ask === undefined) throw new Error(`The run waits for nobody: it is ${state}.`);
  return ask.id;
}
