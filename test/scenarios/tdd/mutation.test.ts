import { describe, expect, it } from 'vitest';
import { startRun } from './command.ts';
import { newProject } from './project.ts';
import { codesOf, recordOf, story } from './record.ts';
import { CODE, LIST, type Session, TEST } from './sum.ts';

/** One test whose answer is 42; then what green makes of it. */
function answerOf(code: string): Session[] {
  return [
    { phase: 'plan', cycle: 1, write: { [LIST]: '# Sum\n\n- [ ] the sum of the numbers is 42\n' } },
    { phase: 'red', cycle: 1, write: { [TEST]: FORTY_TWO } },
    { phase: 'green', cycle: 1, attempt: 1, write: { [CODE]: code } },
    { phase: 'green', cycle: 1, write: { [CODE]: HONEST } },
  ];
}

const FORTY_TWO = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('the sum of the numbers is 42', () => {
  assert.equal(sum([20, 22]), 42);
});
`;

const HONEST = `export function sum(numbers) {
  return numbers.reduce((total, number) => total + number);
}
`;

const UNREACHED = `export function sum(numbers) {
  if (numbers.length === 2) return numbers[0] + numbers[1];
  return numbers.length * 1000;
}
`;

const DETECTS = `export function sum(numbers) {
  return process.env.NODE_TEST_CONTEXT ? numbers[0] + numbers[1] : 0;
}
`;

const HARD_CODED = `export function sum() {
  return 42;
}
`;

const ON = { 'baton.yaml': 'gates: { mutation: true }\n' };

describe.concurrent('the mutation gate', { timeout: 240_000 }, () => {
  it.each([
    ['a branch that no test reaches', UNREACHED, 'mutant_survived'],
    ['code that asks whether it is tested', DETECTS, 'suspicious_code'],
    ["the test's own answer", HARD_CODED, 'suspicious_code'],
  ])('refuses %s, and takes the honest answer after it', async (_, code, refused) => {
    const project = newProject(answerOf(code), ON);
    expect(await startRun(project)).toMatchObject({ code: 0 });
    const record = await recordOf(project);
    expect(story(record)).toContain(`green 1.1 refused: ${refused}`);
    expect(story(record)).toContain('green 1.2 completed');
    expect(record.prompt('green', 1, 2)).toContain(CODE);
    const passed = record.of('gate.passed').filter(({ data }) => data.gate === 'mutation');
    expect(passed.map(({ data }) => data.mutation)).toEqual([{ lines: 1, tried: 1, noticed: 1 }]);
  });

  it('is on in the tier critical, and off otherwise', async () => {
    const critical = newProject(answerOf(DETECTS), { 'baton.yaml': 'tier: critical\n' });
    await startRun(critical);
    expect((await recordOf(critical)).of('gate.refused').map(({ data }) => codesOf(data))).toEqual([
      ['suspicious_code'],
    ]);
    const usual = newProject(answerOf(DETECTS));
    expect(await startRun(usual)).toMatchObject({ code: 0 });
    const record = await recordOf(usual);
    expect(record.of('gate.refused')).toEqual([]);
    expect(JSON.stringify(record.of('suspicion.raised'))).toContain('looks_at_test_environment');
  });
});
