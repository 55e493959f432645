import { describe, expect, it } from 'vitest';
import { stubKind, withNothingReturned } from '../../src/code/stubs.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';

const kinds = (path: string, text: string) =>
  (sampleSource(path, text)?.functions ?? []).map((one) => stubKind(one, text) ?? 'none');

describe('a stub', () => {
  it.each([
    [
      'a.js',
      "export function a() { throw new Error('todo'); }\nexport const b = (n) => { throw new Error(String(n)); };",
    ],
    ['a.ts', 'class A { constructor(readonly n: number) { throw new Error(); } b(): number { throw new Error(); } }'],
    [
      'a.py',
      'def a():\n    """Text."""\n    raise NotImplementedError\n\nclass B:\n    def c(self, n):\n        raise NotImplementedError(n)\n',
    ],
    ['a.go', 'package a\n\nfunc A(n int) int {\n\t// later\n\tpanic("todo")\n}\n\nfunc B() { panic(1) }\n'],
    ['a.rs', 'pub fn a(n: u8) -> u8 {\n    todo!("{n}")\n}\npub fn b(n: u8) -> u8 { let _ = n; unimplemented!(); }\n'],
    ['A.java', 'class A { int a() { throw new IllegalStateException("x"); } A() { throw new RuntimeException(); } }'],
  ])('of %s may raise', (path, text) => {
    expect(kinds(path, text)).toEqual(['raises', 'raises']);
  });

  it.each([
    ['a.js', "export function a() {}\nexport const b = () => null;\nfunction c() { return ''; }"],
    ['a.py', 'def a():\n    pass\n\ndef b():\n    ...\n\ndef c():\n    return None\n'],
    ['a.go', 'package a\n\nfunc A() int { return 0 }\nfunc B() { }\nfunc C() string { return "" }\n'],
    ['a.rs', 'fn a() -> u8 { 0 }\nfn b() {}\nfn c() -> bool { return false; }\n'],
    ['A.java', 'class A { int a() { return 0; } void b() {} String c() { return null; } }'],
  ])('of %s may give the same at every call', (path, text) => {
    expect(kinds(path, text)).toEqual(['constant', 'constant', 'constant']);
  });

  it.each([
    [
      'a.js',
      "function a(n) { if (n < 0) throw new Error('x'); return n; }\nconst b = (n) => n;\nconst c = () => now();",
    ],
    [
      'a.py',
      'def a(n):\n    if n: raise ValueError\n    return n\n\ndef b(n):\n    n.done = True\n\ndef c():\n    return f()\n',
    ],
    [
      'a.go',
      'package a\n\nfunc A(n int) int { if n > 0 { panic(n) }; return n }\nfunc B() { run() }\nfunc C() T { return T{} }\n',
    ],
    ['a.rs', 'fn a(n: u8) -> u8 { if n > 1 { panic!("x"); } n }\nfn b() { go(); }\nfn c() -> T { T::new() }\n'],
    [
      'A.java',
      'class A { int a(int n) { if (n > 0) throw new E(); return n; } void b() { go(); } T c() { return new T(); } }',
    ],
  ])('of %s is nothing that does more', (path, text) => {
    expect(kinds(path, text)).toEqual(['none', 'none', 'none']);
  });

  it('says what it returns, where it returns nothing', () => {
    const said = (path: string, text: string) => {
      const source = sampleSource(path, text);
      return source === undefined ? undefined : withNothingReturned(source);
    };
    expect(said('a.py', 'def a():\n    pass\n\ndef b():\n    return 1\n\ndef c():\n    """T."""\n')).toBe(
      'def a():\n    return None\n\ndef b():\n    return 1\n\ndef c():\n    return None\n',
    );
    expect(said('a.js', 'function a() {}\nconst b = () => {};\nfunction c() { go(); }\n')).toBe(
      'function a() { return undefined; }\nconst b = () => { return undefined; };\nfunction c() { go(); }\n',
    );
    expect(said('a.go', 'package a\n\nfunc A() {}\n')).toBe('package a\n\nfunc A() {}\n');
  });
});
