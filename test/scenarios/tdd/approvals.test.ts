import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { findSandbox } from '../../../src/sys/sandbox.ts';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { lookAt } from './checkout.ts';
import { baton, RUN, startRun } from './command.ts';
import { newProject } from './project.ts';
import { finalTree, recordOf, story } from './record.ts';
import { expectSound } from './sound.ts';
import { CODE, LOOP, ONE_TEST, ZERO } from './sum.ts';

describe.concurrent('an approval', { timeout: 240_000 }, () => {
  it('can be asked for on every phase, and each is accepted once it is given [R001-57]', async () => {
    const project = newProject([ONE_TEST]);
    const before = lookAt(project);
    let told = await startRun(project, '--approvals', 'plan,red,green,refactor');
    for (const phase of ['plan', 'red', 'green', 'refactor', 'plan']) {
      expect(told).toMatchObject({ code: 4, out: expect.stringContaining(`May ${phase} of cycle`) });
      expect(told.out).toContain(`baton approve ${await askOf(project)}`);
      told = await baton(project, 'approve', await askOf(project), '--resume');
    }
    expect(told).toMatchObject({ code: 0 });
    expect(lookAt(project)).toEqual(before);
    await expectSound(project);
  });

  it('that is refused gives its reason to the next attempt', async () => {
    const project = newProject([ONE_TEST, { phase: 'green', attempt: 2, write: { [CODE]: LOOP } }]);
    await startRun(project, '--approvals', 'green');
    const rejected = await baton(project, 'reject', await askOf(project), '--reason', 'It adds nothing up', '--resume');
    expect(rejected).toMatchObject({ code: 4 });
    expect((await recordOf(project)).prompt('green', 1, 2)).toContain('It adds nothing up');
    expect(await baton(project, 'approve', await askOf(project), '--resume')).toMatchObject({ code: 0 });
    expect(gitIn(project.path, 'show', `baton/${RUN}:${CODE}`)).toBe(LOOP.trimEnd());
  });

  it('is used up by its first answer, and the second is told whose that was', async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project, '--approvals', 'plan');
    const ask = await askOf(project);
    expect(await baton(project, 'approve', ask)).toMatchObject({ code: 0 });
    for (const again of [
      ['approve', ask],
      ['reject', ask, '--reason', 'No'],
      ['approve', ask, '--resume'],
    ]) {
      const { code, err } = await baton(project, ...again);
      expect(code).toBe(1);
      expect(err).toContain(`${userInfo().username} answered it at`);
    }
    expect((await recordOf(project)).of('ask.answered')).toHaveLength(1);
  });

  it('is bound to the very files it was asked for', async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project, '--approvals', 'red');
    const record = await recordOf(project);
    const [opened] = record.of('ask.opened');
    const [, session] = record.of('session.ended');
    expect(opened?.data).toMatchObject({ kind: 'approval', tree: session?.data.candidate });
    expect(await baton(project, 'approve', await askOf(project), '--resume')).toMatchObject({ code: 0 });
    const [, red] = (await recordOf(project)).of('phase.completed');
    expect(red?.data.tree).toBe(opened?.data.tree);
  });

  it('is void once the run went back behind what it was about', async () => {
    const project = newProject([ONE_TEST]);
    await startRun(project, '--approvals', 'green');
    const ask = await askOf(project);
    const [plan] = (await recordOf(project)).of('phase.completed');
    expect(await baton(project, 'rollback', RUN, '--to', String(plan?.data.commit))).toMatchObject({ code: 0 });
    const late = await baton(project, 'approve', ask, '--resume');
    expect(late).toMatchObject({ code: 1, err: expect.stringContaining('has changed meanwhile') });
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 4 });
    expect(await askOf(project)).not.toBe(ask);
    expect(story(await recordOf(project))).toEqual(['plan 1.1 completed', 'red 1.1 completed', 'red 1.1 completed']);
  });

  it('that is asked by the agent itself is a result of needs_review [R002-10]', async () => {
    const project = newProject([
      ONE_TEST,
      { phase: 'green', write: { [CODE]: ZERO }, result: { status: 'needs-review', summary: 'Is zero enough?' } },
    ]);
    expect(await startRun(project)).toMatchObject({ code: 4, out: expect.stringContaining('May green of cycle 1') });
    expect(await baton(project, 'approve', await askOf(project), '--resume')).toMatchObject({ code: 0 });
    expect(finalTree(project)).toMatch(/^[0-9a-f]{40}$/);
  });

  for (const sandbox of ['auto', 'off']) {
    it(`is recorded as authenticated only if a sandbox kept agents from giving it (sandbox ${sandbox})`, async () => {
      const project = newProject([ONE_TEST]);
      await startRun(project, '--approvals', 'plan', '--sandbox', sandbox);
      await baton(project, 'approve', await askOf(project));
      const [answered] = (await recordOf(project)).of('ask.answered');
      const contained = sandbox === 'auto' && (await findSandbox()).kind !== 'none';
      expect(answered?.data).toMatchObject({ authenticated: contained, by: userInfo().username });
    });
  }
});
