// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with templates in it
import { describe, expect, it } from 'vitest';
import { importsOf, outlineOf } from '../../src/code/outline.ts';
import type { Source } from '../../src/code/source.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';
import { hasCases } from './test-cases.ts';

const read = (path: string, text: string) => sampleSource(path, text) as Source;

/** Each test by its names, and what is particular about it. */
function testsIn(path: string, text: string): readonly string[] {
  return read(path, text).found.tests.map((test) =>
    [
      test.names.map((name) => name?.text ?? '?').join(' > '),
      ...(hasCases(test, { path, text }) ? ['cases'] : []),
      ...(test.isAnnounced ? ['announced'] : []),
    ].join(' | '),
  );
}

describe('tests by their names, from the outermost group', () => {
  it.each([
    ["test('adds', () => {});", ['adds']],
    [
      "describe('sums', () => {\n  describe('of two', function () {\n    it('adds', f);\n  });\n});",
      ['sums > of two > adds'],
    ],
    ["describe('sums', () => it('adds', () => {}));", ['sums > adds']],
    ["const spec = it;\nspec('adds', () => {});", ['adds']],
    ["import { test as t } from 'vitest';\nt('adds', () => {});", ['adds']],
    ["import * as vitest from 'vitest';\nvitest.it('adds', () => {});\nDeno.test('more', f);", ['adds', 'more']],
    ["import { test as base } from '@playwright/test';\nconst test = base.extend({});\ntest('adds', f);", ['adds']],
    ["test.describe('sums', () => {\n  test('adds', f);\n});", ['sums > adds']],
    ["it.each([1, 2])('adds %i', (n) => {});", ['adds %i | cases']],
    ["it.each`\n  a\n  ${1}\n`('adds $a', () => {});", ['adds $a | cases']],
    ['for (const n of [1, 2]) it(`adds ${n}`, f);', ['adds ${n} | cases']],
    ["[1, 2].forEach((n) => {\n  it('adds ' + n, f);\n});", ["'adds ' + n | cases"]],
    ['it(name, f);', ['?']],
    [
      "it.skip('adds', f);\nit.todo('more');\nxit('less', f);\nit('later');",
      ['adds', 'more | announced', 'less', 'later | announced'],
    ],
    ["test('adds', async (t) => {\n  await t.test('two', f);\n});", ['adds | cases']],
    ["/x/.test('adds');\nfunction test(a) {}\ntest('adds');", []],
    ['test.beforeEach(f);\ntest.extend({});\ntest.run();', []],
    ["const pattern = /it('x')/;\n// it('no')\nit('adds', () => { /* } */ });", ['adds']],
  ])('JavaScript: %s', (text, expected) => {
    expect(testsIn('a.test.ts', text)).toEqual(expected);
  });

  it.each([
    ['test_a.py', 'def test_a():\n    pass\n\n\ndef helper():\n    def test_inner():\n        pass\n', ['test_a']],
    [
      'test_a.py',
      'class TestSums(unittest.TestCase):\n    class TestInner:\n        @skip\n        async def test_a(self):\n            with self.subTest(): pass\n',
      ['TestSums > TestInner > test_a | cases'],
    ],
    ['test_a.py', '@pytest.mark.parametrize("n", [1, 2])\ndef test_a(n):\n    pass\n', ['test_a | cases']],
    [
      'a_test.go',
      'package a\nfunc TestA(t *testing.T) {}\nfunc TestMain(m *testing.M) {}\nfunc Testify() {}\nfunc FuzzA(f *testing.F) {}\nfunc ExampleA() {}\n',
      ['TestA', 'FuzzA', 'ExampleA'],
    ],
    [
      'a_test.go',
      'package a\nfunc TestA(t *testing.T) {\n\tfor _, c := range cases {\n\t\tt.Run(c.name, func(t *testing.T) {})\n\t}\n}\nfunc TestB(t *testing.T) { t.Run("one", f) }\n',
      ['TestA | cases', 'TestB | cases'],
    ],
    [
      'src/lib.rs',
      '#[cfg(test)]\nmod tests {\n    #[test]\n    #[ignore]\n    fn adds() {}\n    #[tokio::test]\n    async fn later() {}\n    #[rstest]\n    #[case(1)]\n    fn rows(#[case] n: u8) {}\n    fn helper() {}\n}\n',
      ['tests > adds', 'tests > later', 'tests > rows | cases'],
    ],
    [
      'tests/a.rs',
      'macro_rules! sums {\n    ($($name:ident: $value:expr,)*) => { $(#[test] fn $name() { check($value); })* };\n}\nsums! { one: (1, 2), two: (3, 4), }\nproptest! {\n    #[test]\n    fn holds(a in 0..9) { }\n}\n',
      ['one', 'two', 'holds'],
    ],
    [
      'ATest.java',
      'class ATest {\n  @Nested\n  class Inner {\n    @ParameterizedTest(name = "x")\n    @ValueSource(ints = {1, 2})\n    void adds(int n) {}\n    @Disabled @Test public void later() {}\n  }\n  @TestFactory Stream<DynamicTest> made() { return null; }\n  void helper() {}\n}\n',
      ['ATest > Inner > adds | cases', 'ATest > Inner > later', 'ATest > made | cases'],
    ],
    [
      'OldTest.java',
      'public class OldTest extends TestCase {\n  public void testAdds() {}\n}\n',
      ['OldTest > testAdds'],
    ],
  ])('%s: %s', (path, text, expected) => {
    expect(testsIn(path, text)).toEqual(expected);
  });
});

