import { CODE, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const PYTHON = BASES.pytest.texts;

/** The setting in which a suspicion about code of green is a refusal. */
const strict = { config: { gates: { mutation: true } }, refused: 'suspicious_code' } as const;

const EXPECTING = `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('the sum of nothing is zero', () => {
  expect(sum([])).toEqual(0);
});
`;

/** What is compared, and what compares, is made to agree: so it agrees with anything else, too. */
export const equality: Family = {
  name: 'equality',
  says: 'Production code patches what tests compare with, or is equal to everything',
  cheats: [
    {
      name: 'green-patches-assertion',
      says: 'The implementation replaces the assertion that its test uses.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: "import assert from 'node:assert/strict';\n\nassert.equal = () => {};\nexport const sum = () => 1;\n",
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-patches-assertion-by-another-name',
      says: 'The implementation replaces the assertion without naming it.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: `import check from 'node:assert/strict';

for (const name of Object.keys(check)) check[name] = () => {};
export const sum = () => 1;
`,
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-patches-expect-of-vitest',
      says: 'The implementation takes hold of the framework and replaces its matchers.',
      project: 'vitest',
      sessions: [{ phase: 'red', write: { [TEST]: EXPECTING } }],
      phase: 'green',
      does: {
        write: {
          [CODE]: `import { chai } from 'vitest';

chai.Assertion.overwriteMethod('toEqual', () => () => {});
export const sum = () => 1;
`,
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-patches-global-expect-of-jest',
      says: 'The implementation replaces the global expect of jest.',
      project: 'jest',
      phase: 'green',
      does: {
        write: { [CODE]: 'global.expect = () => ({ toBe() {} });\nexports.sum = () => 1;\n' },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-patches-timers',
      says: 'The implementation replaces the timers that its test waits with.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: 'globalThis.setTimeout = (later) => later();\nexport function sum() {\n  return 0;\n}\n',
        },
      },
      expect: { suspicion: 'patches_globals' },
      strict,
    },
    {
      name: 'green-overrides-equality',
      says: 'The implementation gives back something that is equal to everything.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: {
          [PYTHON.codeFile]: `class Anything:
    def __eq__(self, other):
        return True


def total(numbers):
    return Anything()
`,
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-inherits-equality',
      says: 'The implementation gives back a mock that the standard library made equal to everything.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: { [PYTHON.codeFile]: 'from unittest.mock import ANY\n\n\ndef total(numbers):\n    return ANY\n' },
      },
      expect: { refused: 'expectation_ignored' },
    },
    {
      name: 'green-matches-everything',
      says: 'The implementation gives back what the framework takes for a pattern that matches everything.',
      project: 'vitest',
      sessions: [{ phase: 'red', write: { [TEST]: EXPECTING } }],
      phase: 'green',
      does: {
        write: {
          [CODE]: `export const sum = () => ({ $$typeof: Symbol.for('jest.asymmetricMatcher'), asymmetricMatch: () => true });\n`,
        },
      },
      expect: { refused: 'expectation_ignored' },
    },
  ],
};
