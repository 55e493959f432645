import { describe, expect, it } from 'vitest';
import { IS_FULL } from '../../full.ts';
import { gitIn } from '../../repository.ts';
import { baton, RUN, startRun } from './command.ts';
import { newProject, rewritePlan } from './project.ts';
import { finalTree, recordOf } from './record.ts';
import { expectSound } from './sound.ts';
import type { Session } from './sum.ts';

/** An agent that cannot work: the run is parked where the second cycle begins. */
const ABSENT: Session = { phase: 'plan', cycle: 2, exit: 78 };

const WHICH = IS_FULL ? 'every recorded' : 'a recorded';

describe.concurrent('baton rollback', { timeout: 240_000 }, () => {
  it(`goes back to ${WHICH} phase commit, and the run goes on from there [R001-58]`, async () => {
    const undisturbed = newProject();
    expect(await startRun(undisturbed)).toMatchObject({ code: 0 });

    const project = newProject([ABSENT]);
    expect(await startRun(project)).toMatchObject({ code: 2 });
    const start = gitIn(project.path, 'rev-parse', 'main');
    const commits = [start, ...(await recordOf(project)).of('phase.completed').map(({ data }) => String(data.commit))];
    expect(commits).toHaveLength(5);
    const chosen = commits.reverse().filter((_, at) => IS_FULL || at === 2);
    for (const commit of chosen) {
      const before = gitIn(project.path, 'rev-parse', `baton/${RUN}`);
      expect(await baton(project, 'rollback', RUN, '--to', commit.slice(0, 12))).toMatchObject({ code: 0 });
      expect(finalTree(project)).toBe(gitIn(project.path, 'rev-parse', `${commit}^{tree}`));
      expect(gitIn(project.path, 'rev-parse', `baton/${RUN}^`)).toBe(before);
      const sessions = (await recordOf(project)).of('session.started').length;
      expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 2 });
      const played = (await recordOf(project)).of('session.started').slice(sessions);
      const phases = ['plan', 'red', 'green', 'refactor', 'plan'];
      expect(played.map(({ phase }) => phase)).toEqual(phases.slice(-1 - commits.indexOf(commit)));
    }
    rewritePlan(project, []);
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    expect(finalTree(project)).toBe(finalTree(undisturbed));
    expect((await recordOf(project)).of('phase.rolled_back')).toHaveLength(chosen.length);
    await expectSound(project);
  });

  it('refuses a commit that is not of the run, and a run that is unknown or has ended', async () => {
    const project = newProject([ABSENT]);
    await startRun(project);
    const unknown = await baton(project, 'rollback', RUN, '--to', '0123456789ab');
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('green of cycle 1') });
    expect(await baton(project, 'rollback', 'nobody', '--to', 'main')).toMatchObject({ code: 2 });
    expect(await baton(project, 'abort', RUN)).toMatchObject({ code: 0 });
    const commit = gitIn(project.path, 'rev-parse', `baton/${RUN}`);
    expect(await baton(project, 'rollback', RUN, '--to', commit)).toMatchObject({ code: 1 });
  });
});
