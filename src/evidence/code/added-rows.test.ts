// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with templates in it
import { describe, expect, it } from 'vitest';
import { onlyAddsRows } from './added-rows.ts';
import { canonicalWords } from './canonical.ts';

function adds(path: string, before: string, after: string): boolean {
  return onlyAddsRows(canonicalWords(path, before) ?? [], canonicalWords(path, after) ?? []);
}

describe('a case more is', () => {
  it.each([
    ['a.ts', "it.each([[1, 2], [3, 4]])('a', f)", "it.each([[1, 2], [3, 4], [5, 6]])('a', f)"],
    ['a.ts', "it.each([[1, 2], [3, 4]])('a', f)", "it.each([[1, 2], [9, 9], [3, 4]])('a', f)"],
    ['a.ts', "it.each([[1, 2], [3, 4]])('a', f)", "it.each([[0, 0], [1, 2], [3, 4]])('a', f)"],
    ['a.ts', "it.each([{ a: 1 }])('a', f)", "it.each([{ a: 1 }, { a: -2, b: 'x' }])('a', f)"],
    ['a.py', '@p("a", [1, 2])\ndef test_a(a): pass', '@p("a", [\n  1,\n  2,\n  3,\n])\ndef test_a(a): pass'],
    [
      'a.go',
      'func TestA() {\n rows := []row{\n  {"a", 1},\n }\n}',
      'func TestA() {\n rows := []row{\n  {"a", 1},\n  {"b", []int{2}},\n }\n}',
    ],
    [
      'a.go',
      'func TestA() {\n m := map[string]row{\n  "a": {1},\n }\n}',
      'func TestA() {\n m := map[string]row{\n  "a": {1},\n  "b": {2},\n }\n}',
    ],
    ['a.rs', 'for x in [1, 2] { f(x); }', 'for x in [1, 2, 3] { f(x); }'],
  ])('%s: %s', (path, before, after) => {
    expect(adds(path, before, after)).toBe(true);
  });
});

describe('no case more is', () => {
  it.each([
    ['a statement', 'a.ts', "it('a', () => { expect(f()).toBe(1) })", "it('a', () => { return; expect(f()).toBe(1) })"],
    [
      'a call',
      'a.ts',
      "it('a', () => { expect(f()).toBe(1) })",
      "it('a', () => { process.exit(0), expect(f()).toBe(1) })",
    ],
    ['a call in a row', 'a.ts', 'f([1])', 'f([1, g(2)])'],
    ['a call of a call', 'a.ts', 'f([1])', 'f([1, a[0](2)])'],
    ['a function', 'a.ts', 'f([1])', 'f([1, () => 2])'],
    ['a template with holes', 'a.ts', 'f([1])', 'f([1, `${x}`])'],
    ['a formatted text', 'a.py', 'f([1])', 'f([1, f"{x}"])'],
    ['an argument', 'a.ts', 'expect(a).toBe(1)', 'expect(a).toBe(2, 1)'],
    ['an argument at the top', 'a.ts', 'a', 'a, b'],
    ['an option', 'a.ts', "test('a', { x: 1 }, f)", "test('a', { x: 1, retry: 3 }, f)"],
    ['a changed value', 'a.ts', 'f([1, 2])', 'f([1, 3])'],
    ['a removed row', 'a.ts', 'f([1, 2])', 'f([1])'],
    ['a longer value', 'a.ts', 'f([1])', 'f([1 - 2])'],
    ['a skip', 'a.go', 'func TestA() {\n f()\n}', 'func TestA() {\n t.Skip()\n f()\n}'],
  ])('%s', (_, path, before, after) => {
    expect(adds(path, before, after)).toBe(false);
  });

  it('what has no fitting brackets', () => {
    const word = (text: string) => ({ kind: 'mark' as const, text, line: 1 });
    expect(onlyAddsRows([], [word('(')])).toBe(false);
  });
});
