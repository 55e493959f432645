import { expect, it } from 'vitest';
import { CODE_RULES, TEST_RULES } from './rules.ts';

const codesFor = (line: string) => CODE_RULES.filter(({ pattern }) => pattern.test(line)).map(({ code }) => code);

it.each([
  "if (process.env.npm_lifecycle_event === 'test') {",
  'globalThis.__vitest_worker__ !== undefined',
  "process.cwd().includes('baton-')",
  'process.env.BATON_PHASE',
  'process.env.NODE_TEST_WORKER_ID',
  "process.execArgv.includes('--test')",
])('%s asks whether it runs under a test', (line) => {
  expect(codesFor(line)).toContain('looks_at_test_environment');
});

it.each(['const batons = 3;', 'import { pass } from "./baton.js";', 'const jest = "a joke";'])(
  '%s does not',
  (line) => {
    expect(codesFor(line)).toEqual([]);
  },
);

it.each(["test('a', { timeout: 600_000 }, () => {", '}, 60_000);', 'timeout: 5000'])(
  '%s gives a test more time',
  (line) => {
    expect(TEST_RULES.filter(({ pattern }) => pattern.test(line)).map(({ code }) => code)).toContain('retries');
  },
);

it.each([
  'impl<T> PartialEq<Other<T>> for Money {',
  'impl PartialEq for Money {',
  '  valueOf() {',
  '  valueOf(): number {',
  'Money.prototype = { valueOf: () => 3 };',
])('%s decides what is equal', (line) => {
  expect(codesFor(line)).toContain('overrides_equality');
});

it.each([
  'impl<T: Copy + PartialEq> Default for Grid<T> {',
  'return Color.valueOf(name).ordinal();',
  'String letter = String.valueOf(text.charAt(0));',
  'const moment = date.valueOf() + 3;',
])('%s does not decide what is equal', (line) => {
  expect(codesFor(line)).not.toContain('overrides_equality');
});
