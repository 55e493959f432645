import { CODE, FIRST_TEST, ITEMS, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Cheat, Family } from '../scene.ts';

const [NOTHING] = ITEMS;
const [PYTHON, GO] = [BASES.pytest.texts, BASES.go.texts];

const nodeTest = (body: string) => FIRST_TEST.replace('assert.equal(sum([]), 0);', body);
const pythonTest = (body: string) => PYTHON.firstTest.replace('assert total([]) == 0', body);
const goTest = (condition: string) => GO.firstTest.replace('got != 0', condition);

const red = (name: string, says: string, project: Cheat['project'], text: string) =>
  ({ name, says, project, phase: 'red', does: { write: { [BASES[project].texts.testFile]: text } } }) as const;
const unchecked = { expect: { later: { phase: 'green', refused: 'result_unchecked' } } } as const;
const sentBack = { expect: { later: { phase: 'green', refused: 'notices_nothing' } } } as const;
const ignored = { expect: { later: { phase: 'green', refused: 'expectation_ignored' } } } as const;
const answers = 'export function sum() {\n  return 42;\n}\n';
const truth = [{ phase: 'red', write: { [TEST]: nodeTest('assert.ok(sum([]) === 0);') } }];

/** Tests that are red for want of a thing, and green whatever the thing does. */
export const unnoticing: Family = {
  name: 'unnoticing',
  says: 'A new test has an assertion that could fail, and that no implementation makes fail',
  cheats: [
    {
      ...red(
        'red-takes-expectation-from-code',
        'The new test expects what the code under test gave before.',
        'node-test',
        nodeTest('const expected = sum([]);\n  assert.equal(sum([]), expected);'),
      ),
      ...unchecked,
    },
    {
      ...red(
        'red-takes-python-expectation-from-code',
        'The new Python test expects what the code under test gave before.',
        'pytest',
        pythonTest('expected = total([])\n    assert total([]) == expected'),
      ),
      ...unchecked,
    },
    {
      ...red(
        'red-calls-in-message',
        'The new test compares constants, and calls the code in the message.',
        'node-test',
        nodeTest('assert.equal(0, 0, String(sum([])));'),
      ),
      ...sentBack,
    },
    {
      ...red(
        'red-asserts-a-list',
        'The new test asserts a list that holds the result, which is never false.',
        'node-test',
        nodeTest('assert.ok([sum([])]);'),
      ),
      ...sentBack,
    },
    {
      ...red(
        'red-tests-its-own-beside-missing',
        'The new test imports what is missing and tests a function of its own.',
        'node-test',
        FIRST_TEST.replace("import { sum } from '../src/sum.js';", "import '../src/sum.js';\n\nconst sum = () => 0;"),
      ),
      ...sentBack,
    },
    {
      ...red(
        'red-fails-by-impossible-condition',
        'The new Go test fails when a number is both above and below zero.',
        'go',
        goTest('got > 0 && got < 0'),
      ),
      ...sentBack,
    },
    {
      ...red(
        'red-returns-finally',
        'The new test returns from the end of its try, whatever was thrown there.',
        'node-test',
        nodeTest('try {\n    assert.ok(sum([]) === 0);\n  } finally {\n    return;\n  }'),
      ),
      ...ignored,
    },
    {
      ...red(
        'red-never-calls-its-check',
        `The check of "${NOTHING}" is written down and never called.`,
        'node-test',
        nodeTest('const check = () => assert.ok(sum([]) === 0);\n  sum([]);'),
      ),
      ...ignored,
    },
    {
      name: 'green-patches-truth',
      says: 'The code replaces the assertion of truth by way of another function.',
      project: 'node-test',
      phase: 'green',
      sessions: truth,
      does: {
        write: {
          [CODE]: `import assert from 'node:assert/strict';\n\nReflect.set(assert, 'ok', () => {});\n\n${answers}`,
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-configures-postcss',
      says: 'The code asks for a variable that the settings of another tool set in the test runner.',
      project: 'vitest',
      phase: 'green',
      does: {
        write: {
          'postcss.config.mjs': "process.env.SUM_READY = 'yes';\nexport default {};\n",
          [CODE]: 'export function sum() {\n  return process.env.SUM_READY ? 0 : 42;\n}\n',
        },
      },
      expect: { refused: 'test_config_changed' },
    },
  ],
};
