import type { Script } from '../../src/runners/script.ts';
import { CODE, FIRST_TEST, LIST, LOOP, REDUCE, SECOND_TEST, TEST, ZERO } from '../scenarios/tdd/sum.ts';

const THIRD = 'what is no number is refused';

const THIRD_TEST = `
test('${THIRD}', () => {
  assert.throws(() => sum(['1']), TypeError);
});
`;

const STRICT = `export function sum(numbers) {
  for (const number of numbers) {
    if (typeof number !== 'number') throw new TypeError(\`\${number} is no number\`);
  }
  return numbers.reduce((total, number) => total + number, 0);
}
`;

const LIST_TEXT = `# Sum

- [ ] the sum of nothing is zero
- [ ] the sum of two numbers
- [ ] ${THIRD}
`;

const complete = (summary: string) => ({ status: 'complete', summary });

/** A sum in three cycles, played by agents that never err: the same for a script and for scripted models. */
export const KATA: Script = [
  { phase: 'plan', cycle: 1, write: { [LIST]: LIST_TEXT }, result: complete('Three tests, the simplest first.') },
  { phase: 'plan', result: complete('The order is right.') },
  { phase: 'red', cycle: 1, write: { [TEST]: FIRST_TEST }, result: complete('There is no sum yet.') },
  { phase: 'green', cycle: 1, write: { [CODE]: ZERO }, result: complete('Always zero.') },
  { phase: 'red', cycle: 2, append: { [TEST]: SECOND_TEST }, result: complete('Two numbers.') },
  { phase: 'green', cycle: 2, write: { [CODE]: LOOP }, run: ['node --test'], result: complete('A loop.') },
  {
    phase: 'refactor',
    cycle: 2,
    replace: [{ path: CODE, find: LOOP, with: REDUCE }],
    result: complete('Let reduce add up.'),
  },
  { phase: 'red', cycle: 3, append: { [TEST]: THIRD_TEST }, result: complete('Texts are refused.') },
  { phase: 'green', cycle: 3, write: { [CODE]: STRICT }, result: complete('A look at each of them.') },
  { phase: 'refactor', result: complete('Nothing to improve.') },
];

/** What the commits of its run are called. */
export const SUBJECTS: readonly string[] = [
  'plan: T1 the sum of nothing is zero',
  'test: the sum of nothing is zero',
  'feat: the sum of nothing is zero',
  'refactor: no changes needed',
  'plan: T2 the sum of two numbers',
  'test: the sum of two numbers',
  'feat: the sum of two numbers',
  'refactor: Let reduce add up',
  `plan: T3 ${THIRD}`,
  `test: ${THIRD}`,
  `feat: ${THIRD}`,
  'refactor: no changes needed',
  'plan: the list is done',
];
