import { describe, expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, RUN, startRun } from './command.ts';
import { copyOf, first, forge, of, problemsIn } from './forge.ts';
import { newProject, rewritePlan } from './project.ts';
import { fileOf, recordOf } from './record.ts';
import { expectSound } from './sound.ts';
import { FIRST_TEST, ITEMS, LIST, TEST, ZERO } from './sum.ts';

const [NOTHING, TWO] = ITEMS;

/** What a repository looks like once an earlier run was merged. */
const MERGED = { [LIST]: `# Sum\n\n- [x] ${NOTHING}\n`, [TEST]: FIRST_TEST, 'src/sum.js': ZERO };

describe.concurrent('a run in which nothing was done', { timeout: 240_000 }, () => {
  it('waits for a person, says who confirmed it, has nothing to merge, and is judged by the same rule again', async () => {
    const project = newProject([{ phase: 'plan' }], MERGED);
    const started = await startRun(project);
    expect(started).toMatchObject({ code: 4, out: expect.stringContaining('This run did nothing.') });
    expect(await baton(project, 'merge', RUN)).toMatchObject({ code: 1 });
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 4 });

    const forged = copyOf(project, 'forged');
    await forge(forged, (drafts) => {
      const { event, attachments } = first(drafts, 'baseline.recorded');
      const { commit, tree } = first(drafts, 'phase.completed').event.data;
      const data = { commit, tree, cycles: 1, tests: 0, totals: event.data.totals };
      const place = { phase: 'plan', cycle: 1, attempt: 1 };
      const end = { event: { ...event, ...place, type: 'run.completed', data }, attachments };
      return [...drafts.filter(({ event: { type } }) => type !== 'ask.opened'), end];
    });
    expect(await problemsIn(forged)).toEqual([
      expect.objectContaining({ what: expect.stringContaining('no person confirmed that there was nothing to do') }),
    ]);

    const approved = await baton(project, 'approve', await askOf(project), '--resume');
    expect(approved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/completed: nothing to do, confirmed by \S+\./),
    });
    expect(approved.out).not.toContain('baton merge');
    const { view, of: eventsOf } = await recordOf(project);
    expect(view).toMatchObject({ state: 'completed', done: 0, open: 0, nothingToDo: expect.any(String) });
    expect(eventsOf('run.completed')[0]?.data).toMatchObject({ tests: 0, nothing_to_do: { by: view.nothingToDo } });
    for (const words of [
      ['log', RUN],
      ['show', RUN],
      ['status', RUN],
    ]) {
      expect((await baton(project, ...words)).out).toContain(`nothing to do, confirmed by ${view.nothingToDo}`);
    }
    const head = gitIn(project.path, 'rev-parse', 'main');
    expect(await baton(project, 'merge', RUN)).toMatchObject({
      code: 0,
      out: `${RUN} has nothing to merge: nothing to do, confirmed by ${view.nothingToDo}.`,
    });
    expect(gitIn(project.path, 'rev-parse', 'main')).toBe(head);
    await expectSound(project);
  });

  it('goes on when a person says what is missing, and counts only what it did itself', async () => {
    const project = newProject([{ phase: 'plan' }], MERGED);
    expect(await startRun(project)).toMatchObject({ code: 4 });
    const more = `${MERGED[LIST]}- [ ] ${TWO}\n- [ ] the sum of words (skipped: not wanted)\n`;
    const [, second] = [FIRST_TEST, `${FIRST_TEST}\ntest('${TWO}', () => assert.equal(sum([1, 2]), 3));\n`];
    rewritePlan(project, [
      { phase: 'plan', cycle: 1, write: { [LIST]: more } },
      { phase: 'red', write: { [TEST]: second } },
      { phase: 'green', write: { 'src/sum.js': 'export const sum = (all) => all.reduce((a, b) => a + b, 0);\n' } },
      { phase: 'refactor' },
    ]);
    const ended = await baton(project, 'reject', await askOf(project), '--reason', 'Two numbers, please', '--resume');
    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('completed: 1 test of the list, on branch') });
    expect(ended.out).toContain('skipped: T3 the sum of words (not wanted)');
    expect(ended.out).toContain('list [##########] 1 of 1');
    const record = await recordOf(project);
    expect(record.prompt('plan', 1, 1)).toContain('Two numbers, please');
    expect(record.view).toMatchObject({ done: 1, open: 0, nothingToDo: undefined });
    expect(fileOf(project, LIST)).toContain(`- [x] ${TWO}`);
    expect((await baton(project, 'show', RUN)).out).toContain('skipped: T3 the sum of words (not wanted)');
    await expectSound(project);
  });

  it('under the rules of before is still accepted by verify, which says what nobody confirmed', async () => {
    const project = newProject([{ phase: 'plan' }], MERGED);
    expect(await startRun(project)).toMatchObject({ code: 4 });
    await forge(project, (drafts) => {
      const { rules: _, ...data } = first(drafts, 'run.started').event.data;
      first(drafts, 'run.started').event.data = data;
      return drafts.filter((draft) => !of(drafts, 'ask.opened').includes(draft));
    });
    expect(await baton(project, 'resume', RUN)).toMatchObject({ code: 0 });
    const { code, out } = await baton(project, 'verify', RUN);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('that there was nothing to do') });
  });
});
