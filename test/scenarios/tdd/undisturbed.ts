import { expect } from 'vitest';
import { gitIn } from '../../repository.ts';
import { RUN, startRun } from './command.ts';
import { programsOf } from './processes.ts';
import { newProject, type Project } from './project.ts';
import { finalTree, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { ONE_TEST } from './sum.ts';

/** The phases of a run of one cycle that nobody stopped. */
export const COMPLETED = ['plan 1.1', 'red 1.1', 'green 1.1', 'refactor 1.1', 'plan 2.1'].map(
  (place) => `${place} completed`,
);

let reference: Promise<string> | undefined;

/** The files that such a run comes to. */
export function undisturbedTree(): Promise<string> {
  reference ??= runUndisturbed();
  return reference;
}

async function runUndisturbed(): Promise<string> {
  const project = newProject([ONE_TEST]);
  expect(await startRun(project)).toMatchObject({ code: 0 });
  return finalTree(project);
}

/** The run came to the end it would have come to by itself, and nothing but its record tells that it was stopped. */
export async function expectUndisturbed(project: Project): Promise<void> {
  const record = await recordOf(project);
  expect(record.view.state).toBe('completed');
  expect(story(record).filter((line) => line.endsWith('completed'))).toEqual(COMPLETED);
  expect(finalTree(project)).toBe(await undisturbedTree());
  const commits = gitIn(project.path, 'log', '--format=%H', `main..baton/${RUN}`).split('\n');
  expect(commits).toEqual(
    record
      .of('phase.completed')
      .map(({ data }) => data.commit)
      .reverse(),
  );
  for (const commit of commits) gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'show', commit);
  await expectSound(project);
  expect(programsOf(project)).toEqual([]);
}
