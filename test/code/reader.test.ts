import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { takesResult } from '../../src/code/names.ts';
import { openSourceReader } from '../../src/code/reader.ts';
import type { Source } from '../../src/code/source.ts';
import { textOf } from '../../src/code/syntax.ts';

const read = openSourceReader(async (name) =>
  readFileSync(new URL(`../../dist/code/grammars/tree-sitter-${name}.wasm`, import.meta.url)),
);

async function functionsIn(path: string, text: string): Promise<Record<string, readonly string[]>> {
  const source = await read(path, text);
  return Object.fromEntries(
    (source?.functions ?? []).map(({ name, results }) => [name, results.map((one) => textOf(one, text))]),
  );
}

describe('what files offer', () => {
  const offered = async (path: string, text: string) => (await read(path, text))?.exports.map(({ name }) => name);

  it('are also the public methods of their classes', async () => {
    const code = 'class Old {\n  first() {}\n  _own() {}\n  #own() {}\n  private mine() {}\n}\n';
    expect(await offered('a.ts', `${code}export { Old };\n`)).toEqual(['Old', '.first']);
    expect(await offered('a.ts', `export default ${code}`)).toEqual(['default', '.first']);
    expect(await offered('a.ts', `export ${code}`)).toEqual(['Old', '.first']);
    expect(await offered('a.ts', code)).toEqual([]);
    const python = 'class Old:\n    LIMIT = 1\n\n    def first(self): pass\n\n    def _own(self): pass\n';
    expect(await offered('a.py', python)).toEqual(['Old', '.LIMIT', '.first']);
    expect(await offered('a.py', python.replace('Old', '_Old'))).toEqual([]);
  });
});

describe('functions', () => {
  it.each([
    [
      'a.ts',
      `export class Stack<T> { private items: T[] = []; get size(): number { return this.items.length; } pop = () => this.items.pop(); constructor() { this.items = []; } }
const é = '😀', twice = (n: number) => n * 2;
exports.later = async function () { return [1].map((n) => { return n; }); };
function* all() { yield 1; yield* [2]; return; }`,
      {
        'Stack.size': ['this.items.length'],
        'Stack.pop': ['this.items.pop()'],
        'Stack.constructor': [],
        twice: ['n * 2'],
        'exports.later': ['[1].map((n) => { return n; })'],
        all: ['1'],
      },
    ],
    ['a.js', 'export default (n) => n + 1;', { default: ['n + 1'] }],
    [
      'd.js',
      'export const add = (n) => (m) => n + m;\nfunction tax(rate) { return (amount) => amount * rate; }',
      { add: ['(m) => n + m'], 'add()': ['n + m'], tax: ['(amount) => amount * rate'], 'tax()': ['amount * rate'] },
    ],
    [
      'd.py',
      'def tax(rate):\n    return lambda amount: amount * rate\n',
      { tax: ['lambda amount: amount * rate'], 'tax()': ['amount * rate'] },
    ],
    [
      'd.go',
      'package a\n\nfunc Tax(rate int) func(int) int { return func(amount int) int { return amount * rate } }\n',
      { Tax: ['func(amount int) int { return amount * rate }'], 'Tax()': ['amount * rate'] },
    ],
    ['b.js', 'export default function (n) { return n; }', { default: ['n'] }],
    [
      'c.js',
      `export const twice = memoize((n) => n * 2);
const table = [[/a/, () => 1]];
app.get('/', (request) => { return request; });
function known() { return [1].map((n) => n); }
const made = known(() => { const inner = wrap((n) => n); return inner; });`,
      {
        twice: ['n * 2'],
        table: ['1'],
        'app.get': ['request'],
        known: ['[1].map((n) => n)'],
        made: ['inner'],
      },
    ],
    ['a.jsx', `const it's = 1;\nexport const View = () => <p>don't</p>;`, { View: ["<p>don't</p>"] }],
    [
      'a.py',
      `class Box:\n    def get(self):\n        def inner():\n            return 2\n        return inner(), 1\nname = lambda: f"{'x'}"\n`,
      { 'Box.get': ['inner(), 1'], inner: ['2'], name: [`f"{'x'}"`] },
    ],
    [
      'b.py',
      `twice = memoize(lambda n: n * 2)\nlist(map(lambda n: n, []))\nTABLE = {'+': lambda a: a}\n`,
      { twice: ['n * 2'], TABLE: ['a'] },
    ],
    ['b.go', `package a\nvar Twice = func(n int) int { return n * 2 }\nvar n = 1\n`, { Twice: ['n * 2'] }],
    [
      'a.go',
      `package a\nfunc (s *Set[T]) Has(x T) (bool, error) { return s.m[x], nil }\n`,
      { 'Set.Has': ['s.m[x]', 'nil'] },
    ],
    [
      'a.rs',
      `impl<T> Set<T> { pub fn has(&self) -> bool { if self.e { return false; } self.x() } }\nconst fn c() -> u8 { 1 }\nfn unit() { go() }\n#[test]\nfn tested() -> bool { true }`,
      { 'Set.has': ['false', 'self.x()'], unit: [] },
    ],
    [
      'A.java',
      `class A { A() { } int f() { Runnable r = () -> { return; }; return 1; } }`,
      { 'A.constructor': [], 'A.f': ['1'] },
    ],
  ])('of %s have names and results', async (path, text, expected) => {
    expect(await functionsIn(path, text)).toEqual(expected);
  });
});

