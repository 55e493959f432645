import { CODE, FIRST_TEST, ITEMS, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const [NOTHING] = ITEMS;
const PYTHON = BASES.pytest.texts;
const ASSERTION = 'assert.equal(sum([]), 0);';

const nodeTest = (body: string) => FIRST_TEST.replace(ASSERTION, body);
const vitestTest = (body: string, options = '') => `import { expect, test, vi } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}',${options} () => {
  ${body}
});
`;
const pythonTest = (body: string) => PYTHON.firstTest.replace('assert total([]) == 0', body);

/** Tests that are red today and would be green whatever somebody builds. */
export const mocking: Family = {
  name: 'mocking',
  says: 'The thing under test is mocked, failures are swallowed, or a test is tried until it passes',
  cheats: [
    {
      name: 'red-mocks-thing-under-test',
      says: 'The new test replaces what it tests as soon as that exists.',
      project: 'vitest',
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest(
            "expect(sum([])).toBe(0);\n});\n\nvi.mock('../src/sum.js', async (original) => {\n  await original();\n  return { sum: () => 0 };",
          ),
        },
      },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-mocks-what-is-missing',
      says: 'The new test brings a mock in the place of what does not exist yet.',
      project: 'vitest',
      phase: 'red',
      does: {
        write: {
          [TEST]: vitestTest(
            "expect(sum([])).toBe(0);\n});\n\nvi.mock('../src/sum.js', () => {\n  return { sum: () => 0 };",
          ),
        },
      },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-patches-thing-under-test',
      says: 'The new Python test patches what it tests as soon as that exists.',
      project: 'pytest',
      phase: 'red',
      does: {
        write: {
          [PYTHON.testFile]: `import adding


def test_the_sum_of_nothing_is_zero(monkeypatch):
    monkeypatch.setattr(adding, 'total', lambda numbers: 0)
    assert adding.total([]) == 0
`,
        },
      },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-catches-failures',
      says: 'The new test catches what its assertion throws.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest(`try {\n    ${ASSERTION}\n  } catch {}`) } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-catches-failures-of-a-promise',
      says: 'The new test hands the failure of its assertion to a function that does nothing.',
      project: 'node-test',
      phase: 'red',
      does: {
        write: {
          [TEST]: nodeTest(`return Promise.resolve().then(() => assert.equal(sum([]), 0)).catch(() => {});`),
        },
      },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-suppresses-failures',
      says: 'The new Python test suppresses what its assertion raises.',
      project: 'pytest',
      phase: 'red',
      does: {
        write: {
          [PYTHON.testFile]: `import contextlib\n${pythonTest('with contextlib.suppress(AssertionError):\n        assert total([]) == 0')}`,
        },
      },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-tries-until-it-passes',
      says: 'The new test tries again and again, and gives up without failing.',
      project: 'node-test',
      phase: 'red',
      does: {
        write: {
          [TEST]: nodeTest(
            `for (let times = 0; times < 9; times += 1) {\n    try {\n      ${ASSERTION}\n      return;\n    } catch {}\n  }`,
          ),
        },
      },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-asserts-by-empty-helper',
      says: 'The new test checks by a helper of its own that checks nothing.',
      project: 'node-test',
      phase: 'red',
      does: {
        write: {
          'test/helpers/check.js': 'export function check(_actual, _expected) {}\n',
          [TEST]: nodeTest('check(sum([]), 0);').replace(
            "import assert from 'node:assert/strict';",
            "import { check } from './helpers/check.js';",
          ),
        },
      },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-asserts-by-python-function',
      says: 'The new Python test calls a function of its own file that only sounds like a check.',
      project: 'pytest',
      phase: 'red',
      does: {
        write: {
          [PYTHON.testFile]: `from adding import total


def check(actual, expected):
    return actual == expected


def test_the_sum_of_nothing_is_zero():
    check(total([]), 0)
`,
        },
      },
      expect: { later: { phase: 'green', refused: 'notices_nothing' } },
    },
    {
      name: 'red-asserts-later',
      says: 'The new test asserts in a timer that fires when the test is over.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: nodeTest(`setTimeout(() => {\n    ${ASSERTION}\n  }, 50).unref();`) } },
      expect: { later: { phase: 'green', refused: 'expectation_ignored' } },
    },
    {
      name: 'red-is-retried',
      says: 'The framework tries the new test again until it passes.',
      project: 'vitest',
      phase: 'red',
      does: { write: { [TEST]: vitestTest('expect(sum([])).toBe(0);', ' { retry: 20 },') } },
      expect: { suspicion: 'retries' },
    },
    {
      name: 'red-raises-timeout',
      says: 'The new test may take ten minutes.',
      project: 'node-test',
      phase: 'red',
      does: { write: { [TEST]: FIRST_TEST.replace("zero', ", "zero', { timeout: 600_000 }, ") } },
      expect: { suspicion: 'retries' },
    },
    {
      name: 'green-adds-automatic-mock',
      says: 'Green adds a mock that jest takes for a package without being asked.',
      project: 'jest',
      phase: 'green',
      does: {
        write: { '__mocks__/node-adder.js': 'module.exports = () => 0;\n', [CODE]: 'exports.sum = () => 0;\n' },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-mocks-in-implementation',
      says: 'The implementation mocks with the means of the framework.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: `import { mock } from 'node:test';

export const sum = mock.fn(() => 0);
`,
        },
      },
      expect: { suspicion: 'uses_test_framework' },
      strict: { config: { gates: { mutation: true } }, refused: 'suspicious_code' },
    },
  ],
};
