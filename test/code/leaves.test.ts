// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with templates in it
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameCode, titlesIn } from '../../src/code/leaves.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';

function isSame(path: string, before: string, after: string): boolean {
  return sameCode(sampleSource(path, before), sampleSource(path, after));
}

const CASES: readonly (readonly [path: string, same: readonly string[], other: readonly string[]])[] = [
  [
    'a.ts',
    [
      'test("adds", () => { expect(add(1, 2)).toBe(3); });',
      "test('adds', () => {\n  // the sum\n  expect(\n    add(1, 2),\n  ).toBe(3)\n})",
      "/* x */ test('adds',()=>{expect(add(1,2)).toBe(3)})",
    ],
    [
      "test('adds', () => { expect(add(1, 2)).toBe(4); });",
      "test('adds', () => { return; expect(add(1, 2)).toBe(3); });",
      "test('adds ', () => { expect(add(1, 2)).toBe(3); });",
      "test('adds', () => { /* expect(add(1, 2)).toBe(3); */ });",
    ],
  ],
  ['a.ts', ['x => x + 1', '(x) => x + 1'], ['async (x) => x + 1', '(x, y) => x + 1']],
  ['a.ts', ['`${f("a", b)}`', "`${ f('a', b,) }`"], ["`${f('a , b')}`"]],
  ['a.ts', ['async (x) => x', 'async x => x'], ['async\nx => x', 'x => x']],
  [
    'a.ts',
    ['return a && b', 'return (\n  a && b\n)'],
    ['return (a) && b'.replace('(a)', '(a, c)'), 'return (a && b) || c'],
  ],
  ['a.ts', ['x => a ? b : c', 'x => (a ? b : c)'], ['x => ({ a })', 'x => (a, b)']],
  ['a.ts', ['a ? b ? c : d : e', 'a ? (b ? c : d) : (e)'], ['(a ? b : c) ? d : e']],
  ['a.ts', ['a || b && c', 'a || (b && c)'], ['(a || b) && c']],
  ['a.ts', ['a = (b)\nc()', 'a = b\nc()'], ['a = (b) in c']],
  ['a.ts', ['a = (b)\n"x"', 'a = b\n"x"'], ['a = (b)\n`x`', 'a = (b)(c)']],
  ['a.ts', ['a = (b = c)', 'a = ( b = c )'], ['a = b']],
  ['a.ts', ['a = (f(b, c))', 'a = f(b, c)'], ['a = (f(b), c)']],
  ['a.ts', ['a && (b || c)', 'a &&  (b || c)'], ['a && b || c']],
  ['a.ts', ['type A = B | C', 'type A =\n  | B\n  | C;'], ['type A = B & C']],
  ['a.ts', ['const a = b as C | D', 'const a = b as\n  | C\n  | D'], ['const a = b | C | D']],
  ['a.ts', ['a.type;\nb', 'a.type\nb'], ['a.type.b']],
  ['a.ts', ["a = '</p>'; // x\nb", 'a = "</p>"\nb // y'], ["a = '<p>'\nb"]],
  ['a.ts', ["'it\\'s'", '"it\'s"'], ["'its'", "`it's`"]],
  ['a.ts', ['return a', 'return  a;'], ['return\na', 'return; a']],
  ['a.ts', ['a\n++b', 'a; ++b'], ['a++\nb']],
  ['a.ts', ['if (a) b; else c;', 'if (a) b\nelse c'], ['if (a); b; else c;']],
  ['a.ts', ['while (a);\nb', 'while (a) ; b'], ['while (a) b']],
  ['a.ts', ['a;\n[b]', 'a; [b]'], ['a\n[b]']],
  ['a.ts', ['for (;;) a', 'for(;;){}'.replace('{}', ' a')], ['for (;) a']],
  ['a.ts', ['f(a, b)', 'f(a, b,)'], ['f(a, b, c)']],
  ['a.ts', ['[1, 2]', '[1, 2,]'], ['[1, 2,,]', '[,1, 2]']],
  ['a.ts', ['[,]', '[ , ]'], ['[]']],
  ['a.ts', ['`a ${b} c`', '`a ${ b } c` // x'], ['`a  ${b} c`', '`a ${b} d`', '`a ${c} c`']],
  ['a.ts', ['`${`${a}`}//`', '`${`${a}`}//`\n'], ['`${`${a}`}`']],
  ['a.ts', ["`${'}'}`", "`${'}'}` "], ["`${'{'}`"]],
  ['a.ts', ['`\\``', '`\\`` // x'], ['``']],
  ['a.ts', ['a = /[/*]x/g', 'a = /[/*]x/g // y'], ['a = /[/*]y/g']],
  ['a.ts', ['a = b / c // d', 'a = b / c'], ['a = b / d']],
  ['a.ts', ['a = /x\\/\\/y/', 'a =  /x\\/\\/y/'], ['a = /x\\/\\/z/']],
  ['a.ts', ['if (/x/.test(a)) b', 'if (/x/.test(a)) b;'], ['if (/y/.test(a)) b']],
  ['a.ts', ['return /a/', 'return /a/ // b'], ['return /b/']],
  ['a.ts', ['// @ts-expect-error\na', '//  @ts-expect-error\na'], ['a', '// @ts-nocheck\na']],
  ['a.tsx', ['<p>a // b</p>', '<p> a  // b</p>'], ['<p>a // c</p>']],
  ['a.ts', ['class A { get; x() {} }', 'class A {\n  get;\n  x() {}\n}'], ['class A { get x() {} }']],
  [
    'a.ts',
    ['interface A { readonly a: b }', 'interface A {\n  readonly a: b;\n}'],
    ['interface A {\n  readonly\n  a: b\n}'],
  ],
  ['a.ts', ['a?.b', 'a ?. b'], ['a.b']],
  ['a.ts', ['(a?.b).c', '(a?.b) .c'], ['a?.b.c']],
  ['a.ts', ['x = a / 2', 'x = a/2 /* y */'], ['x = a / 3']],
  ['a.ts', ['\uFEFFa', 'a'], ['b']],
  ['a.ts', ['a = .5 + 1_000', 'a=.5+1_000'], ['a = 5 + 1_000']],
  [
    'a.py',
    [
      'def test_adds():\n    assert add(1, 2) == 3\n',
      'def test_adds():  # sum\n  assert add(\n    1, 2,\n  ) == 3\n',
      'def test_adds():\n\n\n\tassert add(1, \\\n 2) == 3',
    ],
    [
      'def test_adds():\n    assert add(1, 2) == 4\n',
      'def test_adds():\n    return\n    assert add(1, 2) == 3\n',
      'def test_adds(): pass\nassert add(1, 2) == 3\n',
    ],
  ],
  ['a.py', ['if a:\n  b\nc', 'if a:\n    b\nc', 'if a: b\nc'], ['if a:\n  b\n  c']],
  ['a.py', ["x = 'a'", 'x = "a"'], ["x = f'a'", "x = '''a'''", "x = b'a'"]],
  ['a.py', ["x = '''a\n# b'''", "x = '''a\n# b''' # c"], ["x = '''a\n# c'''"]],
  ['a.py', ['x = f"{d["#a"]}"', 'x = f"{d["#a"]}"  # y'], ['x = f"{d["#b"]}"']],
  ['a.py', ["x = f'{{{a}}}'", "x = f'{{{a}}}' "], ["x = f'{{{b}}}'"]],
  ['a.py', ["x = rb'\\''", "x = rb'\\'' # a"], ["x = rb''"]],
  ['a.py', ['return (a,)', 'return ( a, )'], ['return (a)']],
  ['a.py', ['assert (a == b)', 'assert a == b', 'assert (a) == b'], ['assert (a, b)']],
  ['a.py', ['if (a):\n  b', 'if a:\n  b'], ['if (a, b):\n  b']],
  ['a.py', ['x = (a for a in b)', 'x = ( a for a in b )'], ['x = a']],
  ['a.py', ['f(a,)', 'f(a)'], ['f((a,))']],
  ['a.py', ['f()(a,)', 'f()(a)'], ['f()']],
  ['a.py', ['x = [a,]', 'x = [a]'], ['x = [a, b]']],
  ['a.py', ['x = 1  # type: ignore', 'x = 1 # type: ignore'], ['x = 1']],
  ['a.py', ['a = """x\\""""', 'a = """x\\""""#'], ['a = """x"""']],
  [
    'a.go',
    ['func TestA(t *testing.T) {\n\tf(a,\n\t\tb,\n\t)\n}\n', 'func TestA(t *testing.T) { f(a, b) }'],
    ['func TestA(t *testing.T) {\n\treturn\n\tf(a, b)\n}\n'],
  ],
  [
    'a.go',
    ['func ExampleA() {\n\tA()\n\t// Output:\n\t// 3\n}', 'func ExampleA() {\n  A()\n  // Output:\n  // 3\n}'],
    ['func ExampleA() {\n\tA()\n\t// Output:\n\t// 4\n}'],
  ],
  ['a.go', ['return\nx', 'return; x'], ['return x']],
  ['a.go', ['x := `a // b`', 'x := `a // b` // c'], ['x := `a // c`']],
  ['a.go', ["x := '\\''", "x  := '\\''"], ["x := '\"'"]],
  ['a.go', ['if a {\n}', 'if a {}'], ['if b {}']],
  ['a.go', ['//go:build ignore\npackage a', '//go:build  ignore\npackage a'], ['package a']],
  ['a.go', ['x := 1\ny++\nf()', 'x := 1; y++; f()'], ['x := 1; y--; f()']],
  [
    'a.rs',
    ['#[test]\nfn a() { assert_eq!(f(1,), 2); }', '#[test] fn a() {\n // x\n assert_eq!(f(1), 2);\n}'],
    ['#[test] fn a() { assert_eq!(f(1), 3); }'],
  ],
  ['a.rs', ['let x = (a,);', 'let x = ( a, );'], ['let x = (a);']],
  [
    'a.rs',
    ["fn f<'a>(x: &'a str) -> char { '\\'' }", "fn f<'a>(x: &'a str) -> char { '\\'' } // y"],
    ["fn f<'a>(x: &'a str) -> char { 'a' }"],
  ],
  ['a.rs', ['r#"a // b"# /* c /* d */ e */', 'r#"a // b"#'], ['r#"a // c"#']],
  ['a.rs', ['"a\n// b"', '"a\n// b" // c'], ['"a\n// c"']],
  ['a.rs', ['b\'a\' == c"x"', 'b\'a\' == c"x" // y'], ['b\'b\' == c"x"']],
  ['a.rs', ['/// doc\nfn a() {}', '///  doc\nfn a() {}'], ['fn a() {}']],
  [
    'a.java',
    ['String a = """\n  // x\n  """;', 'String a = """\n  // x\n  """; // y'],
    ['String a = """\n  // z\n  """;'],
  ],
  ['a.java', ["f(a, 'b');", "f(\n  a, 'b'\n);"], ["f(a, 'c');"]],
];

