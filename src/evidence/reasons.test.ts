import { describe, expect, it } from 'vitest';
import { decide, nameSome, REFUSAL_CODES, reason, reasonFor, reasonSchema, showFailure, showName } from './reasons.ts';

it('every code says in a sentence when it is given', () => {
  for (const meaning of Object.values(REFUSAL_CODES)) expect(meaning).toMatch(/^[A-Z].*\.$/);
});

it('a reason fits the schema of the journal', () => {
  const one = reason('regression', 'It broke.', { tests: ['a::b'], paths: [] });
  expect(one).toEqual({ code: 'regression', message: 'It broke.', tests: ['a::b'] });
  expect(reasonSchema.parse(one)).toEqual(one);
  expect(reasonSchema.safeParse({ code: 'made_up', message: 'x' }).success).toBe(false);
});

it('a reason lists a hundred paths or tests at most', () => {
  const many = Array.from({ length: 300 }, (_, at) => `t${at}`);
  expect(reason('regression', 'x', { tests: many, paths: many })).toMatchObject({
    tests: many.slice(0, 100),
    paths: many.slice(0, 100),
  });
});

it('no list gives no reason', () => {
  expect(reasonFor('regression', 'tests', [], () => 'x')).toEqual([]);
  expect(reasonFor('regression', 'tests', ['a'], (named) => `Broken: ${named}`)).toEqual([
    { code: 'regression', message: 'Broken: a', tests: ['a'] },
  ]);
});

it.each([
  [[], false, 'passed'],
  [[], true, 'rerun'],
  [[reason('flaky', 'x')], true, 'refused'],
  [[reason('flaky', 'x')], false, 'refused'],
] as const)('reasons %j and wanting %s give %s', (reasons, wanting, verdict) => {
  expect(decide(reasons, { a: 1 }, wanting)).toEqual({ verdict, reasons, facts: { a: 1 } });
});

describe('names from agents', () => {
  it('are counted past the fifth', () => {
    expect(nameSome(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('a, b, c, d, e and 2 more');
    expect(nameSome(['a', 'b'])).toBe('a, b');
  });

  it('stay on one line and show what cannot be seen', () => {
    expect(showName('plain/ünï.ts')).toBe('plain/ünï.ts');
    expect(showName('a\nb')).toBe('"a\\nb"');
    expect(showName('a\u202eb')).toBe('"a\\u{202e}b"');
    expect(showName('x'.repeat(300))).toBe(`${'x'.repeat(200)}...`);
  });
});

it('a failure is shown with its whole assertion and its place, a long one without its middle', () => {
  const location = { file: 'a.test.ts', line: 3 };
  expect(showFailure('a', { kind: 'assertion', message: 'expected: 1\nactual: 2\n', location }).text).toBe(
    'expected: 1\nactual: 2\nat a.test.ts:3',
  );
  const message = `expected: 1\n${'x'.repeat(10_000)}\nactual: 2`;
  const { text } = showFailure('a', { kind: 'assertion', message, location });
  expect(text.length).toBeLessThan(2_100);
  expect(text).toMatch(/^expected: 1\n(?:.|\n)*left out(?:.|\n)*\nactual: 2\nat a\.test\.ts:3$/);
});
