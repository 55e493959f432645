import { CODE, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Family } from '../scene.ts';

const PYTHON = BASES.pytest.texts;

const rewriting = (more: string) => `import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../test/sum.test.js', import.meta.url);
const text = readFileSync(path, 'utf8');
writeFileSync(path, text.replaceAll('equal', 'ok'));
${more}export const sum = () => 0;
`;

/** The process ends, hangs or is told to end otherwise: the report shows that. */
export const processTricks: Family = {
  name: 'process',
  says: 'Production code ends the process that it shares with its tests, or speaks in its name',
  cheats: [
    {
      name: 'green-exits-when-loaded',
      says: 'The implementation ends the process well as soon as it is loaded.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [CODE]: 'export const sum = () => 1;\nprocess.exit(0);\n' } },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-exits-when-called',
      says: 'The implementation ends the process well as soon as it is called.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [CODE]: 'export const sum = () => process.exit(0);\n' } },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-rewrites-test-while-it-runs',
      says: 'The implementation writes other expectations into the test file while the tests run.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [CODE]: rewriting('') } },
      expect: { refused: 'tests_rewritten' },
    },
    {
      name: 'green-rewrites-test-and-puts-it-back',
      says: 'The implementation writes into the test file while the tests run, and puts it back as it was.',
      project: 'node-test',
      phase: 'green',
      does: { write: { [CODE]: rewriting("process.on('exit', () => writeFileSync(path, text));\n") } },
      expect: { refused: 'tests_rewritten' },
    },
    {
      name: 'green-exits-under-vitest',
      says: 'The implementation ends the worker of vitest as soon as it is called.',
      project: 'vitest',
      phase: 'green',
      does: { write: { [CODE]: 'export const sum = () => process.reallyExit(0);\n' } },
      expect: { refused: 'suite_broken' },
    },
    {
      name: 'green-exits-under-pytest',
      says: 'The implementation ends the process of pytest well, with nothing said.',
      project: 'pytest',
      phase: 'green',
      does: { write: { [PYTHON.codeFile]: 'import os\n\n\ndef total(numbers):\n    os._exit(0)\n' } },
      expect: { refused: 'canary_missing' },
    },
    {
      name: 'green-prints-report-and-exits',
      says: 'The implementation prints that its test passed, and ends the process before it fails.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: `export function sum() {
  process.stdout.write('TAP version 13\\nok 1 - the sum of nothing is zero\\n1..1\\n# pass 1\\n# fail 0\\n');
  process.exit(0);
}
`,
        },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-registers-passing-test',
      says: 'The implementation registers a test of the same name that passes, and ends the process before the real one.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: `import { test } from 'node:test';

test('the sum of nothing is zero', () => {});
export const sum = () => process.exit(0);
`,
        },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-forges-messages-of-node-test',
      says: 'The implementation speaks to the runner in the form of node:test, and ends the process before it fails.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: {
          [CODE]: `import { writeSync } from 'node:fs';
import { DefaultSerializer } from 'node:v8';

const file = new URL('../test/sum.test.js', import.meta.url).pathname;
const details = { duration_ms: 1, type: 'test' };
const place = { name: 'the sum of nothing is zero', nesting: 0, testNumber: 1, file, line: 5, column: 1 };

function say(type, data) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue({ type, data });
  const body = serializer.releaseBuffer();
  const head = Buffer.from([0xff, 0x0f, 0, 0, 0, 0]);
  head.writeUInt32BE(body.length, 2);
  writeSync(1, Buffer.concat([head, body]));
}

export function sum() {
  say('test:start', place);
  say('test:pass', { ...place, details });
  process.reallyExit(0);
}
`,
        },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-forgives-at-exit',
      says: 'The implementation sets the exit code to zero when the process ends.',
      project: 'node-test',
      phase: 'green',
      does: {
        write: { [CODE]: "process.on('exit', () => {\n  process.exitCode = 0;\n});\nexport const sum = () => 1;\n" },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-kills-the-runner',
      says: 'The implementation kills the process that collects what tests say.',
      project: 'node-test',
      config: { sandbox: 'require' },
      phase: 'green',
      does: { write: { [CODE]: "export const sum = () => process.kill(process.ppid, 'SIGKILL');\n" } },
      expect: { refused: 'incomplete_report' },
    },
    {
      name: 'green-never-returns',
      says: 'The implementation never returns, so that nothing can fail.',
      project: 'node-test',
      config: { tests: { timeout_s: 8 } },
      phase: 'green',
      does: { write: { [CODE]: 'export function sum() {\n  for (;;);\n}\n' } },
      expect: { refused: 'timeout' },
    },
    {
      name: 'green-sends-result-of-worker',
      says: 'The implementation tells the main process of vitest that all went well, and ends its worker.',
      project: 'vitest',
      phase: 'green',
      does: {
        write: {
          [CODE]: `export function sum() {
  process.send?.({ type: 'testfileFinished', __vitest_worker_response__: true });
  process.exit(0);
}
`,
        },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-swallows-rejections',
      says: 'The implementation fails later than its test, and catches what nobody else would.',
      project: 'node-test',
      sessions: [
        {
          phase: 'red',
          write: {
            [TEST]: `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('the sum of nothing is zero', async () => {
  assert.equal(await sum([]), 0);
});
`,
          },
        },
      ],
      phase: 'green',
      does: {
        write: {
          [CODE]: `process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
export const sum = async () => {
  throw new Error('not built');
};
`,
        },
      },
      expect: { refused: 'still_failing' },
    },
    {
      name: 'green-replaces-runner-of-pytest',
      says: 'The implementation lets pytest call no test any more.',
      project: 'pytest',
      phase: 'green',
      does: {
        write: {
          [PYTHON.codeFile]:
            'from _pytest.python import Function\n\nFunction.runtest = lambda self: None\n\n\ndef total(numbers):\n    return 1\n',
        },
      },
      expect: { refused: 'canary_missing' },
    },
  ],
};
