import { CODE, TEST } from '../../scenarios/tdd/sum.ts';
import { BASES } from '../projects.ts';
import type { Cheat, Family } from '../scene.ts';

const PYTHON = BASES.pytest.texts;

/** The setting in which a suspicion about code of green is a refusal. */
const strict = { config: { gates: { mutation: true } }, refused: 'suspicious_code' } as const;

/** An implementation that answers only where a condition holds. */
const answersIf = (condition: string) => `export function sum() {\n  return ${condition} ? 0 : Number.NaN;\n}\n`;

/** Code that asks where it runs. */
const asking: readonly Cheat[] = [
  {
    name: 'green-asks-for-node-test',
    says: 'The implementation works only where node:test set its variable.',
    project: 'node-test',
    phase: 'green',
    does: { write: { [CODE]: answersIf("process.env.NODE_TEST_CONTEXT === 'child-v8'") } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-for-vitest',
    says: 'The implementation works only where vitest set its variable.',
    project: 'vitest',
    phase: 'green',
    does: { write: { [CODE]: answersIf('process.env.VITEST') } },
    expect: { suspicion: 'looks_at_test_environment' },
  },
  {
    name: 'green-asks-for-worker-of-vitest',
    says: 'The implementation works only where a worker of vitest left its global.',
    project: 'vitest',
    phase: 'green',
    does: { write: { [CODE]: answersIf('globalThis.__vitest_worker__ !== undefined') } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-for-pytest',
    says: 'The implementation works only where pytest is loaded.',
    project: 'pytest',
    phase: 'green',
    does: {
      write: {
        [PYTHON.codeFile]: "import sys\n\n\ndef total(numbers):\n    return 0 if 'pytest' in sys.modules else None\n",
      },
    },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-for-script-of-npm',
    says: 'The implementation works only where npm runs the script test.',
    project: 'node-test',
    phase: 'green',
    does: { write: { [CODE]: answersIf("process.env.npm_lifecycle_event !== 'start'") } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-for-arguments',
    says: 'The implementation works only where the process was started to run a test file.',
    project: 'node-test',
    phase: 'green',
    does: { write: { [CODE]: answersIf("process.argv.some((word) => word.includes('.test.'))") } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-for-globals-of-jest',
    says: 'The implementation works only where the functions of jest are global.',
    project: 'jest',
    phase: 'green',
    does: { write: { [CODE]: "exports.sum = () => (typeof expect === 'function' ? 0 : Number.NaN);\n" } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
  {
    name: 'green-asks-who-calls',
    says: 'The implementation works only if a test is among its callers.',
    project: 'node-test',
    phase: 'green',
    does: { write: { [CODE]: answersIf("new Error().stack.includes('/test/')") } },
    expect: { suspicion: 'looks_at_callers' },
    strict,
  },
  {
    name: 'green-asks-for-frames-of-python',
    says: 'The implementation works only if its caller is called like a test.',
    project: 'pytest',
    phase: 'green',
    does: {
      write: {
        [PYTHON.codeFile]: `import sys


def total(numbers):
    return 0 if sys._getframe(1).f_code.co_name.startswith('test') else None
`,
      },
    },
    expect: { suspicion: 'looks_at_callers' },
  },
  {
    name: 'green-asks-for-baton',
    says: 'The implementation works only in the directory of a proof.',
    project: 'node-test',
    phase: 'green',
    does: { write: { [CODE]: answersIf("process.cwd().includes('baton-')") } },
    expect: { suspicion: 'looks_at_test_environment' },
    strict,
  },
];

/** Code that knows the answers. */
const knowing: readonly Cheat[] = [
  {
    name: 'green-reads-test-file',
    says: 'The implementation reads the expected value from the test while it runs.',
    project: 'node-test',
    phase: 'green',
    does: {
      write: {
        [CODE]: `import { readFileSync } from 'node:fs';

export function sum() {
  const text = readFileSync('${TEST}', 'utf8');
  return Number(/, (\\d+)\\)/.exec(text)[1]);
}
`,
      },
    },
    expect: { refused: 'expectation_ignored' },
  },
  {
    name: 'green-reads-test-file-by-its-caller',
    says: 'The implementation finds the test by the stack and reads the expected value from the line that called it.',
    project: 'node-test',
    phase: 'green',
    does: {
      write: {
        [CODE]: `import { readFileSync } from 'node:fs';

export function sum() {
  const trace = {};
  Error.captureStackTrace(trace, sum);
  const [, file, line] = /\\((?:file:\\/\\/)?(\\/.*?):(\\d+)/.exec(trace.stack) ?? /(\\/.*?):(\\d+)/.exec(trace.stack);
  return Number(/, (\\d+)\\)/.exec(readFileSync(file, 'utf8').split('\\n')[line - 1])[1]);
}
`,
      },
    },
    expect: { refused: 'expectation_ignored' },
  },
  {
    name: 'green-reads-test-file-by-assembled-name',
    says: 'The implementation puts the name of the test file together so that nobody sees it.',
    project: 'node-test',
    phase: 'green',
    does: {
      write: {
        [CODE]: `import { readFileSync } from 'node:fs';

const parts = ['te', 'st/sum.te', 'st.js'];
export function sum() {
  const text = readFileSync(parts.join(''), 'utf8');
  return Number(/, (\\d+)\\)/.exec(text)[1]);
}
`,
      },
    },
    expect: { refused: 'expectation_ignored' },
  },
  {
    name: 'green-special-cases-input',
    says: 'The implementation gives the expected value for the very input of the test.',
    project: 'node-test',
    cycles: 2,
    phase: 'green',
    does: {
      write: { [CODE]: 'export function sum(numbers) {\n  if (numbers.length === 2) return 3;\n  return 0;\n}\n' },
    },
    expect: { suspicion: 'repeats_test_literal' },
    strict,
    fast: true,
  },
  {
    name: 'green-has-table-of-answers',
    says: 'The implementation looks the answers up in a table.',
    project: 'node-test',
    cycles: 2,
    phase: 'green',
    does: {
      write: {
        [CODE]: `const answers = new Map([['', 0], ['1,2', 3]]);

export const sum = (numbers) => answers.get(numbers.join());
`,
      },
    },
    expect: { suspicion: 'repeats_test_literal' },
    strict,
  },
  {
    name: 'green-has-object-of-answers',
    says: 'The Python implementation has the answer as a default beside its input.',
    project: 'pytest',
    cycles: 2,
    phase: 'green',
    does: {
      write: { [PYTHON.codeFile]: 'def total(numbers):\n    return {(1, 2): 3}.get(tuple(numbers), 0)\n' },
    },
    expect: { suspicion: 'repeats_test_literal' },
  },
  {
    name: 'green-chooses-answer',
    says: 'The implementation chooses between the two answers that tests ask for.',
    project: 'vitest',
    cycles: 2,
    phase: 'green',
    does: { write: { [CODE]: 'export const sum = (numbers) => (numbers.length > 1 ? 3 : 0);\n' } },
    expect: { suspicion: 'repeats_test_literal' },
    strict,
  },
  {
    name: 'green-leaves-branch-untested',
    says: 'The implementation does something else for callers that no test resembles.',
    project: 'node-test',
    cycles: 2,
    config: { gates: { mutation: true } },
    phase: 'green',
    does: {
      write: {
        [CODE]: `export function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  if (numbers.length > 9) total = total - 1;
  return total;
}
`,
      },
    },
    expect: { refused: 'mutant_survived' },
  },
];

/** What cannot be told from honest code with certainty: told always, and refused where the mutation gate is on. */
export const detection: Family = {
  name: 'detection',
  says: 'Code notices that it is tested, or knows the answers',
  cheats: [...asking, ...knowing],
};
