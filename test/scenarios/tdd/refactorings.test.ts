import { describe, expect, it } from 'vitest';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import { startRun } from './command.ts';
import { newProject } from './project.ts';
import { recordOf, story } from './record.ts';
import { CODE, FIRST_TEST, REDUCE, SECOND_TEST, type Session, TEST } from './sum.ts';

const BOTH = FIRST_TEST + SECOND_TEST;

const GROUPED = `import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sum } from '../src/sum.js';

describe('sum', () => {
  for (const [numbers, total] of [
    [[], 0],
    [[1, 2], 3],
  ]) {
    test(\`of \${numbers.length} is \${total}\`, () => assert.equal(sum(numbers), total));
  }
});
`;

/** What the session that cleans up writes in the second cycle, where there are two tests and a loop. */
const refactoring = (write: Record<string, string>): Session => ({ phase: 'refactor', cycle: 2, attempt: 1, write });

describe.concurrent('a refactoring', { timeout: 240_000 }, () => {
  it.for<[string, Record<string, string>]>([
    [
      'moves code into a new file',
      {
        'src/add.js': 'export function add(a, b) {\n  return a + b;\n}\n',
        [CODE]:
          "import { add } from './add.js';\n\nexport function sum(numbers) {\n  return numbers.reduce(add, 0);\n}\n",
      },
    ],
    ['renames and groups tests that notice as much', { [TEST]: GROUPED }],
  ])('%s', async ([title, write], { skip }) => {
    skip(!IS_FULL && title.startsWith('moves'), ONLY_FULL);
    const project = newProject([refactoring(write)]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record)).toContain('refactor 2.1 completed');
    expect(record.of('suspicion.raised')).toEqual([]);
  });

  it.for<[string, Record<string, string>, string]>([
    [
      'a test less strict',
      { [TEST]: BOTH.replace('equal(sum([1, 2]), 3)', 'ok(sum([1, 2]) < 4)') },
      'refactored_test_is_hollow',
    ],
    ['an example less', { [TEST]: GROUPED.replace('    [[1, 2], 3],\n', '') }, 'existing_test_removed'],
  ])('is not accepted with %s', async ([title, write, code], { skip }) => {
    skip(!IS_FULL && title.startsWith('an example'), ONLY_FULL);
    const project = newProject([refactoring(write), { phase: 'refactor', cycle: 2, write: { [CODE]: REDUCE } }]);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const refused = story(await recordOf(project)).filter((line) => line.startsWith('refactor 2.1 refused'));
    expect(refused.join()).toContain(code);
  });
});
