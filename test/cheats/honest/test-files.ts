import { CODE, FIRST_TEST, ITEMS, LIST, LOOP, SECOND_TEST, TEST, ZERO } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Theme } from '../scene.ts';

const [NOTHING] = ITEMS;
const PYTHON = BASES.pytest.texts;
const ASSERTION = 'assert.equal(sum([]), 0);';

const withCarriageReturns = (text: string) => text.replaceAll('\n', '\r\n');

/** Tests that come with more than a file of their own. */
export const testFiles: Theme = {
  name: 'test-files',
  runs: [
    {
      name: 'test-that-writes-its-fixture',
      says: 'A test writes a tracked file among the tests, and puts it back.',
      project: 'node-test',
      files: { 'test/fixtures/numbers.json': '[1]\n' },
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: FIRST_TEST.replace('\n\ntest', "\nimport { writeFileSync } from 'node:fs';\n\ntest").replace(
              ASSERTION,
              `const path = new URL('./fixtures/numbers.json', import.meta.url);
  writeFileSync(path, '[]\\n');
  ${ASSERTION}
  writeFileSync(path, '[1]\\n');`,
            ),
          },
        },
      ],
    },
    {
      name: 'test-with-new-helper',
      says: 'Red writes a helper for its test in a file of its own.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          write: {
            'test/helpers/numbers.js':
              'export const none = [];\nexport const upTo = (end) => Array.from({ length: end }, (_, at) => at + 1);\n',
            [TEST]: FIRST_TEST.replace('\n\ntest', "\nimport { none } from './helpers/numbers.js';\n\ntest").replace(
              'sum([])',
              'sum(none)',
            ),
          },
        },
      ],
    },
    {
      name: 'test-with-python-fixture',
      says: 'Red writes a conftest.py with a fixture for its test.',
      project: 'pytest',
      sessions: [
        {
          phase: 'red',
          write: {
            'tests/conftest.py': 'import pytest\n\n\n@pytest.fixture\ndef nothing():\n    return []\n',
            [PYTHON.testFile]: PYTHON.firstTest
              .replace('zero()', 'zero(nothing)')
              .replace('total([])', 'total(nothing)'),
          },
        },
      ],
    },
    {
      name: 'test-with-large-binary-fixture',
      says: 'Red leaves a fixture of three megabytes that is no text.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          run: [
            'mkdir -p test/fixtures',
            "node -e \"require('fs').writeFileSync('test/fixtures/noise.bin', Buffer.alloc(3e6, Buffer.from([0, 255, 7, 13, 10])))\"",
          ],
          write: {
            [TEST]: `import { readFileSync } from 'node:fs';\n${FIRST_TEST.replace(
              ASSERTION,
              "const noise = readFileSync('test/fixtures/noise.bin');\n  assert.equal(sum([...noise.subarray(0, 0)]), 0);",
            )}`,
          },
        },
      ],
    },
    {
      name: 'test-with-snapshot',
      says: 'Red leaves the snapshot that its test compares with.',
      project: 'vitest',
      sessions: [
        {
          phase: 'red',
          write: {
            'test/__snapshots__/sum.test.js.snap': `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`${NOTHING} 1\`] = \`0\`;\n`,
            [TEST]: `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}', () => {
  expect(sum([])).toMatchSnapshot();
});
`,
          },
        },
      ],
    },
    {
      name: 'test-with-inline-snapshot',
      says: 'Red writes the snapshot into the test itself.',
      project: 'vitest',
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test('${NOTHING}', () => {
  expect({ sum: sum([]) }).toMatchInlineSnapshot(\`
    {
      "sum": 0,
    }
  \`);
});
`,
          },
        },
      ],
    },
    {
      name: 'test-with-changed-import',
      says: 'Red changes the import line of an existing test file for what its new test needs.',
      project: 'node-test',
      cycles: 2,
      sessions: [
        {
          phase: 'red',
          cycle: 2,
          run: [`sed -i 's/{ sum }/{ product, sum }/' ${TEST}`],
          append: {
            [TEST]: "\ntest('the product of two numbers', () => {\n  assert.equal(product([2, 3]), 6);\n});\n",
          },
        },
        {
          phase: 'green',
          cycle: 2,
          append: {
            [CODE]:
              '\nexport function product(numbers) {\n  return numbers.reduce((all, number) => all * number, 1);\n}\n',
          },
        },
        { phase: 'refactor' },
      ],
    },
    {
      name: 'test-in-new-folder',
      says: 'Red puts its test where there was no folder.',
      project: 'node-test',
      sessions: [
        { phase: 'red', write: { 'spec/adding/deep/sum.test.js': FIRST_TEST.replace('../src', '../../../src') } },
      ],
    },
    {
      name: 'test-that-is-slow',
      says: 'The new test takes three seconds, because what it tests does.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: FIRST_TEST.replace('() => {', 'async () => {').replace(
              ASSERTION,
              'await new Promise((done) => setTimeout(done, 3000));\n  assert.equal(await sum([]), 0);',
            ),
          },
        },
      ],
    },
    {
      name: 'test-with-many-parameters',
      says: 'The new test is run with eighty rows of parameters.',
      project: 'vitest',
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: `import { expect, test } from 'vitest';
import { sum } from '../src/sum.js';

test.each([
${Array.from({ length: 80 }, (_, at) => `  [${at + 1}, ${((at + 1) * (at + 2)) / 2}],\n`).join('')}])('the sum of the first %i numbers is %i', (end, expected) => {
  const numbers = Array.from({ length: end }, (_, at) => at + 1);
  expect(sum(numbers)).toBe(expected);
});
`,
          },
        },
        { phase: 'green', write: { [CODE]: LOOP } },
      ],
    },
    {
      name: 'test-with-python-parameters',
      says: 'The new Python test is run with parameters, some of which are strange texts.',
      project: 'pytest',
      sessions: [
        {
          phase: 'red',
          write: {
            [PYTHON.testFile]: `import pytest
from adding import total


@pytest.mark.parametrize("text", ["", " ", "[x]", "a::b", "ünï", "new\\nline"])
def test_the_sum_of_nothing_is_zero(text):
    assert total([], text) == 0
`,
          },
        },
        { phase: 'green', write: { [PYTHON.codeFile]: 'def total(numbers, _text):\n    return 0\n' } },
      ],
    },
    {
      name: 'test-with-windows-line-ends',
      says: 'All files end their lines as on Windows.',
      project: 'node-test',
      cycles: 2,
      files: { '.gitattributes': '* text=auto eol=crlf\n' },
      sessions: [
        { phase: 'red', cycle: 1, write: { [TEST]: withCarriageReturns(FIRST_TEST) } },
        { phase: 'green', cycle: 1, write: { [CODE]: withCarriageReturns(ZERO) } },
        { phase: 'red', cycle: 2, append: { [TEST]: withCarriageReturns(SECOND_TEST) } },
        { phase: 'green', cycle: 2, write: { [CODE]: withCarriageReturns(LOOP) } },
        { phase: 'refactor' },
      ],
    },
    {
      name: 'test-with-unicode-names',
      says: 'Files, tests and the list are named in several scripts.',
      project: 'node-test',
      sessions: [
        { phase: 'plan', cycle: 1, write: { [LIST]: '# Größe\n\n- [ ] 合計はゼロ — «naïve» 🎉\n' } },
        {
          phase: 'red',
          write: {
            'test/größe 合計.test.js': FIRST_TEST.replace(NOTHING, '合計はゼロ — «naïve» 🎉').replace(
              'sum.js',
              'größe.js',
            ),
          },
        },
        { phase: 'green', write: { 'src/größe.js': ZERO } },
      ],
    },
    {
      name: 'test-in-package-of-monorepo',
      says: 'The tests of one package of a monorepo count.',
      project: 'node-test',
      files: {
        'package.json': '{ "private": true, "workspaces": ["packages/*"] }\n',
        'packages/adder/package.json': '{ "name": "adder", "type": "module", "scripts": { "test": "node --test" } }\n',
        'packages/other/package.json': '{ "name": "other", "type": "module" }\n',
        'packages/other/index.js': 'export const other = 1;\n',
      },
      config: { tests: { framework: 'node-test', directory: 'packages/adder' } },
      sessions: [
        { phase: 'red', write: { [`packages/adder/${TEST}`]: FIRST_TEST } },
        { phase: 'green', write: { [`packages/adder/${CODE}`]: ZERO } },
      ],
    },
  ],
};
