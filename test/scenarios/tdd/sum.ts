/** One session of the agent in test/agents/planned.mjs: the first that fits is played, so earlier ones stand above later. */
export interface Session {
  readonly phase: string;
  readonly cycle?: number;
  readonly attempt?: number;
  /** Shell commands, with the package as their input; one that fails ends the session with its exit code. */
  readonly run?: readonly string[];
  readonly write?: Readonly<Record<string, string>>;
  readonly append?: Readonly<Record<string, string>>;
  readonly delete?: readonly string[];
  readonly print?: string;
  readonly prints_environment?: boolean;
  readonly wait_ms?: number;
  /** What it leaves at BATON_OUTPUT: as JSON, or text as it is. */
  readonly result?: unknown;
  readonly exit?: number;
}

export const LIST = 'test-list.md';
export const TEST = 'test/sum.test.js';
export const CODE = 'src/sum.js';

export const ITEMS = ['the sum of nothing is zero', 'the sum of two numbers'] as const;

const [NOTHING, TWO] = ITEMS;

export const FIRST_TEST = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('${NOTHING}', () => {
  assert.equal(sum([]), 0);
});
`;

export const SECOND_TEST = `
test('${TWO}', () => {
  assert.equal(sum([1, 2]), 3);
});
`;

export const ZERO = `export function sum() {
  return 0;
}
`;

export const LOOP = `export function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
`;

export const REDUCE = `export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
`;

/** What agents write on their way to a sum, in some language. */
export interface SumTexts {
  readonly testFile: string;
  readonly codeFile: string;
  readonly firstTest: string;
  /** Added behind the first. */
  readonly secondTest: string;
  readonly zero: string;
  readonly loop: string;
  readonly tidy: string;
}

/** Agents that build a sum, test first, in two cycles, and never err. */
export function sumWith({ testFile, codeFile, firstTest, secondTest, zero, loop, tidy }: SumTexts): Session[] {
  return [
    {
      phase: 'plan',
      cycle: 1,
      write: { [LIST]: `# Sum\n\n${ITEMS.map((item) => `- [ ] ${item}\n`).join('')}` },
      result: { status: 'complete', summary: 'Two tests, the simplest first.' },
    },
    { phase: 'plan' },
    {
      phase: 'red',
      cycle: 1,
      write: { [testFile]: firstTest },
      result: { status: 'complete', summary: 'There is no sum yet.', learnt: ['Amounts are whole numbers.'] },
    },
    { phase: 'green', cycle: 1, write: { [codeFile]: zero }, result: { status: 'complete', summary: 'Always zero.' } },
    { phase: 'red', cycle: 2, append: { [testFile]: secondTest } },
    { phase: 'green', cycle: 2, write: { [codeFile]: loop }, result: { status: 'complete', summary: 'A loop.' } },
    {
      phase: 'refactor',
      cycle: 2,
      write: { [codeFile]: tidy },
      result: { status: 'complete', summary: 'Let reduce add up.' },
    },
    { phase: 'refactor', result: { status: 'complete', summary: 'Nothing to improve.' } },
  ];
}

/** The same in JavaScript with node:test. */
export const SUM = sumWith({
  testFile: TEST,
  codeFile: CODE,
  firstTest: FIRST_TEST,
  secondTest: SECOND_TEST,
  zero: ZERO,
  loop: LOOP,
  tidy: REDUCE,
});

/** Agents that stop after the first test of the list: for what one cycle shows. */
export const ONE_TEST: Session = { phase: 'plan', cycle: 1, write: { [LIST]: `# Sum\n\n- [ ] ${NOTHING}\n` } };
