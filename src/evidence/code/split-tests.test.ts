// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with templates in it
import { describe, expect, it } from 'vitest';
import { isCaseOf, keyBlocks, splitTests } from './split-tests.ts';
import { baseName, patternTitle, plainTitle } from './test-block.ts';
import { textsOf } from './word.ts';

function found(path: string, text: string): readonly string[] {
  return splitTests(path, text)?.blocks.map(({ names }) => names.map((name) => name?.text ?? '?').join(' > ')) ?? ['-'];
}

describe('tests are found in', () => {
  it.each([
    ['a.ts', "test('a', () => {}); it('b', f)", ['a', 'b']],
    [
      'a.ts',
      "describe('g', () => { describe.each([1])('h %s', () => { it('a', f) }); it('b', f) }); it('c', f)",
      ['g > h %s > a', 'g > b', 'c'],
    ],
    ['a.ts', "it.each([[1, 2]])('adds %i', (a) => {}); test.each`a\n${1}`('b $a', f)", ['adds %i', 'b $a']],
    ['a.ts', "it.skip('a', f); it.only('b', f); test.concurrent.only('c', f); it.todo('d')", ['a', 'b', 'c', 'd']],
    ['a.ts', "it.each<Row>([1])('a', f); test.skipIf(x)('b', f)", ['a', 'b']],
    ['a.ts', 'for (const x of xs) it(`adds ${x}`, f); it(name, f); it("a" + b, f)', ['adds ${x}', '?', '?']],
    ['a.ts', "describe(name, () => { it('a', f) })", ['? > a']],
    ['a.ts', "Deno.test('a', f); /x/.test('no'); a?.test('no'); function test(a) {}; test(); ({ test: 1 }); it", ['a']],
    ['a.ts', 'it<', []],
    ['a.ts', 'it.each([1])', ['?']],
    ['a.py', 'def test_a():\n  pass\nasync def test_b(x):\n  pass\ndef helper():\n  pass\n', ['test_a', 'test_b']],
    [
      'a.py',
      'class TestA:\n  x = 1\n  @mark\n  @other(1)\n  def test_a(self):\n    pass\n\n  class Inner:\n    def test_b(self): pass\ndef test_c(): pass',
      ['TestA > test_a', 'TestA > Inner > test_b', 'test_c'],
    ],
    ['a.py', '@dec\nclass A(B):\n  def test_a(self):\n    if x:\n      y\n    z', ['A > test_a']],
    [
      'a.go',
      'package a\nfunc TestA(t *testing.T) {\n}\nfunc helper() { func TestNo() {} }\nfunc FuzzB(f *testing.F) {}\n',
      ['TestA', 'FuzzB'],
    ],
    ['a.go', 'func TestA', ['TestA']],
    [
      'a.rs',
      '#[cfg(test)]\nmod tests {\n use super::*;\n #[test]\n fn a() {}\n #[tokio::test]\n #[ignore]\n pub async fn b() {}\n fn helper() {}\n}\n#[test_case(1)]\nfn c() {}',
      ['tests > a', 'tests > b', 'c'],
    ],
    ['a.rs', '#[derive(Debug)] struct A; #![x] #[test] struct B;', []],
    [
      'a.java',
      'class ATest {\n @Test void a() {}\n @ParameterizedTest(name = "x") @ValueSource(ints = {1}) public void b(int x) throws E { f(); }\n @Override public void c() {}\n @interface D {}\n}',
      ['ATest > a', 'ATest > b'],
    ],
    ['a.java', '@Test;', []],
    ['a.java', '@Test x', []],
  ])('%s: %s', (path, text, expected) => {
    expect(found(path, text)).toEqual(expected);
  });

  it('nothing of a language that is not known', () => {
    expect(splitTests('a.rb', 'it "a" do end')).toBeUndefined();
  });
});

describe('a test file is taken apart into', () => {
  it.each([
    [
      'a.ts',
      "import { a } from './a';\nimport './b';\nimport c from './c' with { type: 'json' };\nconst { d } = require('./d');\nconst e = 1; import('./f'); import.meta.x; const g = require(h)",
      4,
      'const e = 1 import ( "./f ) import . meta . x const g = require ( h )',
    ],
    ['a.ts', "describe('g', () => { const x = 1; it('a', f) })", 0, 'describe ( , ( ) => { const x = 1 } )'],
    ['a.ts', 'import x = require', 0, 'import x = require'],
    ['a.ts', 'import f (x)', 0, 'import f ( x )'],
    ['a.py', 'import a\nfrom b import (\n  c,\n)\nx = 1\n', 2, 'x = 1 end'],
    ['a.go', 'package a\nimport "x"\nimport (\n "y"\n z "w"\n)\nvar a = 1\n', 2, 'package a ; ; ; var a = 1'],
    ['a.rs', 'use a::b;\nuse c::{d, e};\nconst X: u8 = 1;', 2, 'const X : u8 = 1 ;'],
    ['a.rs', 'use a::b', 1, ''],
    ['a.java', 'import a.b;\nimport static c.*;\nclass A {}', 2, 'class A { }'],
    ['a.java', 'import a', 1, 'a'],
  ])('imports and a rest: %s %s', (path, text, imports, rest) => {
    const split = splitTests(path, text);
    expect(split?.imports.length).toBe(imports);
    expect(textsOf(split?.rest ?? []).join(' ')).toBe(rest);
  });
});

describe('a test of a report is a case of a test as written', () => {
  it.each([
    ["it('adds', f)", ['adds'], true],
    ["it('adds', f)", ['group', 'adds'], true],
    ["it('adds', f)", ['subtracts'], false],
    ["it.each(x)('adds %i and %s', f)", ['adds 1 and b'], true],
    ["it.each(x)('adds %i and %s', f)", ['adds 1'], false],
    ["it.each(x)('adds %i and %s', f)", ['adds %i and %s'], true],
    ["it.each(x)('$name is $a.b', f)", ['x is 3'], true],
    ['it(`adds ${a + b} up`, f)', ['adds 3 up'], true],
    ['it(`adds ${a} up`, f)', ['adds 3 down'], false],
    ["it('100%', f)", ['100%'], true],
    ['it("it\\\\x", f)', ['it\\x'], true],
    ['it(name, f)', ['whatever'], true],
  ])('%s, %j: %s', (text, path, expected) => {
    const block = splitTests('a.ts', text)?.blocks[0];
    expect(block !== undefined && isCaseOf(block, path)).toBe(expected);
  });

  it('in Python and Java with its parameters', () => {
    expect(plainTitle('test_a').matches('test_a[1-2]')).toBe(true);
    expect(plainTitle('adds').matches('adds(int)[1]')).toBe(true);
    expect(plainTitle('test_a').matches('test_ab')).toBe(false);
    expect(baseName('adds(int, int)[2]')).toBe('adds');
  });

  it('matched from left to right', () => {
    expect(patternTitle('"a%sb%sa').matches('aba')).toBe(true);
    expect(patternTitle('"a%sa').matches('a')).toBe(false);
  });
});

it('tests of the same names are told apart by their number', () => {
  const blocks = splitTests('a.ts', "it('a', f); it('a', g); it(x, f); it(y, f)")?.blocks ?? [];
  expect([...keyBlocks(blocks).keys()]).toEqual(['["a"]#1', '["a"]#2', '[null]#1', '[null]#2']);
});