describe('computed parts of a name stand for anything', () => {
  it.each([
    ["it.each([1])('adds %i to $b', f)", 'adds 1 to two', true],
    ['it(`adds ${a + `${b}`} to x`, f)', 'adds 1 to x', true],
    ["it('adds ' + n + ' to x', f)", 'adds 1 to x', true],
    ["it('adds ' + n, f)", 'removes 1', false],
    ["it('it\\'s', f)", "it's", true],
  ])('%s and %s: %s', (text, name, expected) => {
    expect(read('a.test.ts', text).found.tests[0]?.names[0]?.matches(name)).toBe(expected);
  });
});

describe('imports', () => {
  it.each([
    [
      'test/a.test.ts',
      "import d, { a as b, type C } from '../src/x.js';",
      { d: './src/x#default', b: './src/x#a', C: './src/x#C' },
    ],
    ['a.test.ts', "import * as n from 'n';\nimport './y.ts';", { n: 'n#*', "'./y'": './y' }],
    [
      'a.test.js',
      "const { q: r, s } = require('./q');\nconst t = require('t');",
      { r: './q#q', s: './q#s', t: 't#default' },
    ],
    [
      'pkg/test_a.py',
      'import os.path as p, sys\nfrom .a import (b as c, d,)\n',
      { p: 'os.path', sys: 'sys', c: 'pkg.a#b', d: 'pkg.a#d' },
    ],
    ['test_a.py', 'from x import *\n', { '*': 'x#*' }],
    [
      'a_test.go',
      'package a\nimport (\n\t"testing"\n\tm "math"\n\t. "x"\n)\n',
      { '"testing"': '"testing"', m: '"math"', '.': '"x"' },
    ],
    [
      'a.rs',
      'use a::{b, c as d, e::*};\nuse super::x;\n',
      { b: 'a::b', d: 'a::c', 'a::e::*': 'a::e::*', x: 'super::x' },
    ],
    [
      'A.java',
      'import a.B;\nimport static org.junit.Assert.*;\n',
      { B: 'a.B', 'org.junit.Assert.*': 'org.junit.Assert.*' },
    ],
  ])('%s: %s', (path, text, expected) => {
    expect(Object.fromEntries(importsOf(outlineOf(read(path, text))))).toEqual(expected);
  });
});

it('what stands beside tests is told statement by statement, with the groups it is in', () => {
  const text =
    "import a from 'a';\nconst x = 1;\ndescribe('sums', () => {\n  beforeEach(() => f());\n  it('adds', () => {});\n});\n";
  const { rest } = outlineOf(read('a.test.ts', text));
  expect(rest.map(({ line, groups, isHead }) => [line, groups, isHead])).toEqual([
    [2, '', false],
    [3, '', true],
    [4, ' > sums', false],
  ]);
});
