import { describe, expect, it } from 'vitest';
import { failed, passed, sampleReport, sampleTest } from '../testing/evidence-samples.ts';
import { type Comparison, compare, hides } from './compare.ts';
import type { TestCase } from './report.ts';

/** What differs, by id, empty lists left out. */
function shown(comparison: Comparison): Record<string, unknown> {
  const entries = Object.entries(comparison).map(([key, value]) => {
    const list = value.map((one: unknown) => {
      const item = one as { id?: string; file?: string; from?: TestCase; to?: TestCase };
      return item.from === undefined ? (item.id ?? item.file) : `${item.from.id} -> ${item.to?.id}`;
    });
    return [key, list.length === 0 ? undefined : list];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

const skipped = (file: string, name: string) => sampleTest('skipped', file, name);
const todo = (file: string, name: string) => sampleTest('todo', file, name);
const expected = (file: string, name: string) => sampleTest('passed', file, name, { expectedToFail: true });

describe('compare', () => {
  it.each([
    ['the same', [passed('a', 'x')], [passed('a', 'x')], {}],
    ['broken', [passed('a', 'x')], [failed('a', 'x')], { newlyFailing: ['a::x'] }],
    ['died', [passed('a', 'x')], [sampleTest('errored', 'a', 'x')], { newlyFailing: ['a::x'] }],
    ['mended', [failed('a', 'x')], [passed('a', 'x')], {}],
    ['still broken', [failed('a', 'x')], [failed('a', 'x')], { stillFailing: ['a::x'] }],
    ['gone', [passed('a', 'x')], [], { vanished: ['a::x'] }],
    ['new', [], [failed('a', 'x')], { added: ['a::x'] }],
    ['skipped', [passed('a', 'x')], [skipped('a', 'x')], { newlySilenced: ['a::x'] }],
    ['made a todo', [passed('a', 'x')], [todo('a', 'x')], { newlySilenced: ['a::x'] }],
    ['made a todo from skipped', [skipped('a', 'x')], [todo('a', 'x')], { newlySilenced: ['a::x'] }],
    ['still skipped', [skipped('a', 'x')], [skipped('a', 'x')], {}],
    ['expected to fail', [passed('a', 'x')], [expected('a', 'x')], { newlyExpectedToFail: ['a::x'] }],
    ['skipped no more', [skipped('a', 'x')], [passed('a', 'x')], { newlyExecuted: ['a::x'] }],
    [
      'renamed',
      [passed('a', 'adds two numbers')],
      [passed('a', 'adds two big numbers')],
      { renamed: ['a::adds two numbers -> a::adds two big numbers'] },
    ],
    [
      'renamed and broken',
      [passed('a', 'adds two numbers')],
      [failed('a', 'adds two big numbers')],
      {
        newlyFailing: ['a::adds two big numbers'],
        renamed: ['a::adds two numbers -> a::adds two big numbers'],
      },
    ],
    [
      'renamed beyond recognition',
      [passed('a', 'adds two numbers')],
      [passed('a', 'rejects')],
      { vanished: ['a::adds two numbers'], added: ['a::rejects'] },
    ],
    ['moved', [passed('a', 'x')], [passed('b', 'x')], { moved: ['a::x -> b::x'] }],
    [
      'moved once though there twice',
      [passed('a', 'x'), passed('b', 'x')],
      [passed('c', 'x')],
      { moved: ['a::x -> c::x'], vanished: ['b::x'] },
    ],
    ['doubled', [passed('a', 'x')], [passed('a', 'x'), passed('a', 'x')], { added: ['a::x#2'] }],
    ['one of two gone', [passed('a', 'x'), passed('a', 'x')], [passed('a', 'x')], { vanished: ['a::x#2'] }],
  ])('sees what is %s', (_, before, after, difference) => {
    expect(shown(compare(sampleReport(before), sampleReport(after)))).toEqual(difference);
  });

  it('tells files that can no longer be collected and the tests they hide', () => {
    const failure = { kind: 'missing' as const, message: 'x' };
    const before = sampleReport([passed('a', 'x'), passed('b', 'y')], { uncollected: [{ file: 'old', failure }] });
    const after = sampleReport([], {
      uncollected: [
        { file: 'a', failure },
        { file: 'old', failure },
      ],
    });
    expect(shown(compare(before, after))).toEqual({ hidden: ['a::x'], vanished: ['b::y'], newlyUncollected: ['a'] });
  });
});

describe('what cannot be collected hides', () => {
  const failure = { kind: 'missing' as const, message: 'x' };
  const test = (file: string) => ({ id: '', ...passed(file, 'x') });
  it.each([
    ['its own tests', { file: 'a/x_test.go', failure }, ['a/x_test.go'], ['a/y_test.go']],
    ['all below a folder', { file: 'a', failure }, ['a/x', 'a/b/c'], ['ab/x']],
    ['its package', { file: 'a/x_test.go', failure, hides: 'directory' as const }, ['a/y_test.go'], ['a/b/z_test.go']],
    ['the package it names', { file: 'a', failure, hides: 'directory' as const }, ['a/y_test.go'], ['a/b/z_test.go']],
    ['the package at the top', { file: 'x_test.go', failure, hides: 'directory' as const }, ['y_test.go'], ['a/z']],
    ['everything', { file: 'src/lib.rs', failure, hides: 'all' as const }, ['a', 'tests/b.rs'], []],
  ])('%s', (_, uncollected, hidden, seen) => {
    expect(hidden.map((file) => hides(uncollected, test(file)))).toEqual(hidden.map(() => true));
    expect(seen.map((file) => hides(uncollected, test(file)))).toEqual(seen.map(() => false));
  });
});
