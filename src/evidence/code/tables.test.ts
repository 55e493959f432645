import { describe, expect, it } from 'vitest';
import { onlyAddsRows } from './added-rows.ts';
import { canonicalWords } from './canonical.ts';

function adds(path: string, before: string, from: string, to: string): boolean {
  const words = (text: string) => canonicalWords(path, text) ?? [];
  expect(before).toContain(from);
  return onlyAddsRows(words(before), words(before.replace(from, to)));
}

describe('a row may be added to', () => {
  it.each([
    ['rows under a name that is only gone through', 'a.ts', 'const rows = [1]; for (const a of rows) f(a)'],
    ['rows with a type', 'a.ts', 'const rows: readonly Row[] = [1]; rows.forEach(f)'],
    ['rows of entries', 'a.ts', 'const rows = [1]; for (const [a] of Object.entries(rows)) f(a)'],
    ['rows gone through at once', 'a.ts', '[1].forEach(f)'],
    ['vitest', 'a.ts', "test.for([1])('a', f)"],
    ['a list of Rust', 'a.rs', 'let rows = vec![1]; for a in rows.iter() { f(a); }'],
    ['a borrowed list of Rust', 'a.rs', 'let rows = [1]; for a in &rows { f(a); }'],
    ['a list of Go with a pointer type', 'a.go', 'rows := []*pkg.Row{1}\nfor _, a := range rows {\n\tf(a)\n}\n'],
    ['a list of Java', 'ATest.java', 'class A { @ValueSource(ints = {1}) void f(int a) {} }'],
  ])('%s', (_, path, text) => {
    const list = /[[{]1[\]}]/.exec(text)?.[0] ?? '';
    expect(adds(path, text, list, list.replace('1', '1, make(2)'))).toBe(true);
  });
});

describe('nothing may be added to', () => {
  it.each([
    ['what an assertion allows', 'a.ts', 'expect([1]).toContain(f())'],
    ['what an assertion expects', 'a.ts', 'expect(f()).toEqual([1])'],
    ['a name that an assertion uses', 'a.ts', 'const allowed = [1]; expect(allowed).toContain(f())'],
    [
      'a name that a loop and an assertion use',
      'a.ts',
      'const rows = [1]; for (const a of rows) f(a); expect(rows).toContain(b)',
    ],
    ['what Python allows', 'a.py', 'assert f() in [1]\n'],
    ['what a condition of Go allows', 'a.go', 'if !in([]int{1}, f()) {\n\tt.Fatal()\n}\n'],
    ['an argument', 'a.ts', 'f([1])'],
    ['a member', 'a.ts', 'const rows = [1].map(f)'],
  ])('%s', (_, path, text) => {
    const list = /[[{]1[\]}]/.exec(text)?.[0] ?? '';
    expect(adds(path, text, list, list.replace('1', '1, 2'))).toBe(false);
  });

  it('the body of a loop', () => {
    const text = 'for _, a := range rows {\n\tx, err := f(a)\n\tcheck(x, err)\n}\n';
    expect(adds('a.go', text, 'x, err := f(a)', 'x, err := g(a)\n\tx, err := f(a)')).toBe(false);
  });
});