describe('what a function gives back is taken', () => {
  it.each([
    ['a.test.js', "expect(buffer.write('a')).toBe(1); buffer.write('b');", true],
    ['a.test.js', "buffer.write('a'); await buffer.write('b');", false],
    ['a.test.js', "buffer.write('a'); expect(() => buffer.write('b')).toThrow();", false],
    ['a.test.js', "expect(() => buffer.write('b')).toBeDefined();", true],
    ['a.test.js', "const write = buffer.write; write('a');", true],
    ['a.test.js', "read('a');", true],
    ['a.test.js', "import { write } from './buffer.js';\nwrite('a');", false],
    ['test_a.py', 'from buffer import read, write\nwrite(1)\n', false],
    ['a.rs', 'use buffer::{read, write};\nfn a() { write(1); }', false],
    ['A.java', 'import static a.Buffer.write;\nclass A { void a() { write(1); } }', false],
    ['test_a.py', 'buffer.write(1)\nwith raises(E):\n    buffer.write(2)\n', false],
    ['test_a.py', 'assert buffer.write(1) is not None\n', true],
    [
      'a_test.go',
      'package a\nfunc TestA(t *testing.T) { b.write(1); if err := b.write(2); err != nil { t.Fatal() } }',
      true,
    ],
    ['a_test.go', 'package a\nfunc TestA(t *testing.T) { b.write(1) }', false],
    ['a.rs', 'fn a() { b.write(1); b.write(2).unwrap(); }', true],
    ['a.js', 'const write = on(1);\nwrite();', false],
    ['a.py', 'write = on(1)\nwrite()', false],
    ['a_test.go', 'package a\nfunc TestA(t *testing.T) {\n\twrite := On(1)\n\twrite()\n}\n', false],
    ['A.java', 'class A { void a() { b.write(1); assertThrows(E.class, () -> b.write(2)); } }', false],
  ])('in %s: %s', async (path, text, expected) => {
    expect(takesResult((await read(path, text)) as Source, 'write')).toBe(expected);
  });
});

describe('what cannot be read', () => {
  it('is nothing for a language that is not known', async () => {
    expect(await read('a.txt', 'x')).toBeUndefined();
    expect(await read('Makefile', 'x')).toBeUndefined();
    expect(await read('a.constructor', 'x')).toBeUndefined();
  });

  it('is a span where the syntax is wrong, and the rest is read', async () => {
    const source = await read('a.py', 'def f():\n    return 1\n\n)(\n');
    expect(source?.unreadable.length).toBeGreaterThan(0);
    expect(source?.functions.map(({ name }) => name)).toEqual(['f']);
  });

  it('is the whole of a file that is too long', async () => {
    const text = 'x'.repeat(1_000_001);
    expect(await read('a.js', text)).toMatchObject({ unreadable: [{ start: 0, end: text.length }], functions: [] });
  });

  it('is what is nested too deep', async () => {
    const source = await read('a.js', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`);
    expect(source?.unreadable.length).toBeGreaterThan(0);
  });
});
