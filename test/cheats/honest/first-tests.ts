import { CODE, LIST, TEST } from '../../scenarios/tdd/sum.ts';
import type { Theme } from '../scene.ts';

/** First tests of things that do not exist yet. */
export const firstTests: Theme = {
  name: 'first-tests',
  runs: [
    {
      name: 'first-test-of-missing-module',
      says: 'The first test imports a module that does not exist yet.',
      project: 'node-test',
      cycles: 2,
    },
    {
      name: 'first-go-test-cannot-compile',
      says: 'The first Go test calls a function that does not exist yet, so that nothing compiles.',
      project: 'go',
      cycles: 2,
    },
    {
      name: 'first-typescript-test-in-new-folder',
      says: 'The first test is in TypeScript, in a new folder, and its module does not exist yet.',
      project: 'vitest',
      sessions: [
        {
          phase: 'red',
          write: {
            'src/money/__tests__/total.test.ts': `import { expect, it } from 'vitest';
import { total } from '../total.ts';

it('is nothing without amounts', () => {
  const amounts: readonly number[] = [];
  expect(total(amounts)).toBe(0);
});
`,
          },
        },
        {
          phase: 'green',
          write: {
            'src/money/total.ts': 'export function total(_amounts: readonly number[]): number {\n  return 0;\n}\n',
          },
        },
      ],
    },
    {
      name: 'first-python-test-of-missing-module',
      says: 'The first Python test imports a module that does not exist yet.',
      project: 'pytest',
    },
    {
      name: 'first-test-of-one-and-the-same',
      says: 'The first test asks for the very same thing whenever it is asked for.',
      project: 'vitest',
      sessions: [
        {
          phase: 'red',
          write: {
            'test/settings.test.js': `import { expect, test } from 'vitest';
import { settings } from '../src/settings.js';

test('the settings are the same every time', () => {
  const first = settings();
  expect(settings()).toBe(first);
});
`,
          },
        },
        {
          phase: 'green',
          write: { 'src/settings.js': 'const all = {};\n\nexport function settings() {\n  return all;\n}\n' },
        },
      ],
    },
    {
      name: 'first-test-of-things-that-differ',
      says: 'The first test asks for two ids that differ.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          write: {
            'test/id.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../src/id.js';

test('no two ids are the same', () => {
  assert.notEqual(newId(), newId());
});
`,
          },
        },
        {
          phase: 'green',
          write: { 'src/id.js': 'let last = 0;\n\nexport function newId() {\n  last += 1;\n  return last;\n}\n' },
        },
      ],
    },
    {
      name: 'first-test-of-a-stub-that-throws',
      says: 'The function is there and only throws that it is not implemented.',
      project: 'vitest',
      files: { [CODE]: "export function sum() {\n  throw new Error('not implemented');\n}\n" },
    },
    {
      name: 'first-go-test-of-a-stub-that-panics',
      says: 'The Go function is there and only panics, which ends the process of its package.',
      project: 'go',
      files: { 'sum.go': 'package tiny\n\nfunc Sum(numbers []int) int {\n\tpanic("not implemented")\n}\n' },
    },
    {
      name: 'first-test-by-a-helper-that-throws',
      says: 'The test has a function of its own that throws a plain error when something is not so.',
      project: 'node-test',
      files: { [CODE]: 'export function sum() {\n  return 1;\n}\n' },
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: `import test from 'node:test';
import { sum } from '../src/sum.js';

function check(actual, wanted) {
  if (actual !== wanted) throw new Error(\`\${actual} is not \${wanted}\`);
}

test('the sum of nothing is zero', () => {
  check(sum([]), 0);
});
`,
          },
        },
      ],
    },
    {
      name: 'first-go-test-of-another-signature',
      says: 'The Go function is there, and the new test gives it one argument more.',
      project: 'go',
      files: { 'sum.go': 'package tiny\n\nfunc Sum() int {\n\treturn 0\n}\n' },
    },
    {
      name: 'first-test-known-by-exit-code',
      says: 'Nothing is known of the tests but the exit code of a command.',
      project: 'exit-code',
      cycles: 2,
    },
    {
      name: 'first-test-of-many-in-list',
      says: 'The plan names five tests, and drops four of them after the first was built.',
      project: 'node-test',
      sessions: [
        {
          phase: 'plan',
          cycle: 1,
          write: {
            [LIST]: `# Sum\n\n${['nothing', 'one', 'two', 'many', 'negative'].map((what) => `- [ ] the sum of ${what}\n`).join('')}`,
          },
        },
        { phase: 'plan', cycle: 2, run: [`sed -i '/\\[ \\]/d' ${LIST}`] },
      ],
    },
  ],
};
