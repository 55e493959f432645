import { CODE, FIRST_TEST, LIST, LOOP, SECOND_TEST, TEST, ZERO } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Theme } from '../scene.ts';

const AS_AGENT = 'git -c user.name=Agent -c user.email=agent@example.com';

/** A sum that begins with one, and a test that takes it for right. */
const WRONG_SUM = LOOP.replace('total = 0', 'total = 1');
const WRONG_TEST = FIRST_TEST.replace(', 0)', ', 1)').replace('nothing is zero', 'nothing');

const PRODUCT = 'export const product = (numbers) => numbers.reduce((all, number) => all * number, 1);\n';
const PRODUCT_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as all from '../src/sum.js';

test('the product of nothing', () => {
  assert.equal(all.product([]), 1);
});
`;

/** Work that is more than a test and a function. */
export const wholeWork: Theme = {
  name: 'whole-work',
  runs: [
    {
      name: 'bug-fix-with-changed-assertion',
      says: 'A bug is mended whose test was wrong too, which the plan says.',
      project: 'node-test',
      files: { [CODE]: WRONG_SUM, [TEST]: WRONG_TEST },
      sessions: [
        {
          phase: 'plan',
          cycle: 1,
          write: { [LIST]: `# Sum\n\n- [ ] the sum of nothing is zero (changes: ${TEST})\n` },
        },
        { phase: 'red', write: { [TEST]: WRONG_TEST.replace(', 1)', ', 0)') } },
        { phase: 'green', write: { [CODE]: LOOP } },
      ],
    },
    {
      name: 'dead-code-removed-with-its-test',
      says: 'Dead code goes with its test, which the plan says.',
      project: 'node-test',
      files: { [CODE]: LOOP + PRODUCT, 'test/product.test.js': PRODUCT_TEST },
      sessions: [
        {
          phase: 'plan',
          cycle: 1,
          write: { [LIST]: '# Sum\n\n- [ ] there is no product any more (removes: the product of nothing)\n' },
        },
        {
          phase: 'red',
          write: {
            'test/product.test.js': PRODUCT_TEST.replace(/test\('[\s\S]*$/, '').concat(
              "test('there is no product any more', () => {\n  assert.equal('product' in all, false);\n});\n",
            ),
          },
        },
        { phase: 'green', write: { [CODE]: LOOP } },
      ],
    },
    {
      name: 'dependency-added-in-green',
      says: 'Green uses a package and adds it to what the project depends on.',
      project: 'vitest',
      sessions: [
        {
          phase: 'green',
          write: {
            'package.json':
              '{ "type": "module", "scripts": { "test": "vitest run" }, "devDependencies": { "vitest": "4" }, "dependencies": { "yaml": "^2.0.0" } }\n',
            [CODE]: "import { parse } from 'yaml';\n\nexport function sum() {\n  return parse('0');\n}\n",
          },
        },
      ],
    },
    {
      name: 'manifest-grows-in-green',
      says: 'Green raises the version and adds a program, an export and scripts that are no tests.',
      project: 'node-test',
      sessions: [
        {
          phase: 'green',
          run: [
            "mkdir -p bin && printf '#!/usr/bin/env node\\nconsole.log(0);\\n' > bin/sum.js && chmod +x bin/sum.js",
          ],
          write: {
            'package.json': `${JSON.stringify({
              name: 'tiny',
              version: '1.1.0',
              type: 'module',
              scripts: { test: 'node --test', build: 'node build.js', start: 'node bin/sum.js' },
              bin: { sum: 'bin/sum.js' },
              exports: { '.': './src/sum.js' },
            })}\n`,
            [CODE]: ZERO,
          },
        },
      ],
    },
    {
      name: 'agents-that-commit',
      says: 'Every agent commits, on branches of its own, and one leaves its work staged.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          run: [
            `mkdir -p test && cat > ${TEST} <<'END'\n${FIRST_TEST}END`,
            `git checkout --quiet -b mine && git add --all && ${AS_AGENT} commit --quiet --message one`,
            `${AS_AGENT} commit --quiet --amend --message two && git tag done`,
          ],
        },
        { phase: 'green', run: [`mkdir -p src && cat > ${CODE} <<'END'\n${ZERO}END`, 'git add --all'] },
      ],
    },
    {
      name: 'agents-that-leave-litter',
      says: 'Agents leave caches, coverage and logs where the project ignores them.',
      project: 'node-test',
      files: { '.gitignore': 'coverage/\n*.log\nnode_modules/\n' },
      sessions: [
        {
          phase: 'green',
          run: ['mkdir -p coverage node_modules/.cache/x && echo 1 > coverage/all.json && echo 2 > run.log'],
          write: { [CODE]: ZERO },
        },
      ],
    },
    {
      name: 'agents-that-only-talk',
      says: 'Agents say what they did in prose, and leave no result.',
      project: 'node-test',
      sessions: [
        { phase: 'red', write: { [TEST]: FIRST_TEST }, print: 'I wrote a test. It fails, as it should.' },
        { phase: 'green', write: { [CODE]: ZERO }, print: 'Done!\n\nThe sum of nothing is 0 now {hopefully}.' },
      ],
    },
    {
      name: 'file-deleted-in-green',
      says: 'Green deletes a file that nothing needs any more.',
      project: 'node-test',
      files: { 'src/old.js': 'export const old = 1;\n' },
      sessions: [{ phase: 'green', delete: ['src/old.js'], write: { [CODE]: ZERO } }],
    },
    {
      name: 'link-added-in-green',
      says: 'Green adds a link from one of its files to another.',
      project: 'node-test',
      sessions: [{ phase: 'green', run: ['mkdir -p src && ln -s sum.js src/total.js'], write: { [CODE]: ZERO } }],
    },
    {
      name: 'skipped-test-stays-skipped',
      says: 'A test that was skipped before stays so, beside a todo.',
      project: 'node-test',
      files: {
        'test/old.test.js':
          "import { test } from 'node:test';\n\ntest.skip('later', () => {});\ntest.todo('some day');\ntest('now', () => {});\n",
      },
    },
    {
      name: 'known-failure-stays',
      says: 'A test that failed before the run began still fails, which was accepted.',
      project: 'node-test',
      files: {
        'test/old.test.js':
          "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n\ntest('broken since long ago', () => {\n  assert.equal(1, 2);\n});\n",
      },
      flags: ['--accept-baseline-failures'],
    },
    {
      name: 'work-under-mutation-gate',
      says: 'Every line that is written is needed, where each is made wrong to see that.',
      project: 'node-test',
      cycles: 2,
      config: { gates: { mutation: true } },
    },
    {
      name: 'work-without-sandbox',
      says: 'Nothing contains agents and tests.',
      project: 'node-test',
      cycles: 2,
      flags: ['--sandbox', 'off'],
    },
    {
      name: 'work-in-jest',
      says: 'A project of CommonJS modules is built with jest.',
      project: 'jest',
      cycles: 2,
    },
    {
      name: 'work-in-two-languages',
      says: 'A Python project has scripts in JavaScript and a README beside it.',
      project: 'pytest',
      cycles: 2,
      files: { 'tools/build.js': 'console.log(1);\n', 'README.md': '# Tiny\n' },
      sessions: [
        {
          phase: 'green',
          cycle: 2,
          write: {
            [BASES.pytest.texts.codeFile]: BASES.pytest.texts.loop,
            'tools/build.js': 'console.log(2);\n',
            'README.md': '# Tiny\n\nIt adds.\n',
          },
        },
      ],
    },
    {
      name: 'two-tests-in-one-cycle',
      says: 'Red writes two tests for one item.',
      project: 'node-test',
      sessions: [
        { phase: 'red', write: { [TEST]: FIRST_TEST + SECOND_TEST } },
        { phase: 'green', write: { [CODE]: LOOP } },
      ],
    },
  ],
};
