import { expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { askOf } from './asks.ts';
import { baton, RUN, startRun } from './command.ts';
import { newProject } from './project.ts';
import { fileOf, recordOf } from './record.ts';
import { expectSound } from './sound.ts';
import { CODE, FIRST_TEST, ITEMS, LIST, ONE_TEST, REDUCE, SECOND_TEST, TEST } from './sum.ts';

const [NOTHING, TWO] = ITEMS;

const CLAIM = {
  status: 'blocked',
  blocked_reason: 'already_implemented',
  summary: 'The sum of two numbers is right already.',
  attempted: ['a test of 1 + 2, which passes'],
};

it.concurrent('an item that is implemented already is shown by its test, skipped by a person, and costs no attempt', {
  timeout: 240_000,
}, async () => {
  const files = { [LIST]: `# Sum\n\n- [x] ${NOTHING}\n- [ ] ${TWO}\n`, [TEST]: FIRST_TEST, [CODE]: REDUCE };
  const project = newProject(
    [
      { phase: 'plan' },
      { phase: 'red', attempt: 1, result: CLAIM },
      {
        phase: 'red',
        attempt: 2,
        append: { [TEST]: SECOND_TEST.replace('(sum([1, 2]), 3)', '(3, 3)') },
        result: CLAIM,
      },
      { phase: 'red', attempt: 3, append: { [TEST]: SECOND_TEST }, result: CLAIM },
    ],
    files,
  );
  const { code, out } = await startRun(project, '--attempts', '3');
  expect({ code, out }).toMatchObject({ code: 4, out: expect.stringContaining('red: already_implemented: ') });
  const waiting = await recordOf(project);
  const codes = waiting
    .of('gate.refused')
    .flatMap(({ data }) => (data.reasons as { code: string }[]).map((one) => one.code));
  expect(codes).toEqual(['no_new_test', expect.any(String), 'already_implemented']);
  expect(codes[1]).not.toBe('already_implemented');
  expect(waiting.view.asks[0]).toMatchObject({ kind: 'decision', reason: 'already_implemented' });

  const ask = await askOf(project);
  const shown = (await baton(project, 'show', ask)).out;
  expect(shown).toContain(`test-agent says that T2 is implemented already: ${TWO}`);
  expect(shown).toContain(`The new test passes on the existing code: ${TEST}::${TWO}`);
  expect(shown).toContain(`baton decide ${ask} skip`);

  expect(await baton(project, 'decide', ask, 'skip', '--resume')).toMatchObject({ code: 4 });
  expect(fileOf(project, LIST)).toContain(`- [ ] ${TWO} (skipped: already implemented)`);
  const idle = await recordOf(project);
  expect(idle.view.asks[0]).toMatchObject({ kind: 'approval', reason: 'nothing_to_do' });
  expect(idle.view.asks[0]?.about).toContain(`skipped: T2 ${TWO} (already implemented)`);
  const ended = await baton(project, 'approve', await askOf(project), '--resume');
  expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('nothing to do, confirmed by') });
  expect(gitIn(project.path, 'diff', '--name-only', 'main', `baton/${RUN}`)).toBe(LIST);
  await expectSound(project);
});

it.concurrent('to skip where nothing is chosen yet is refused with what can be chosen, and the ask stays open', {
  timeout: 240_000,
}, async () => {
  const project = newProject([{ phase: 'plan', cycle: 1, attempt: 1, exit: 3 }, ONE_TEST]);
  const { code, out } = await startRun(project, '--attempts', '1');
  const ask = await askOf(project);
  expect(code).toBe(4);
  expect(out).toContain(`baton decide ${ask} rollback`);
  expect(out).not.toContain(`baton decide ${ask} skip`);
  const skipped = await baton(project, 'decide', ask, 'skip', '--resume');
  expect(skipped).toMatchObject({ code: 1, err: expect.stringContaining(`Nothing can be skipped with ${ask}`) });
  expect(await askOf(project)).toBe(ask);
});
