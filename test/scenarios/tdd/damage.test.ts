import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, startRun } from './command.ts';
import { newProject, rewritePlan } from './project.ts';
import { recordOf } from './record.ts';
import { expectSound } from './sound.ts';
import { ONE_TEST } from './sum.ts';

const NOTES = 'refs/notes/tdd-handoffs';

it('a deleted workbench is a failed attempt, and notes that are a blob stop nothing', {
  timeout: 240_000,
}, async () => {
  const project = newProject();
  const theirs = join(project.beside, 'theirs');
  mkdirSync(theirs);
  writeFileSync(join(theirs, 'kept.txt'), 'kept\n');
  rewritePlan(project, [
    { phase: 'plan', cycle: 1, attempt: 1, run: ['rm -rf "$PWD"'] },
    { phase: 'plan', cycle: 1, attempt: 2, run: [`rm -rf "$PWD" && ln -s ${theirs} "$PWD"`] },
    { ...ONE_TEST, attempt: 3 },
  ]);
  expect(await startRun(project, '--sandbox', 'off', '--approvals', 'plan')).toMatchObject({ code: 4 });
  const record = await recordOf(project);
  const gone = { ended: 'failed', detail: expect.stringContaining('The workbench was deleted or replaced') };
  expect(record.of('session.ended').map(({ data }) => data)).toMatchObject([gone, gone, { ended: 'done' }]);
  expect(record.prompt('plan', 1, 2)).toContain('The workbench was deleted or replaced');
  expect(existsSync(join(theirs, 'kept.txt'))).toBe(true);
  expect(existsSync(join(theirs, '.git'))).toBe(false);

  const blob = gitIn(project.path, 'hash-object', '-w', 'package.json');
  gitIn(project.path, 'update-ref', NOTES, blob);
  let told = await baton(project, 'approve', await askOf(project), '--resume');
  while (told.code === 4) told = await baton(project, 'approve', await askOf(project), '--resume');
  expect(told).toMatchObject({ code: 0 });
  await expectSound(project);
  const notes = gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'list').split('\n').sort();
  gitIn(project.path, 'update-ref', NOTES, blob);
  expect(await baton(project, 'repair-notes')).toMatchObject({ code: 0 });
  expect(gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'list').split('\n').sort()).toEqual(notes);
});
