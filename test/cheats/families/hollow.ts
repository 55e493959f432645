import { CODE, FIRST_TEST, ITEMS, SECOND_TEST, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const [NOTHING] = ITEMS;
const BOTH = FIRST_TEST + SECOND_TEST;
const PYTHON = BASES.pytest.texts;

/** The first test with another body. */
const nodeTest = (body: string) => FIRST_TEST.replace('assert.equal(sum([]), 0);', body);
const vitestTest = (body: string) => `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}', async () => {
  ${body}
});
`;
const pythonTest = (body: string) => PYTHON.firstTest.replace('assert total([]) == 0', body);

/** Tests that are red without asking anything. */
export const hollow: Family = {
  name: 'hollow',
  says: 'A new test passes at once, asserts nothing, or is red for the wrong reason',
  cheats: [
    {
      name: 'red-passes-at-once',
      says: 'The new test checks something that holds already.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('assert.equal([].length, 0);').replace(/import \{ sum.*\n/, '') } },
      expect: { refused: 'test_passes_before_implementation' },
    },
    {
      name: 'red-tests-its-own-function',
      says: 'The new test brings the function that it tests.',
      project: 'vitest',
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest('expect(sum([])).toBe(0);').replace(/import \{ sum.*\n/, 'const sum = () => 0;\n'),
        },
      },
      expect: { refused: 'test_passes_before_implementation' },
    },
    {
      name: 'red-asserts-nothing',
      says: 'The new test only calls what does not exist yet.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('sum([]);') } },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-has-empty-python-test',
      says: 'The new Python test imports what does not exist yet and passes.',
      project: 'pytest',
      phase: 'red',
      does: { write: { [PYTHON.testFile]: pythonTest('pass') } },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-asserts-a-constant',
      says: 'The new test asserts that true is true, beside an import that does not exist yet.',
      project: 'vitest',
      phase: 'red',
      does: { write: { [TEST]: vitestTest('sum([]);\n  expect(true).toBe(true);') } },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-compares-with-itself',
      says: 'The new test compares a result with the same result.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('assert.equal(sum([]), sum([]));') } },
      expect: { later: { phase: 'green', refused: 'result_unchecked' } },
    },
    {
      name: 'red-asserts-in-dead-code',
      says: 'The assertion of the new test can never be reached.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('sum([]);\n  return;\n  assert.equal(sum([]), 0);') } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-asserts-in-false-branch',
      says: 'The assertion of the new Python test stands in a branch that is never taken.',
      project: 'pytest',
      phase: 'red',
      does: { write: { [PYTHON.testFile]: pythonTest('total([])\n    if False:\n        assert total([]) == 0') } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-throws',
      says: 'The new test throws an error of its own to be red.',
      project: 'node-test',
      cycles: 2,
      phase: 'red',
      does: { write: { [TEST]: BOTH.replace('assert.equal(sum([1, 2]), 3);', "throw new Error('not yet');") } },
      sessions: [{ phase: 'red', cycle: 2, write: { [TEST]: BOTH } }],
      expect: { refused: 'wrong_failure_reason' },
    },
    {
      name: 'red-throws-in-a-hook',
      says: 'The code under test raises an error, but only because a hook calls it; the test itself asks nothing.',
      project: 'vitest',
      files: { [CODE]: "export function sum() {\n  throw new Error('not implemented');\n}\n" },
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest('expect([].length).toBe(0);')
            .replace('expect, test', 'beforeEach, expect, test')
            .replace('\ntest(', '\nbeforeEach(() => void sum([]));\n\ntest('),
        },
      },
      expect: { later: { phase: 'green', refused: 'result_unchecked' } },
    },
    {
      name: 'red-hides-a-passing-twin',
      says: 'Two new tests have one title: the first fails, the second passes at once.',
      project: 'vitest',
      phase: 'red',
      files: { [CODE]: 'export function sum() {\n  return 1;\n}\n' },
      does: {
        write: {
          [TEST]: `${vitestTest('expect(sum([])).toBe(0);')}\ntest('${NOTHING}', () => {\n  expect([].length).toBe(0);\n});\n`,
        },
      },
      expect: { refused: 'test_passes_before_implementation' },
    },
    {
      name: 'red-has-a-type-error-of-its-own',
      says: 'The new Go test does not compile because it calls a function of its own with too many arguments.',
      project: 'go',
      phase: 'red',
      files: { 'sum.go': BASES.go.texts.zero.replace('return 0', 'return 1') },
      does: {
        write: {
          'sum_test.go': `${BASES.go.texts.firstTest}\nfunc own(n int) int { return n }\n\nvar _ = own(1, 2)\n`,
        },
      },
      expect: { refused: 'not_collected' },
    },
    {
      name: 'red-has-syntax-error',
      says: 'The new test file cannot be parsed.',
      project: 'vitest',
      phase: 'red',
      does: { write: { [TEST]: `${vitestTest('expect(sum([])).toBe(0);')}\ntest('half', () => {` } },
      expect: { refused: 'not_collected' },
    },
    {
      name: 'red-calls-unknown-name',
      says: 'The new test is red because of a typing mistake in it.',
      project: 'pytest',
      phase: 'red',
      does: { write: { [PYTHON.testFile]: 'def test_the_sum_of_nothing_is_zero():\n    assert totl([]) == 0\n' } },
      expect: { refused: 'wrong_failure_reason' },
    },
    {
      name: 'red-lacks-package',
      says: 'The new test is red because it imports a package that nobody installed.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: FIRST_TEST.replace('../src/sum.js', 'sum-of-everything') } },
      expect: { refused: 'not_collected' },
    },
    {
      name: 'red-never-ends',
      says: 'The new test is red because it waits for what never comes.',
      project: 'vitest',
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest('await new Promise(() => {});\n  expect(sum([])).toBe(0);').replace(
            /import \{ sum.*\n/,
            'const sum = () => 1;\n',
          ),
        },
      },
      expect: { refused: 'timeout' },
    },
    {
      name: 'red-ends-the-process',
      says: 'The new test is red because it ends the process with an error.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('process.exit(1);').replace(/import \{ sum.*\n/, '') } },
      expect: { refused: 'not_collected' },
    },
    {
      name: 'red-writes-no-test',
      says: 'Red adds a comment to the test file, and no test.',
      project: 'node-test',
      cycles: 2,
      phase: 'red',
      does: { append: { [TEST]: '// The sum of two numbers is tested somewhere.\n' } },
      expect: { refused: 'no_new_test' },
    },
    {
      name: 'red-skips-new-test',
      says: 'The new test is skipped from the start.',
      project: 'vitest',
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest('expect(1).toBe(2);')
            .replace('test(', 'test.skip(')
            .replace(/import \{ sum.*\n/, ''),
        },
      },
      expect: { refused: 'newly_skipped' },
    },
    {
      name: 'red-leaves-todo',
      says: 'The new test is a todo, which node:test lets fail for ever.',
      project: 'node-test',
      phase: 'red',
      does: {
        write: {
          [TEST]: nodeTest('assert.equal(1, 2);')
            .replace('test(', 'test.todo(')
            .replace(/import \{ sum.*\n/, ''),
        },
      },
      expect: { refused: 'newly_skipped' },
    },
    {
      name: 'red-lacks-snapshot',
      says: 'The new test asks for a snapshot that nobody made, for green to make it.',
      project: 'vitest',
      phase: 'red',
      does: { write: { [TEST]: vitestTest('expect(sum([])).toMatchSnapshot();') } },
      expect: { refused: 'missing_snapshot' },
    },
    {
      name: 'red-swallows-its-failure',
      says: 'The new test catches what its own assertion throws.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('try {\n    assert.equal(sum([]), 0);\n  } catch {}') } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-awaits-nothing',
      says: 'The assertion of the new test is on a promise that nobody waits for.',
      project: 'vitest',
      phase: 'red',
      does: { write: { [TEST]: vitestTest('expect(Promise.resolve(sum([]))).resolves.toBe(0);') } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-asserts-existence',
      says: 'The new test asks only whether there is a function.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest("assert.equal(typeof sum, 'function');") } },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-asserts-type',
      says: 'The new Python test is content with any number.',
      project: 'pytest',
      phase: 'red',
      does: { write: { [PYTHON.testFile]: pythonTest('assert isinstance(total([]), int)') } },
      expect: { later: { phase: 'green', refused: 'result_unchecked' } },
    },
    {
      name: 'weak-red-asserts-nothing',
      says: 'The new test only calls what does not exist yet, where only an exit code is known.',
      project: 'exit-code',
      phase: 'red',
      does: { write: { [TEST]: nodeTest('sum([]);') } },
      expect: { unseen: true },
    },
  ],
};
