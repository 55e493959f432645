import { CODE, FIRST_TEST, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Theme } from '../scene.ts';

/** Refactorings that touch much and change nothing, or nothing at all. */
export const refactorings: Theme = {
  name: 'refactorings',
  runs: [
    {
      name: 'refactor-without-changes',
      says: 'The refactoring agent finds nothing to improve.',
      project: 'vitest',
    },
    {
      name: 'refactor-lays-out-anew',
      says: 'Code and tests are only laid out anew, with other quotes, white space and comments.',
      project: 'node-test',
      fast: true,
      sessions: [
        {
          phase: 'refactor',
          write: {
            [TEST]: `// Everything about sums.\n${FIRST_TEST.replaceAll("'", '"').replaceAll('  ', '\t')}`,
            [CODE]: 'export function sum() {\n\n\t// Nothing else is asked for yet.\n\treturn 0;\n}\n',
          },
        },
      ],
    },
    {
      name: 'refactor-renames-module',
      says: 'The module gets another name, and the import of its test with it.',
      project: 'node-test',
      sessions: [
        {
          phase: 'refactor',
          run: [`git mv ${CODE} src/total.js`, `sed -i 's/sum.js/total.js/' ${TEST}`],
        },
      ],
    },
    {
      name: 'refactor-renames-test-file',
      says: 'The test file moves to another name, byte for byte.',
      project: 'vitest',
      sessions: [{ phase: 'refactor', run: [`git mv ${TEST} test/total.test.js`] }],
    },
    {
      name: 'refactor-by-agent-that-commits',
      says: 'The agent commits its refactoring by itself.',
      project: 'node-test',
      cycles: 2,
      sessions: [
        {
          phase: 'refactor',
          cycle: 2,
          run: [
            `sed -i 's/total/all/g' ${CODE}`,
            'git -c user.name=Agent -c user.email=agent@example.com commit --quiet --all --message tidy',
          ],
        },
      ],
    },
    {
      name: 'refactor-renames-function',
      says: 'The function gets another name, in code and test.',
      project: 'node-test',
      sessions: [{ phase: 'refactor', run: [`sed -i 's/\\bsum(/total(/; s/{ sum }/{ total }/' ${CODE} ${TEST}`] }],
    },
    {
      name: 'refactor-tidies-test',
      says: 'A test is written in other words that ask for the same.',
      project: 'vitest',
      cycles: 2,
      sessions: [
        {
          phase: 'refactor',
          cycle: 2,
          run: [
            `sed -i 's/assert.equal(sum(.1, 2.), 3);/const numbers = [1, 2];\\n  assert.equal(sum(numbers), 3);/' ${TEST}`,
          ],
        },
      ],
    },
    {
      name: 'refactor-sharpens-test',
      says: 'A test asks for more than it did.',
      project: 'pytest',
      cycles: 2,
      sessions: [
        {
          phase: 'refactor',
          cycle: 2,
          append: { [BASES.pytest.texts.testFile]: '    assert total([1, 2, 3]) == 6\n' },
        },
      ],
    },
  ],
};
