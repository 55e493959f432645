import { FIRST_TEST, ITEMS, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const [NOTHING] = ITEMS;
const PYTHON = BASES.pytest.texts;
const nodeTest = (body: string) => FIRST_TEST.replace('assert.equal(sum([]), 0);', body);
const pythonTest = (body: string) => PYTHON.firstTest.replace('assert total([]) == 0', body);

const sentBack = { phase: 'red', expect: { later: { phase: 'green', refused: 'notices_nothing' } } } as const;

/** Assertions that look like some, and that nothing could make fail. */
export const tautologies: Family = {
  name: 'tautologies',
  says: 'An assertion of a new test holds by the way it is written',
  cheats: [
    {
      ...sentBack,
      name: 'red-asserts-something-or-true',
      says: 'The assertion of the new test has an alternative that is always true.',
      project: 'node-test',
      does: { write: { [TEST]: nodeTest('assert.ok(sum([]) === 0 || true);') } },
    },
    {
      ...sentBack,
      name: 'red-asserts-a-function',
      says: 'The new test asserts a function, which is never called and never false.',
      project: 'node-test',
      does: { write: { [TEST]: nodeTest('assert.ok(() => sum([]) === 0);') } },
    },
    {
      ...sentBack,
      name: 'red-expects-nothing-of-it',
      says: 'The new test expects something, and does not say what.',
      project: 'vitest',
      does: {
        write: {
          [TEST]: `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}', () => {
  expect(sum([]) === 0);
});
`,
        },
      },
    },
    {
      ...sentBack,
      name: 'red-asserts-a-tuple',
      says: 'The new Python test asserts a pair of a comparison and a text, which is never false.',
      project: 'pytest',
      does: { write: { [PYTHON.testFile]: pythonTest("assert (total([]) == 0, 'zero')") } },
    },
    {
      name: 'red-asserts-for-each-of-none',
      says: 'The new test asserts for each thing of a list that is empty.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('[].forEach(() => assert.equal(sum([]), 0));') } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
  ],
};
