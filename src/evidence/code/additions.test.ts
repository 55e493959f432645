import { describe, expect, it } from 'vitest';
import { compareWords } from './additions.ts';
import { canonicalWords } from './canonical.ts';
import { definedNames } from './defined-names.ts';
import { languageOf } from './language.ts';

function additions(path: string, before: string, after: string) {
  const words = (text: string) => canonicalWords(path, text) ?? [];
  return compareWords(words(before), words(after), languageOf(path) ?? 'js');
}

describe('a statement of its own is', () => {
  it.each([
    ['a.ts', 'const a = 1;\nconst c = 3;', 'const a = 1;\nconst b = 2;\nconst c = 3;'],
    ['a.ts', 'f()', 'f()\ng()'],
    ['a.ts', 'f()', 'g()\nf()'],
    ['a.ts', '', 'function f() { return 1 }'],
    ['a.ts', "describe('a', () => { f() })", "describe('a', () => { beforeEach(() => g()); f() })"],
    ['a.ts', "describe('a', () => { f() })", "describe('a', () => { describe.each([1])('b', () => { g() }); f() })"],
    ['a.ts', "describe.each([1])('a', () => { f() })", "describe.each([1])('a', () => { f(); g() })"],
    ['a.py', 'x = 1\n', 'x = 1\ny = 2\n'],
    ['a.py', 'class A:\n  x = 1\n', 'class A:\n  x = 1\n  def f(self):\n    return 1\n'],
    ['a.py', 'class A:\n  class B:\n    x = 1\n', 'class A:\n  class B:\n    x = 1\n    y = 2\n'],
    ['a.go', 'func f() {}\n', 'func f() {}\n\nfunc g() {}\n'],
    ['a.rs', 'mod tests { fn f() {} }', 'mod tests { fn f() {} fn g() {} }'],
    ['a.rs', 'fn f() {}', '#[derive(Debug)] struct A;\nfn f() {}'],
    ['A.java', 'class A extends B { int x; }', 'class A extends B { int x; @Before void f() {} }'],
  ])('%s: %s', (path, before, after) => {
    const { lost, added } = additions(path, before, after);
    expect(lost).toEqual([]);
    expect(added.map(({ isWhole }) => isWhole)).toEqual([true]);
  });
});

describe('no statement of its own is', () => {
  it.each([
    ['what is inside a function', 'a.ts', 'function f() { g() }', 'function f() { return; g() }'],
    ['what is inside a hook', 'a.ts', 'beforeEach(() => { g() })', 'beforeEach(() => { h(); g() })'],
    ['what is inside an unknown call', 'a.ts', 'f(() => { g() })', 'f(() => { h(); g() })'],
    ['what is inside a block', 'a.ts', 'if (a) { g() }', 'if (a) { h(); g() }'],
    ['an argument', 'a.ts', 'f(a)', 'f(a, b)'],
    ['more of an expression', 'a.ts', 'const a = 1', 'const a = 1\n+ 2'],
    ['the beginning of an expression', 'a.ts', 'const a = b', 'const a = c || b'],
    ['a condition', 'a.ts', 'f()', 'if (a) f()'],
    ['a word that wants more', 'a.ts', 'f()', 'await f()'],
    ['an annotation', 'A.java', 'class A {}', '@Disabled class A {}'],
    ['an attribute', 'a.rs', 'fn f() {}', '#[cfg(x)] fn f() {}'],
    ['a decorator', 'a.py', 'class A:\n  x = 1\n', '@skip\nclass A:\n  x = 1\n'],
    ['a cast', 'a.ts', 'const a = b', 'const a = b as C'],
    ['what is inside a Python function', 'a.py', 'def f():\n  g()\n', 'def f():\n  return\n  g()\n'],
    [
      'what is inside a method',
      'a.py',
      'class A:\n  def f(self):\n    g()\n',
      'class A:\n  def f(self):\n    return\n    g()\n',
    ],
    ['more of a Python line', 'a.py', 'x = 1\n', 'x = 1 + 2\n'],
    ['a wrapped Python line', 'a.py', 'f()\n', 'if a:\n  f()\n'],
    ['an item of a Python list', 'a.py', 'x = [1]\n', 'x = [1, 2]\n'],
    ['what is inside a Go function', 'a.go', 'func f() {\n g()\n}\n', 'func f() {\n return\n g()\n}\n'],
    ['what is inside a Rust function', 'a.rs', 'fn f() { g(); }', 'fn f() { return; g(); }'],
    ['what is inside a Java method', 'A.java', 'class A { void f() { g(); } }', 'class A { void f() { h(); g(); } }'],
    ['what is inside an array', 'a.ts', 'const a = [1]', 'const a = [1, 2]'],
  ])('%s', (_, path, before, after) => {
    expect(additions(path, before, after).added.some(({ isWhole }) => isWhole)).toBe(false);
  });
});

it('a row of a table is known as one', () => {
  expect(additions('a.ts', 'const rows = [[1, 2]]', 'const rows = [[1, 2], [3, 4]]').added).toMatchObject([
    { isWhole: false, isRow: true },
  ]);
});

it('what is taken away is told', () => {
  const { lost } = additions('a.ts', 'const a = 1;\nf()', 'f()');
  expect(lost.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual(['const a = 1']);
});

it.each([
  ['a.ts', 'const a = 1; let b; function c(x) { const y = 1 } class D {}', ['a', 'b', 'c', 'D']],
  ['a.ts', 'const { a, b: c } = x; const [d] = y; f({ e: 1 })', ['a', 'b', 'c', 'd']],
  ['a.ts', 'globalThis.expect = f; x.y(z)', ['expect']],
  ['a.py', 'x = 1\ndef f(a):\n  y = 2\nclass A:\n  z = 3\n', ['x', 'f', 'A']],
  ['a.go', 'func f() { x := 1 }\nvar y = 2', ['f', 'y']],
])('names are defined in %s: %s', (path, text, expected) => {
  expect([...definedNames(canonicalWords(path, text) ?? [])]).toEqual(expected);
});