describe('code says the same', () => {
  for (const [path, same, other] of CASES) {
    it(`however it is laid out: ${path}: ${JSON.stringify(same[0]).slice(0, 60)}`, () => {
      const [first = ''] = same;
      for (const text of same) expect([text, isSame(path, first, text)]).toEqual([text, true]);
      for (const text of other) expect([text, isSame(path, first, text)]).toEqual([text, false]);
    });
  }
});

it('nothing is said of what cannot be read', () => {
  expect(isSame('a.rb', 'a', 'a')).toBe(false);
  expect(isSame('a.ts', ' '.repeat(1_000_001), ' '.repeat(1_000_001))).toBe(false);
});

it('any change of a letter outside comments and white space is seen', () => {
  const sample =
    "test('adds', () => {\n  const rows = [1, 22, 'x'];\n  expect(add(...rows)).toBe(`${rows[1]}!`);\n});\n";
  const letters = [...sample.matchAll(/[\w]/g)].map(({ index }) => index);
  fc.assert(
    fc.property(fc.constantFrom(...letters), fc.constantFrom('q', '7', 'Z'), (at, letter) => {
      fc.pre(sample[at] !== letter);
      expect(isSame('a.test.ts', sample, sample.slice(0, at) + letter + sample.slice(at + 1))).toBe(false);
    }),
  );
});

it.each([
  ['a.js', "test('adds', () => { equal(add(1), 2); });", "test('sums', () => { equal(add(1), 2); });", true],
  ['a.js', "test('adds', () => { equal(add(1), 2); });", "test('sums', () => { equal(add(1), 3); });", false],
  ['a.js', "test('adds', () => {});", "test((add = sum, 'sums'), () => {});", false],
  ['a.py', 'def test_adds():\n    assert add(1) == 2\n', 'def test_sums():\n    assert add(1) == 2\n', true],
  ['a_test.go', 'package a\nfunc TestAdds(t *testing.T) {}\n', 'package a\nfunc TestSums(t *testing.T) {}\n', true],
])('the titles of tests can be left out: %s: %s', (path, before, after, expected) => {
  expect(sameCode(sampleSource(path, before), sampleSource(path, after), titlesIn)).toBe(expected);
});
