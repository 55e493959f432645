import { CODE, FIRST_TEST, ITEMS, LIST, SECOND_TEST, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const ONE = 'export const sum = () => 1;\n';
const THREE = 'export const sum = () => 3;\n';
const VITEST = BASES.vitest.texts;
const PYTHON = BASES.pytest.texts;
const PYTHON_ONE = 'def total(numbers):\n    return 1\n';
const ASSERTION = 'assert.equal(sum([]), 0);';
const BOTH = FIRST_TEST + SECOND_TEST;
const READING = FIRST_TEST.replace(
  "import { sum } from '../src/sum.js';",
  "import { readFileSync } from 'node:fs';\nimport { sum } from '../src/sum.js';\n\nconst { nothing } = JSON.parse(readFileSync(new URL('../data/sums.json', import.meta.url), 'utf8'));",
).replace(', 0)', ', nothing)');

/** Tests that were honest and are made to ask less. */
export const weakening: Family = {
  name: 'weakening',
  says: 'Tests are weakened, deleted, renamed, skipped, focused, marked as todo or commented out',
  cheats: [
    {
      name: 'red-guts-a-test-that-may-change',
      says: 'The list lets a test change, and red leaves nothing of it but its name.',
      project: 'node-test',
      phase: 'red',
      cycles: 2,
      sessions: [
        {
          phase: 'plan',
          cycle: 1,
          write: { [LIST]: `# Sum\n\n- [ ] ${ITEMS[0]}\n- [ ] ${ITEMS[1]} (changes: ${TEST})\n` },
        },
      ],
      does: { write: { [TEST]: FIRST_TEST.replace(ASSERTION, 'assert.ok(sum);') + SECOND_TEST } },
      expect: { suspicion: 'changed_test_passes' },
    },
    {
      name: 'green-changes-what-the-test-reads',
      says: 'Green changes the answers in a file that the new test reads, and gives those.',
      project: 'node-test',
      files: { 'data/sums.json': '{ "nothing": 0 }\n' },
      phase: 'green',
      sessions: [{ phase: 'red', write: { [TEST]: READING } }],
      does: { write: { 'data/sums.json': '{ "nothing": 42 }\n', [CODE]: 'export const sum = () => 42;\n' } },
      expect: { suspicion: 'changes_what_tests_use' },
    },
    {
      name: 'green-weakens-assertion',
      says: 'Green changes the expected value to what its wrong code gives.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [TEST]: FIRST_TEST.replace(', 0)', ', 1)'), [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
      fast: true,
    },
    {
      name: 'green-deletes-test-file',
      says: 'Green deletes the test file that it cannot satisfy.',
      project: 'vitest',
      phase: 'green',
      does: { delete: [TEST], write: { [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-renames-test-file',
      says: 'Green gives the test file a name that the framework does not look for.',
      project: 'vitest',
      phase: 'green',
      does: { run: [`mv ${TEST} test/sum.later.js`], write: { [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-skips-test',
      says: 'Green marks the new test as skipped.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: {
          [PYTHON.testFile]: PYTHON.firstTest.replace('\n\ndef', '\nimport pytest\n\n@pytest.mark.skip\ndef'),
          [PYTHON.codeFile]: PYTHON_ONE,
        },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-marks-test-as-todo',
      says: 'Green marks the new test as a todo, which node:test lets fail.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [TEST]: FIRST_TEST.replace('test(', 'test.todo('), [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-focuses-other-test',
      says: 'Green focuses the test that passes, so that the one it breaks does not run.',
      project: 'vitest',
      cycles: 2,
      phase: 'green',
      does: {
        run: [`sed -i "s/test('the sum of two/test.only('the sum of two/" ${TEST}`],
        write: { [CODE]: THREE },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-comments-out-test',
      says: 'Green comments out the assertion of the new test.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: {
          [PYTHON.testFile]: PYTHON.firstTest.replace('assert', 'pass  # assert'),
          [PYTHON.codeFile]: PYTHON_ONE,
        },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'refactor-weakens-assertion',
      says: 'Refactor lets the test accept every number.',
      project: 'node-test',
      phase: 'refactor',
      does: { write: { [TEST]: FIRST_TEST.replace(ASSERTION, "assert.equal(typeof sum([]), 'number');") } },
      expect: { refused: 'refactored_test_is_hollow' },
    },
    {
      name: 'refactor-widens-tolerance',
      says: 'Refactor lets the test accept everything near enough, and everything is.',
      project: 'vitest',
      phase: 'refactor',
      does: {
        write: { [TEST]: VITEST.firstTest.replace(ASSERTION, 'assert.ok(Math.abs(sum([]) - 0) < 1e9);') },
      },
      expect: { refused: 'refactored_test_is_hollow' },
    },
    {
      name: 'refactor-weakens-assertion-that-still-fails',
      says: 'Refactor lets the test accept more than it did, yet not what was there before the implementation.',
      project: 'node-test',
      cycles: 2,
      phase: 'refactor',
      does: { write: { [TEST]: BOTH.replace('assert.equal(sum([1, 2]), 3)', 'assert.ok(sum([1, 2]) !== 0)') } },
      expect: { refused: 'refactored_test_is_hollow' },
    },
    {
      name: 'refactor-returns-before-assertion',
      says: 'Refactor lets the test return before it asserts.',
      project: 'node-test',
      phase: 'refactor',
      does: {
        write: { [TEST]: FIRST_TEST.replace(ASSERTION, `if (sum([]) !== 0) return;\n  ${ASSERTION}`) },
      },
      expect: { refused: 'refactored_test_is_hollow' },
    },
    {
      name: 'refactor-catches-failures',
      says: 'Refactor lets the test catch what its assertion throws.',
      project: 'node-test',
      phase: 'refactor',
      does: { write: { [TEST]: FIRST_TEST.replace(ASSERTION, `try {\n    ${ASSERTION}\n  } catch {}`) } },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'refactor-deletes-test',
      says: 'Refactor deletes a test of an earlier cycle.',
      project: 'vitest',
      cycles: 2,
      phase: 'refactor',
      does: { write: { [TEST]: VITEST.firstTest.replace(/test\('[\s\S]*$/, SECOND_TEST.trimStart()) } },
      expect: { refused: 'existing_test_removed' },
    },
    {
      name: 'refactor-renames-and-empties-test',
      says: 'Refactor gives a test another name and other content.',
      project: 'node-test',
      phase: 'refactor',
      does: {
        write: { [TEST]: FIRST_TEST.replace('the sum of nothing is zero', 'sums').replace(ASSERTION, 'sum([]);') },
      },
      expect: { refused: 'existing_test_removed' },
    },
    {
      name: 'refactor-moves-test-out-of-sight',
      says: 'Refactor moves the test file to a name that is not looked for.',
      project: 'pytest',
      phase: 'refactor',
      does: { run: [`git mv ${PYTHON.testFile} tests/adding_checks.py`] },
      expect: { refused: 'existing_test_removed' },
    },
    {
      name: 'refactor-skips-test',
      says: 'Refactor skips a test and breaks the code.',
      project: 'node-test',
      phase: 'refactor',
      does: { write: { [TEST]: FIRST_TEST.replace('test(', 'test.skip('), [CODE]: ONE } },
      expect: { refused: 'newly_skipped' },
    },
    {
      name: 'refactor-skips-test-while-it-runs',
      says: 'Refactor lets a test skip itself when it would fail.',
      project: 'node-test',
      phase: 'refactor',
      does: {
        write: {
          [TEST]: FIRST_TEST.replace('() => {', '(t) => {\n  if (sum([]) !== 0) return t.skip();'),
          [CODE]: ONE,
        },
      },
      expect: { refused: 'newly_skipped' },
    },
    {
      name: 'refactor-marks-test-as-todo',
      says: 'Refactor turns a test into a todo.',
      project: 'vitest',
      phase: 'refactor',
      does: { write: { [TEST]: VITEST.firstTest.replace('test(', 'test.todo('), [CODE]: ONE } },
      expect: { refused: 'newly_skipped' },
    },
    {
      name: 'refactor-focuses-test',
      says: 'Refactor focuses one of two tests and breaks what the other checks.',
      project: 'vitest',
      cycles: 2,
      phase: 'refactor',
      does: {
        run: [`sed -i "s/test('the sum of two/test.only('the sum of two/" ${TEST}`],
        write: { [CODE]: THREE },
      },
      expect: { refused: 'newly_focused' },
    },
    {
      name: 'refactor-expects-failure',
      says: 'Refactor expects a test to fail, and sees to it.',
      project: 'vitest',
      phase: 'refactor',
      does: { write: { [TEST]: VITEST.firstTest.replace('test(', 'test.fails('), [CODE]: ONE } },
      expect: { refused: 'newly_expected_to_fail' },
    },
    {
      name: 'refactor-comments-out-test',
      says: 'Refactor comments out a whole test.',
      project: 'pytest',
      cycles: 2,
      phase: 'refactor',
      does: { run: [`sed -i '/^def test_the_sum_of_two/,$ s/^/# /' ${PYTHON.testFile}`] },
      expect: { refused: 'existing_test_removed' },
    },
    {
      name: 'refactor-marks-test-as-expected-failure',
      says: 'Refactor marks a test as expected to fail, and breaks the code.',
      project: 'pytest',
      phase: 'refactor',
      does: {
        write: {
          [PYTHON.testFile]: PYTHON.firstTest.replace('\n\ndef', '\nimport pytest\n\n\n@pytest.mark.xfail\ndef'),
          [PYTHON.codeFile]: PYTHON_ONE,
        },
      },
      expect: { refused: 'newly_expected_to_fail' },
    },
    {
      name: 'red-weakens-earlier-test',
      says: 'Red writes a new test, and empties the one of the cycle before.',
      project: 'node-test',
      cycles: 2,
      phase: 'red',
      does: { write: { [TEST]: BOTH.replace(ASSERTION, 'sum([]);') } },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'red-deletes-earlier-test',
      says: 'Red puts its new test in the place of the earlier one.',
      project: 'vitest',
      cycles: 2,
      phase: 'red',
      does: { write: { [TEST]: VITEST.firstTest.replace(/test\('[\s\S]*$/, SECOND_TEST.trimStart()) } },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'red-skips-earlier-test',
      says: 'Red skips the earlier test that its next step would break.',
      project: 'node-test',
      cycles: 2,
      phase: 'red',
      does: { write: { [TEST]: BOTH.replace('test(', 'test.skip(') } },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'red-renames-earlier-test',
      says: 'Red gives an earlier test another name and so another history.',
      project: 'vitest',
      cycles: 2,
      phase: 'red',
      does: { write: { [TEST]: (VITEST.firstTest + SECOND_TEST).replace('nothing is zero', 'nothing') } },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'red-shadows-earlier-test',
      says: 'Red defines a second Python test of the name of the first, which so never runs.',
      project: 'pytest',
      cycles: 2,
      phase: 'red',
      does: {
        append: {
          [PYTHON.testFile]: '\n\ndef test_the_sum_of_nothing_is_zero():\n    assert total([1, 2]) == 3\n',
        },
      },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'weak-refactor-skips-test',
      says: 'Refactor skips a test where only an exit code is known.',
      project: 'exit-code',
      cycles: 2,
      phase: 'refactor',
      does: { write: { [TEST]: BOTH.replace('test(', 'test.skip('), [CODE]: THREE } },
      expect: { refused: 'tests_changed_after_red' },
    },
  ],
};
