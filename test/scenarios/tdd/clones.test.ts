import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { gitIn } from '../../repository.ts';
import { baton, launch, RUN, runWords, startRun } from './command.ts';
import { newProject, rewritePlan } from './project.ts';
import { ONE_TEST } from './sum.ts';
import { expectUndisturbed, undisturbedTree } from './undisturbed.ts';

describe.concurrent('a run that goes on in another clone', { timeout: 300_000 }, () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGKILL', null],
  ] as const) {
    it(`comes to the same files after ${signal} here and baton sync [R000-15]`, async ({ skip }) => {
      skip(!IS_FULL && signal !== 'SIGKILL', ONLY_FULL);
      const project = newProject([ONE_TEST]);
      const shared = join(project.beside, 'shared.git');
      gitIn(project.path, 'clone', '--quiet', '--bare', project.path, shared);
      gitIn(project.path, 'remote', 'add', 'origin', shared);
      const moving = launch(project, [...runWords(project), '--json']);
      await moving.until((out) => /"session.started".*"phase":"green","cycle":1/.test(out));
      moving.process.kill(signal);
      expect(await moving.ended).toMatchObject({ code });
      expect(await baton(project, 'sync')).toMatchObject({ code: 0 });

      const other = { ...project, path: join(project.beside, 'other') };
      gitIn(project.path, 'clone', '--quiet', shared, other.path);
      expect(await baton(other, 'sync')).toMatchObject({ code: 0 });
      expect(await baton(other, 'resume', RUN)).toMatchObject({ code: 0 });
      await expectUndisturbed(other);

      expect(await baton(other, 'sync')).toMatchObject({ code: 0 });
      expect(await baton(project, 'sync')).toMatchObject({ code: 0 });
      expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
      await expectUndisturbed(project);
    });
  }
});

describe.concurrent('two that move runs at once', { timeout: 300_000 }, () => {
  it('each have their own run, on a branch of its own [R001-56]', async () => {
    const project = newProject([ONE_TEST]);
    const words = (name: string) => [...runWords(project), '--name', name];
    const both = await Promise.all(['one', 'two'].map((name) => baton(project, ...words(name))));
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const trees = ['one', 'two'].map((name) => gitIn(project.path, 'rev-parse', `baton/${name}^{tree}`));
    expect(trees).toEqual(Array(2).fill(await undisturbedTree()));
    expect(gitIn(project.path, 'notes', '--ref=tdd-handoffs', 'list').split('\n')).toHaveLength(10);
    expect(await baton(project, 'verify', '--journal')).toMatchObject({ code: 0 });
  });

  it('cannot move the same one: one works, the other is told who does and gets exit code 1', async () => {
    const project = newProject([{ phase: 'plan', cycle: 1, exit: 78 }]);
    expect(await startRun(project)).toMatchObject({ code: 2 });
    rewritePlan(project, [{ ...ONE_TEST, wait_ms: 3000 }]);
    const both = [1, 2].map(() => launch(project, ['resume', RUN]));
    const [winner, loser] = (await Promise.all(both.map(({ ended }) => ended))).sort(
      (a, b) => (a.code ?? 0) - (b.code ?? 0),
    );
    expect(winner).toMatchObject({ code: 0 });
    expect(loser).toMatchObject({ code: 1, err: expect.stringMatching(/is being moved by process \d+/) });
    expect(both.map(({ process }) => loser?.err.includes(`process ${process.pid} `))).toContain(true);
  });
});
