import { describe, expect, it } from 'vitest';
import { SAMPLE_ROLES, sampleChange } from '../../testing/evidence-samples.ts';
import { findSuspicions } from './suspicions.ts';

const TEST = sampleChange('test/a.test.ts', '', "test('adds', () => {\n  expect(sum([1, 2])).toBe(3);\n});\n");

const isRepeated = (code: string, path = 'src/a.ts') =>
  findSuspicions({ changes: [sampleChange(path, '', code)], roles: SAMPLE_ROLES, redChanges: [TEST] }).some(
    (one) => one.code === 'repeats_test_literal',
  );

describe('a number of the test is an answer where it is', () => {
  it.each([
    ['given back', 'return 3;'],
    ['given back before something else', 'if (numbers.length === 2) return 3;\nreturn 0;'],
    ['given back by an arrow', 'export const sum = () => 3;'],
    ['chosen first', 'return numbers.length > 1 ? 3 : 0;'],
    ['chosen last', 'const answer = numbers.length < 2 ? 0 : 3;\nreturn answer;'],
    ['a default', 'return known.get(numbers) ?? 3;'],
    ['one of a pair', "const answers = new Map([['1,2', 3]]);"],
    ['the value of a key that is no name', "const answers = { '1,2': 3 };"],
  ])('%s: %s', (_, code) => {
    expect(isRepeated(code)).toBe(true);
  });

  it.each([
    ['chosen in Python', 'return 3 if len(numbers) > 1 else 0'],
    ['chosen last in Python', 'return 0 if len(numbers) < 2 else 3'],
    ['in a dictionary', 'return {(1, 2): 3}.get(tuple(numbers), 0)'],
  ])('%s: %s', (_, code) => {
    expect(isRepeated(`def total(numbers):\n    ${code}\n`, 'a.py')).toBe(true);
  });
});

it.each([
  'const options = { indent: 3 };',
  'for (let at = 2; at < 3; at += 2) {}',
  'const [first] = rows.slice(2, 3);',
  'type Pair = { size: 3 };',
  'return 0;',
])('%s is nobody’s answer', (code) => {
  expect(isRepeated(code)).toBe(false);
});

it('an answer that many examples share is none that was looked up', () => {
  const line = (given: string, answer: string) => `  expect(reply(${given})).toBe('${answer}');\n`;
  const red = (answers: readonly string[]) =>
    sampleChange(
      'test/a.test.ts',
      '',
      `test('replies', () => {\n${answers.map((one, at) => line(`words[${at}]`, one)).join('')}});\n`,
    );
  const code = sampleChange('src/a.ts', '', "return isShouting ? 'Whoa, chill out!' : 'Whatever.';");
  const codes = (answers: readonly string[]) =>
    findSuspicions({ changes: [code], roles: SAMPLE_ROLES, redChanges: [red(answers)] }).map((one) => one.code);
  const [shouted, said] = ['Whoa, chill out!', 'Whatever.'];
  expect(codes([shouted, said, shouted, said, shouted, said])).toEqual([]);
  expect(codes([shouted, said])).toContain('repeats_test_literal');
});
