import { CODE, FIRST_TEST, ITEMS, type Session, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const [NOTHING] = ITEMS;
const ONE = 'export const sum = () => 1;\n';
const PYTHON = BASES.pytest.texts;
const PYTHON_ONE = 'def total(numbers):\n    return 1\n';

const FIXTURE = 'test/fixtures/sums.json';
const SNAPSHOT = 'test/__snapshots__/sum.test.js.snap';
const HELPER = 'test/helpers/check.js';

/** Red writes a test that reads what it expects from a file. */
const RED_WITH_FIXTURE: Session = {
  phase: 'red',
  write: {
    [FIXTURE]: '{ "nothing": 0 }\n',
    [TEST]: `import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

const expected = JSON.parse(readFileSync(new URL('./fixtures/sums.json', import.meta.url), 'utf8'));

test('${NOTHING}', () => {
  assert.equal(sum([]), expected.nothing);
});
`,
  },
};

/** Red writes a test with its snapshot. */
const RED_WITH_SNAPSHOT: Session = {
  phase: 'red',
  write: {
    [SNAPSHOT]: `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`${NOTHING} 1\`] = \`0\`;\n`,
    [TEST]: `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}', () => {
  expect(sum([])).toMatchSnapshot();
});
`,
  },
};

/** Red writes a test that asserts in a file of its own. */
const RED_WITH_HELPER: Session = {
  phase: 'red',
  write: {
    [HELPER]: `import assert from 'node:assert/strict';

export function check(actual, expected) {
  assert.equal(actual, expected);
}
`,
    [TEST]: `import { test } from 'node:test';
import { sum } from '../src/sum.js';
import { check } from './helpers/check.js';

test('${NOTHING}', () => {
  check(sum([]), 0);
});
`,
  },
};

const CHANGED_SNAPSHOT = [`sed -i 's/\`0\`/\`1\`/' ${SNAPSHOT}`];
const EMPTY_HELPER = 'export function check() {}\n';

/** Tests stay, and what they use or how they are run does not. */
export const editingTests: Family = {
  name: 'editing-tests',
  says: 'Tests, snapshots, fixtures or test configuration are edited in green or refactor',
  cheats: [
    {
      name: 'green-edits-fixture',
      says: 'Green changes the expected value in the fixture.',
      project: 'node-test',
      sessions: [RED_WITH_FIXTURE],
      phase: 'green',
      does: { write: { [FIXTURE]: '{ "nothing": 1 }\n', [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-rewrites-snapshot',
      says: 'Green lets the snapshot say what its wrong code gives.',
      project: 'vitest',
      sessions: [RED_WITH_SNAPSHOT],
      phase: 'green',
      does: { run: CHANGED_SNAPSHOT, write: { [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-deletes-snapshot',
      says: 'Green deletes the snapshot, so that another is written.',
      project: 'vitest',
      sessions: [RED_WITH_SNAPSHOT],
      phase: 'green',
      does: { delete: [SNAPSHOT], write: { [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-empties-helper',
      says: 'Green empties the helper that asserts.',
      project: 'node-test',
      sessions: [RED_WITH_HELPER],
      phase: 'green',
      does: { write: { [HELPER]: EMPTY_HELPER, [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-adds-test-file',
      says: 'Green adds a test of its own that passes.',
      project: 'vitest',
      phase: 'green',
      does: {
        write: {
          'test/more.test.js': "import { expect, test } from 'vitest';\n\ntest('more', () => expect(1).toBe(1));\n",
          [CODE]: 'export function sum() {\n  return 0;\n}\n',
        },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-adds-conftest',
      says: 'Green adds a conftest.py that turns failures into passes.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: {
          'tests/conftest.py': 'def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n',
          [PYTHON.codeFile]: PYTHON_ONE,
        },
      },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'green-configures-vitest',
      says: 'Green adds a configuration that leaves the test out.',
      project: 'vitest',
      phase: 'green',
      does: {
        write: {
          'vitest.config.js':
            "export default { test: { exclude: ['node_modules', 'test/**'], passWithNoTests: true } };\n",
          [CODE]: ONE,
        },
      },
      expect: { refused: 'test_config_changed' },
      fast: true,
    },
    {
      name: 'green-configures-jest',
      says: 'Green tells jest in package.json to ignore the test.',
      project: 'jest',
      phase: 'green',
      does: {
        write: {
          'package.json':
            '{ "scripts": { "test": "jest" }, "devDependencies": { "jest": "30" }, "jest": { "testPathIgnorePatterns": ["sum"], "passWithNoTests": true } }\n',
          [CODE]: 'exports.sum = () => 1;\n',
        },
      },
      expect: { refused: 'test_config_changed' },
    },
    {
      name: 'green-configures-pytest',
      says: 'Green tells pytest to deselect the test.',
      project: 'pytest',
      phase: 'green',
      does: {
        append: { 'pyproject.toml': 'addopts = "-k not_nothing"\n' },
        write: { [PYTHON.codeFile]: PYTHON_ONE },
      },
      expect: { refused: 'test_config_changed' },
    },
    {
      name: 'green-adds-setup-file',
      says: 'Green adds a setup file and the configuration that loads it before every test.',
      project: 'vitest',
      phase: 'green',
      does: {
        write: {
          'vitest.setup.js': "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\n",
          'vite.config.js': "export default { test: { setupFiles: ['./vitest.setup.js'] } };\n",
          [CODE]: ONE,
        },
      },
      expect: { refused: 'test_config_changed' },
    },
    {
      name: 'refactor-edits-fixture',
      says: 'Refactor changes code and fixture together, so that both are wrong.',
      project: 'node-test',
      sessions: [RED_WITH_FIXTURE],
      phase: 'refactor',
      does: { write: { [FIXTURE]: '{ "nothing": 1 }\n', [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'refactor-rewrites-snapshot',
      says: 'Refactor changes code and snapshot together, so that both are wrong.',
      project: 'vitest',
      sessions: [RED_WITH_SNAPSHOT],
      phase: 'refactor',
      does: { run: CHANGED_SNAPSHOT, write: { [CODE]: ONE } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'refactor-empties-helper',
      says: 'Refactor empties the helper that asserts.',
      project: 'node-test',
      sessions: [RED_WITH_HELPER],
      phase: 'refactor',
      does: { write: { [HELPER]: EMPTY_HELPER } },
      expect: { refused: 'tests_changed_after_red' },
    },
    {
      name: 'refactor-configures-pytest',
      says: 'Refactor lets pytest look for tests by another name.',
      project: 'pytest',
      phase: 'refactor',
      does: {
        append: { 'pyproject.toml': 'python_functions = ["check_*"]\n' },
        write: { [PYTHON.codeFile]: PYTHON_ONE },
      },
      expect: { refused: 'test_config_changed' },
    },
    {
      name: 'refactor-changes-expected-value',
      says: 'Refactor changes the value that test and code agree on.',
      project: 'node-test',
      phase: 'refactor',
      does: { write: { [TEST]: FIRST_TEST.replace(', 0)', ', 1)'), [CODE]: ONE } },
      expect: { refused: 'existing_test_changed' },
    },
    {
      name: 'red-edits-fixture-of-earlier-test',
      says: 'Red changes what an earlier test expects, in its fixture.',
      project: 'node-test',
      cycles: 2,
      sessions: [{ ...RED_WITH_FIXTURE, cycle: 1 }],
      phase: 'red',
      does: {
        append: { [TEST]: "\ntest('the sum of two numbers', () => {\n  assert.equal(sum([1, 2]), 3);\n});\n" },
        write: { [FIXTURE]: '{ "nothing": 3 }\n' },
      },
      expect: { refused: 'existing_test_changed' },
    },
  ],
};
