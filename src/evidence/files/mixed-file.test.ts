import { describe, expect, it } from 'vitest';
import { sampleChange } from '../../testing/evidence-samples.ts';
import { sampleSource } from '../../testing/sample-source.ts';
import { holdsMixedTests, keepsExamples, splitMixed, splitMixedSides } from './mixed-file.ts';

const split = (text: string, path = 'src/lib.rs') => {
  const parts = splitMixed(sampleSource(path, text));
  const join = (leaves: readonly string[]) => leaves.filter((leaf) => !/^\w+<$|^>$/.test(leaf)).join(' ');
  return parts === undefined ? undefined : [join(parts.code), join(parts.tests)];
};

describe('a source is taken apart into code and tests', () => {
  it.each([
    ['fn a() {} #[cfg(test)] mod tests { x }', 'fn a ( ) { }', '# [ cfg ( test ) ] mod tests { x }'],
    ['fn a() {} #[cfg(test)] mod tests;', 'fn a ( ) { }', '# [ cfg ( test ) ] mod tests ;'],
    ['fn a() {} #[cfg(all(test, unix))] fn b() {}', 'fn a ( ) { }', '# [ cfg ( all ( test unix ) ) ] fn b ( ) { }'],
    ['#[cfg(not(test))] fn a() {}', '# [ cfg ( not ( test ) ) ] fn a ( ) { }', ''],
    ['#[cfg(any(test, x))] fn a() {}', '# [ cfg ( any ( test x ) ) ] fn a ( ) { }', ''],
    ['pub fn a() {} #[test] fn b() {}', 'pub fn a ( ) { }', '# [ test ] fn b ( ) { }'],
    [
      'pub fn a() {} #[ignore] #[tokio::test] async fn b() {}',
      'pub fn a ( ) { }',
      '# [ ignore ] # [ tokio :: test ] async fn b ( ) { }',
    ],
    ['fn help() {} #[test] fn b() { help() }', '', 'fn help ( ) { } # [ test ] fn b ( ) { help ( ) }'],
    ['fn main() {} #[test] fn b() {}', 'fn main ( ) { }', '# [ test ] fn b ( ) { }'],
    ['#![cfg(test)] fn a() {}', '', '# ! [ cfg ( test ) ] fn a ( ) { }'],
  ])('%s', (text, code, tests) => {
    expect(split(text)).toEqual([code, tests]);
  });

  it('of Vitest', () => {
    expect(split('f(); if (import.meta.vitest) { g() }', 'src/a.ts')).toEqual([
      'f ( )',
      'if import . meta . vitest { g ( ) }',
    ]);
  });

  it('unless it is too long to be read', () => {
    expect(split(' '.repeat(1_000_001))).toBeUndefined();
  });
});

describe('the two versions of a source', () => {
  it('have the same code where tests come behind the only thing there is', () => {
    for (const code of ['//! An example.\n', 'pub fn a() -> u8 {\n    1\n}\n']) {
      const sides = splitMixedSides(
        sampleChange('a.rs', code, `${code}\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n`),
      );
      expect(sides?.after.code).toEqual(sides?.before.code);
    }
  });

  it('are empty where there is none', () => {
    expect(splitMixedSides(sampleChange('a.rs', undefined, 'fn a() {}'))?.before.code).toEqual([]);
    expect(splitMixedSides(sampleChange('a.rs', 'fn a() {}', undefined))?.after.code).toEqual([]);
  });

  it('are not known where a text is not', () => {
    const modes = { modeBefore: '100644', modeAfter: '100644', kind: 'modified' } as const;
    expect(splitMixedSides(sampleChange('a.rs', undefined, undefined, modes))).toBeUndefined();
    expect(splitMixedSides(sampleChange('a.rs', 'a', 'a', { binary: true }))).toBeUndefined();
    expect(
      splitMixedSides(sampleChange('a.rs', 'a', 'b', { kind: 'typechange', modeAfter: '120000' })),
    ).toBeUndefined();
  });
});

it('examples may come, not go', () => {
  const file = (...examples: string[]) => ({ code: [], tests: [], examples });
  expect(keepsExamples(file('a'), file('b', 'a'))).toBe(true);
  expect(keepsExamples(file('a', 'a'), file('a'))).toBe(false);
});

it.each([
  ['src/a.ts', 'if (import.meta.vitest) {}', true],
  ['src/a.ts', 'f()', false],
  ['src/a.py', '"""\n>>> a()\n1\n"""', true],
  ['src/a.py', 'def test_a():\n    """\n    >>> a()\n    """', false],
  ['README.md', '>>> a()', false],
])('%s holds tests: %s: %s', (path, text, expected) => {
  expect(holdsMixedTests(path, text)).toBe(expected);
});
