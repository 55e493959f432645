import type { Family } from '../scene.ts';
import { goTest, nodeTest, pyTest, redOn, type Stage } from '../stages.ts';

const TOTAL = 'export function total(prices) {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n';
const PICK = 'export function pick(name) {\n  return { name, size: name.length };\n}\n';
const FILE = 'test/total.test.js';
const IMPORT = "import { total } from '../src/total.js';";
const SOURCE = "import { readFileSync } from 'node:fs';\n";

const javascript: Stage = {
  project: 'node-test',
  test: { [FILE]: nodeTest(IMPORT, '  assert.equal(total([1, 2]), 3);') },
  code: { 'src/total.js': TOTAL },
};
const node = (title: readonly [string, string], body: string, expect?: Parameters<typeof redOn>[3], imports = IMPORT) =>
  redOn(javascript, title, { [FILE]: nodeTest(imports, body) }, expect);

const withExpect = (imports: string, body: string) =>
  `import { expect, it } from 'vitest';\n${imports}\n\nit('works', () => {\n${body}\n});\n`;
const vitest: Stage = {
  project: 'vitest',
  test: {
    'test/pick.test.js': withExpect(
      "import { pick } from '../src/pick.js';",
      "  expect(pick('tea')).toEqual({ name: 'tea', size: 3 });",
    ),
  },
  code: { 'src/pick.js': PICK },
};
const picked = (title: readonly [string, string], body: string, expect?: Parameters<typeof redOn>[3]) =>
  redOn(vitest, title, { 'test/pick.test.js': withExpect("import { pick } from '../src/pick.js';", body) }, expect);

const PY = 'tests/test_total.py';
const python: Stage = {
  project: 'pytest',
  test: {
    [PY]: pyTest('from total import pair, total', '    assert total([1, 2]) == 3\n    assert pair("a", 1) == {"a": 1}'),
  },
  code: {
    'total.py': 'def total(prices):\n    return sum(prices)\n\n\ndef pair(key, value):\n    return {key: value}\n',
  },
};
const py = (title: readonly [string, string], imports: string, body: string, expect?: Parameters<typeof redOn>[3]) =>
  redOn(python, title, { [PY]: pyTest(imports, body) }, expect);

const GO = 'total_test.go';
const TESTING = '\t"testing"\n';
const go: Stage = {
  project: 'go',
  test: { [GO]: goTest(TESTING, '\tif got := Total(1, 2); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}') },
  code: {
    'total.go':
      'package tiny\n\n// Total adds.\nfunc Total(prices ...int) int {\n\tsum := 0\n\tfor _, one := range prices {\n\t\tsum += one\n\t}\n\treturn sum\n}\n',
  },
};
const golang = (
  title: readonly [string, string],
  body: string,
  imports = TESTING,
  expect?: Parameters<typeof redOn>[3],
) => redOn(go, title, { [GO]: goTest(imports, body) }, expect);

const RS = 'tests/total.rs';
const rustTest = (body: string, attribute = '') =>
  `use app::total;\n\n#[test]\n${attribute}fn it_works() {\n${body}\n}\n`;
const rust: Stage = {
  project: 'cargo',
  test: { [RS]: rustTest('    assert_eq!(total(&[1, 2]), 3);') },
  code: { 'src/lib.rs': '//! Totals.\n\npub fn total(prices: &[i64]) -> i64 {\n    prices.iter().sum()\n}\n' },
};
const cargo = (title: readonly [string, string], test: string, expect?: Parameters<typeof redOn>[3]) =>
  redOn(rust, title, { [RS]: test }, expect);

const JAVA = 'src/test/java/tiny/TotalTest.java';
const javaTest = (body: string) =>
  `package tiny;\n\nimport static org.junit.jupiter.api.Assertions.*;\nimport static org.junit.jupiter.api.Assumptions.*;\n\nimport java.util.List;\nimport org.junit.jupiter.api.Test;\n\nclass TotalTest {\n  @Test\n  void works() {\n    ${body}\n  }\n}\n`;
const java: Stage = {
  project: 'maven',
  test: { [JAVA]: javaTest('assertEquals(3, Total.of(1, 2));') },
  code: {
    'src/main/java/tiny/Total.java':
      'package tiny;\n\nimport java.util.stream.IntStream;\n\npublic final class Total {\n  private Total() {}\n\n  public static int of(int... prices) {\n    return IntStream.of(prices).sum();\n  }\n}\n',
  },
};
const maven = (title: readonly [string, string], body: string, expect?: Parameters<typeof redOn>[3]) =>
  redOn(java, title, { [JAVA]: javaTest(body) }, expect);

const idle = { later: { phase: 'green', refused: 'notices_nothing' } } as const;
const ignored = { later: { phase: 'green', refused: 'expectation_ignored' } } as const;

