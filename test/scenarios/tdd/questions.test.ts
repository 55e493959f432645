import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { askOf } from './asks.ts';
import { baton, startRun } from './command.ts';
import { newProject } from './project.ts';
import { recordOf, story } from './record.ts';
import { ONE_TEST } from './sum.ts';

const BLOCKED = {
  status: 'blocked',
  summary: 'The request does not say what amounts are.',
  attempted: ['Read the request'],
  questions: ['Are amounts whole cents?'],
  handoff: { next_agent: null },
};

describe.concurrent('a question of an agent that is blocked', { timeout: 240_000 }, () => {
  for (const reason of ['missing_requirements', 'out_of_scope', 'unknown']) {
    it(`by ${reason} waits for a person, and the answer is in the next package [R002-09] [R002-15] [R002-17] [R002-18]`, async ({
      skip,
    }) => {
      skip(!IS_FULL && reason !== 'missing_requirements', ONLY_FULL);
      const project = newProject([
        ONE_TEST,
        { phase: 'red', attempt: 1, result: { ...BLOCKED, blocked_reason: reason } },
      ]);
      const { code, out } = await startRun(project);
      expect(code).toBe(4);
      expect(out).toContain('Are amounts whole cents?');
      const ask = await askOf(project);
      expect(out).toContain(`baton answer ${ask}`);
      expect(await baton(project, 'answer', ask, 'Yes, never fractions', '--resume')).toMatchObject({ code: 0 });
      const record = await recordOf(project);
      expect(record.prompt('red', 1, 2)).toContain('Yes, never fractions');
      expect(record.prompt('red', 1, 2)).toContain('Are amounts whole cents?');
      expect(story(record)).toContain('red 1.2 completed');
      expect(await baton(project, 'answer', ask, 'No')).toMatchObject({ code: 1 });
    });
  }

  it('takes no answer of another kind, and says how it is answered', async () => {
    const project = newProject([{ phase: 'plan', result: { ...BLOCKED, blocked_reason: 'unknown' } }]);
    await startRun(project);
    const ask = await askOf(project);
    for (const words of [
      ['approve', ask],
      ['decide', ask, 'retry'],
    ]) {
      const { code, err } = await baton(project, ...words);
      expect(code).toBe(1);
      expect(err).toContain(`baton answer ${ask}`);
    }
    expect(await baton(project, 'answer', 'ask-00000000', 'Yes')).toMatchObject({ code: 2 });
  });
});
