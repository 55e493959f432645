import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refsOf } from '../../clones.ts';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, RUN, startRun } from './command.ts';
import { commitFiles, newProject, type Project } from './project.ts';
import { expectSound } from './sound.ts';
import { CODE, LOOP, ONE_TEST, type Session } from './sum.ts';

const CANDIDATE = `refs/baton/candidates/${RUN}`;

describe.concurrent('a run that waits for a person', { timeout: 300_000 }, () => {
  it('is approved and rejected in either of two clones and goes on in either', async () => {
    const { here, there, shared } = twoClonesOf([ONE_TEST, { phase: 'green', attempt: 2, write: { [CODE]: LOOP } }]);
    // The run starts from a commit that was never pushed.
    commitFiles(here.path, { 'README.md': '# Tiny\n' }, 'not pushed');
    expect(await startRun(here, '--approvals', 'plan,green')).toMatchObject({ code: 4 });
    await exchange(here, there);
    const ask = await askOf(there);
    expect(await baton(there, 'show', ask, '--diff')).toMatchObject({
      code: 0,
      out: expect.stringContaining('test-list.md'),
    });
    // Approved and resumed in the other clone.
    expect(await baton(there, 'approve', ask, '--resume')).toMatchObject({ code: 4 });
    await exchange(there, here);
    // Rejected in the first one, resumed in the other.
    expect(await baton(here, 'reject', await askOf(here), '--reason', 'Use a loop')).toMatchObject({ code: 0 });
    await exchange(here, there);
    expect(await baton(there, 'resume', RUN)).toMatchObject({ code: 4 });
    await exchange(there, here);
    expect(refsOf(shared, CANDIDATE)).toHaveLength(1);
    // Approved in the first clone, although the candidate was made in the other, and resumed there.
    expect(await baton(here, 'approve', await askOf(here), '--resume')).toMatchObject({ code: 4 });
    expect(await baton(here, 'approve', await askOf(here), '--resume')).toMatchObject({ code: 0 });
    expect(gitIn(here.path, 'show', `baton/${RUN}:${CODE}`)).toBe(LOOP.trimEnd());
    await exchange(here, there);
    expect(refsOf(shared, CANDIDATE)).toEqual([]);
    await expectSound(there);
  });

  it('plays the phase again, and says so, where what was approved never arrived', async () => {
    const { here, there, shared } = twoClonesOf([ONE_TEST]);
    expect(await startRun(here, '--approvals', 'plan')).toMatchObject({ code: 4 });
    expect(await baton(here, 'sync')).toMatchObject({ code: 0 });
    gitIn(shared, 'update-ref', '-d', CANDIDATE);
    expect(await baton(there, 'sync')).toMatchObject({ code: 0 });
    const ask = await askOf(there);
    expect(await baton(there, 'show', ask)).toMatchObject({ code: 0 });
    expect(await baton(there, 'show', ask, '--diff')).toMatchObject({ code: 2 });
    const resumed = await baton(there, 'approve', ask, '--resume');
    expect(resumed).toMatchObject({
      code: 4,
      out: expect.stringMatching(/is not in this clone\.\s+plan\s+is played again/),
    });
    expect(await askOf(there)).not.toBe(ask);
  });
});

/** A project that was cloned twice from a shared repository. */
function twoClonesOf(sessions: readonly Session[]): { here: Project; there: Project; shared: string } {
  const here = newProject(sessions);
  const shared = join(here.beside, 'shared.git');
  gitIn(here.path, 'clone', '--quiet', '--bare', here.path, shared);
  gitIn(here.path, 'remote', 'add', 'origin', shared);
  const there = { ...here, path: join(here.beside, 'there') };
  gitIn(here.path, 'clone', '--quiet', shared, there.path);
  return { here, there, shared };
}

async function exchange(from: Project, to: Project): Promise<void> {
  for (const clone of [from, to]) expect(await baton(clone, 'sync')).toMatchObject({ code: 0 });
}
