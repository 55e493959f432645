import { expect, it } from 'vitest';
import { gitIn } from '../../repository.ts';
import { RUN, startRun } from './command.ts';
import { newProject } from './project.ts';
import { CODE, FIRST_TEST, ITEMS, LIST, LOOP, SECOND_TEST, TEST, ZERO } from './sum.ts';

const ITEM = 'Fix the sum of two numbers';

it('a mistake in existing code is mended test first, and committed as a fix [R000-09] [R000-23]', async () => {
  const project = newProject(
    [
      { phase: 'plan', cycle: 1, write: { [LIST]: `# Sum\n\n- [ ] ${ITEM}\n` } },
      // Ends as a failure unless the code stands there as it was.
      {
        phase: 'red',
        run: [`grep -q 'return 0' ${CODE}`],
        append: { [TEST]: SECOND_TEST.replace(ITEMS[1], ITEM) },
      },
      { phase: 'green', write: { [CODE]: LOOP } },
    ],
    { [CODE]: ZERO, [TEST]: FIRST_TEST },
  );
  expect(await startRun(project)).toMatchObject({ code: 0 });
  expect(gitIn(project.path, 'log', '--reverse', '--format=%s', `main..baton/${RUN}`).split('\n')).toEqual([
    `plan: T1 ${ITEM}`,
    `test: ${ITEM}`,
    `fix: ${ITEM}`,
    'refactor: no changes needed',
    'plan: the list is done',
  ]);
});