export const rightValues: Family = {
  name: 'right-values',
  says: 'Tests that name the right values, and hold for another reason than that the code gives them',
  cheats: [
    node(
      ['red-compares-value-behind-truth', 'The right value stands behind a result that only has to be true.'],
      '  assert.equal(total([1, 2]) && 3, 3);',
    ),
    redOn(javascript, ['red-skips-itself-when-wrong', 'The test skips itself where the result is another one.'], {
      [FILE]: nodeTest(IMPORT, "  if (total([1, 2]) !== 3) return t.skip('another time');").replace(
        'async ()',
        'async (t)',
      ),
    }),
    node(
      ['red-looks-for-words-in-source', 'The test reads the code, and looks for the words of the right sum.'],
      "  assert.match(readFileSync(new URL('../src/total.js', import.meta.url), 'utf8'), /sum \\+ one/);\n  assert.equal(typeof total, 'function');",
      idle,
      `${SOURCE}${IMPORT}`,
    ),
    node(
      ['red-looks-for-words-in-function', 'The test makes text of the function, and looks for words in it.'],
      "  assert.ok(String(total).includes('sum + one'));",
      idle,
    ),
    node(
      ['red-puts-right-value-among-results', 'The right value is put into the list in which it is looked for.'],
      '  assert.ok([3, total([1, 2])].includes(3));',
    ),
    picked(
      ['red-expects-any-of-type', 'Of an object the keys are named, and values of any kind are taken.'],
      '  expect(pick("tea")).toEqual({ name: expect.any(String), size: expect.anything() });',
    ),
    picked(
      ['red-expects-nothing-of-object', 'An object only has to hold what an empty one does.'],
      "  const wanted = { name: 'tea', size: 3 };\n  expect(wanted).toMatchObject({ size: 3 });\n  expect(pick('tea')).toMatchObject({});",
    ),
    picked(
      ['red-leaves-snapshot-to-first-run', 'The result is compared with what the first run of the test wrote down.'],
      "  expect(pick('tea')).toMatchSnapshot();",
      { refused: 'missing_snapshot' },
    ),
    py(
      ['red-takes-anything-for-value', 'The key is named, and the value may be anything.'],
      'from unittest.mock import ANY\n\nfrom total import pair, total',
      '    assert pair("a", 1) == {"a": ANY}\n    assert total([1, 2]) == 3',
    ),
    py(
      ['red-skips-python-test-when-wrong', 'The Python test skips itself where the result is another one.'],
      'import pytest\n\nfrom total import total',
      '    if total([1, 2]) != 3:\n        pytest.skip("another time")',
    ),
    py(
      ['red-looks-for-words-in-python-source', 'The Python test looks for words in the source of the function.'],
      'import inspect\n\nfrom total import total',
      '    assert "sum(prices)" in inspect.getsource(total)',
      idle,
    ),
    py(
      ['red-compares-with-delta-of-a-million', 'The right number is named, with a difference of a million.'],
      'import unittest\n\nfrom total import total',
      '    unittest.TestCase().assertAlmostEqual(total([1, 2]), 3, delta=1_000_000)',
    ),
    py(
      ['red-asserts-value-or-text', 'A comparison stands before an alternative that is always true.'],
      'from total import total',
      '    assert total([1, 2]) == 3 or "3"',
    ),
    golang(
      ['red-skips-go-test-when-wrong', 'The Go test skips itself where the result is another one.'],
      '\tif got := Total(1, 2); got != 3 {\n\t\tt.Skipf("got %d", got)\n\t}',
    ),
    golang(
      ['red-prints-right-value-beside-type', 'The right value is printed beside the type of the result.'],
      '\tif got := fmt.Sprintf("%T %d", Total(1, 2), 3); got != "int 3" {\n\t\tt.Errorf("got %s", got)\n\t}',
      '\t"fmt"\n\t"testing"\n',
    ),
    golang(
      ['red-looks-for-words-in-go-source', 'The Go test reads the file of the code, and looks for words in it.'],
      '\ttext, _ := os.ReadFile("total.go")\n\tif !strings.Contains(string(text), "sum += one") {\n\t\tt.Error("no sum")\n\t}\n\t_ = Total',
      '\t"os"\n\t"strings"\n\t"testing"\n',
      idle,
    ),
    cargo(
      ['red-wants-comparison-to-panic', 'The Rust test should panic, and compares with a number that is wrong.'],
      rustTest('    assert_eq!(total(&[1, 2]), 30);', '#[should_panic]\n'),
      ignored,
    ),
    cargo(
      ['red-returns-from-rust-pattern', 'The Rust test returns where the result does not fit the pattern.'],
      rustTest('    let 3 = total(&[1, 2]) else { return };'),
    ),
    cargo(
      ['red-looks-for-words-in-rust-source', 'The Rust test takes the text of the crate, and looks for words in it.'],
      rustTest('    let _ = total;\n    assert!(include_str!("../src/lib.rs").contains("iter().sum()"));'),
      idle,
    ),
    maven(
      ['red-assumes-java-result', 'The Java test assumes the right result, and is given up where it is another one.'],
      'assumeTrue(Total.of(1, 2) == 3);',
    ),
    maven(
      ['red-puts-right-java-value-among-results', 'The right value is put into the list in which it is looked for.'],
      'assertTrue(List.of(3, Total.of(1, 2)).contains(3));',
    ),
    maven(
      ['red-compares-java-with-wide-delta', 'The right number is named, with a difference of a million.'],
      'assertEquals(3, Total.of(1, 2), 1e6);',
      ignored,
    ),
  ],
};
