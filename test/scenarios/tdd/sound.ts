import { expect } from 'vitest';
import { baton, RUN } from './command.ts';
import type { Project } from './project.ts';

/** Everything a run left is found in order when it is worked out again. */
export async function expectSound(project: Project): Promise<void> {
  const { code, out } = await baton(project, 'verify', RUN);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('judged again it comes to the same') });
}
