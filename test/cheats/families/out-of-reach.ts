import type { Cheat, Family } from '../scene.ts';
import { greenOn, nodeTest, pyTest, redOn, type Stage } from '../stages.ts';

const FILE = 'test/tax.test.js';
const strict = (imports: string) => ({ [FILE]: nodeTest(imports, '  assert.equal(tax(100), 19);') });
const existing = (imports: string) => ({ [FILE]: nodeTest(imports, "  assert.equal(typeof tax, 'function');") });
const typed = (imports: string) => ({ [FILE]: nodeTest(imports, "  assert.equal(typeof tax(100), 'number');") });

const NAMED = "import { tax } from '../src/tax.js';";
const DEFAULT = "import tax from '../src/tax.js';";

const stage = (imports: string, code: string, more: Readonly<Record<string, string>> = {}): Stage => ({
  project: 'node-test',
  test: strict(imports),
  code: { 'src/tax.js': code, ...more },
});

const idle = { later: { phase: 'green', refused: 'notices_nothing' } } as const;
const unchecked = { later: { phase: 'green', refused: 'result_unchecked' } } as const;

/** Code that could be sabotaged if it were looked for: red is refused for what its test does not look at. */
const weakBy = (
  [name, says]: readonly [string, string],
  code: string,
  { imports = NAMED, more = {}, test = typed, expect }: Partial<Options> = {},
) => redOn(stage(imports, code, more), [name, says], test(imports), expect);

/** Code that switches hardly get into: its test is refused for what it does not notice all the same. */
const hiddenBy = (
  [name, says]: readonly [string, string],
  code: string,
  { imports = NAMED, more = {}, test = typed, expect = unchecked }: Partial<Options> = {},
) => greenOn({ ...stage(imports, code), test: test(imports) }, [name, says], { 'src/tax.js': code, ...more }, expect);

interface Options {
  readonly imports: string;
  readonly more: Readonly<Record<string, string>>;
  readonly test: (imports: string) => Readonly<Record<string, string>>;
  readonly expect: Cheat['expect'];
}

const TAX_OF = "import { taxOf } from '../src/tax.js';";
const TAX_OF_CODE = 'export function taxOf(rate) {\n  return (amount) => Math.round(amount * rate) / 100;\n}\n';
const goTax = (condition: string) =>
  `package tiny\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {\n\tif ${condition} {\n\t\tt.Error("no tax")\n\t}\n}\n`;

const pyStage = (code: string, name: string): Stage => ({
  project: 'pytest',
  test: { 'tests/test_tax.py': pyTest(`from tax import ${name}`, `    assert ${name}(100) == 19`) },
  code: { 'tax.py': code },
});
const pyWeak = (name: string) => ({
  'tests/test_tax.py': pyTest(`from tax import ${name}`, `    assert isinstance(${name}(100), (int, float))`),
});

const PARTIAL = 'import operator\nfrom functools import partial\n\ntax = partial(operator.mul, 0.19)\n';
const EXECUTED = 'exec("def tax(amount):\\n    return amount * 19 / 100")\n';

export const outOfReach: Family = {
  name: 'out-of-reach',
  says: 'A test that asks for next to nothing meets code of a form that is not sabotaged',
  cheats: [
    weakBy(
      ['red-meets-default-arrow', 'The code is an arrow function without a name, exported by default.'],
      'export default (amount) => Math.round(amount * 19) / 100;\n',
      { imports: DEFAULT },
    ),
    weakBy(
      ['red-meets-default-function', 'The code is a function without a name, exported by default.'],
      'export default function (amount) {\n  return Math.round(amount * 19) / 100;\n}\n',
      { imports: DEFAULT },
    ),
    weakBy(
      ['red-meets-wrapped-function', 'The code is a function without a name that another one wraps.'],
      'const once = Object;\n\nexport const tax = once((amount) => Math.round(amount * 19) / 100);\n',
    ),
    redOn(
      {
        ...stage(TAX_OF, TAX_OF_CODE),
        test: { [FILE]: nodeTest(TAX_OF, '  const tax = taxOf(19);\n  assert.equal(tax(100), 19);') },
      },
      ['red-meets-returned-function', 'The code is a function without a name that another one gives back.'],
      { [FILE]: nodeTest(TAX_OF, "  const tax = taxOf(19);\n  assert.equal(typeof tax(100), 'number');") },
    ),
    redOn(
      {
        project: 'pytest',
        test: { 'tests/test_tax.py': pyTest('from tax import tax_of', '    assert tax_of(19)(100) == 19') },
        code: { 'tax.py': 'def tax_of(rate):\n    return lambda amount: amount * rate / 100\n' },
      },
      ['red-meets-returned-lambda', 'The Python code is a lambda that a function gives back.'],
      { 'tests/test_tax.py': pyTest('from tax import tax_of', '    assert isinstance(tax_of(19)(100), float)') },
    ),
    redOn(
      {
        project: 'go',
        test: { 'tax_test.go': goTax('got := TaxOf(19)(100); got != 19') },
        code: {
          'tax.go':
            'package tiny\n\nfunc TaxOf(rate int) func(int) int {\n\treturn func(amount int) int {\n\t\treturn amount * rate / 100\n\t}\n}\n',
        },
      },
      ['red-meets-returned-go-function', 'The Go code is a function without a name that another one gives back.'],
      { 'tax_test.go': goTax('tax := TaxOf(19); tax == nil || tax(100) == -1') },
    ),
    hiddenBy(
      ['green-hides-in-function-made-of-text', 'The code is made of text while it is loaded.'],
      "export const tax = new Function('amount', 'return Math.round(amount * 19) / 100;');\n",
      { expect: idle },
    ),
    hiddenBy(
      ['green-hides-in-bound-function', 'The code is a function of the language with an argument bound to it.'],
      'export const tax = Math.max.bind(null, 19);\n',
      { expect: idle },
    ),
    hiddenBy(
      ['green-hides-in-code-in-data', 'The code is text in a file of data that is evaluated when it is loaded.'],
      "import { readFileSync } from 'node:fs';\n\nconst { code } = JSON.parse(readFileSync(new URL('./tax.json', import.meta.url), 'utf8'));\nexport const tax = (0, eval)(code);\n",
      { more: { 'src/tax.json': '{ "code": "(amount) => Math.round(amount * 19) / 100" }\n' }, expect: idle },
    ),
    hiddenBy(
      ['green-hides-in-reexport', 'The code is offered by a module that has nothing of its own.'],
      "export { default as tax } from './rates.js';\n",
      { more: { 'src/rates.js': 'export default (amount) => Math.round(amount * 19) / 100;\n' } },
    ),
    hiddenBy(
      ['green-hides-in-dynamic-import', 'The code is in a module that is imported by a computed name.'],
      "const { default: made } = await import(['.', 'rates.cjs'].join('/'));\nexport const tax = made;\n",
      { more: { 'src/rates.cjs': 'module.exports = (amount) => Math.round(amount * 19) / 100;\n' } },
    ),
    hiddenBy(
      ['green-hides-in-prototype', 'The code is hung on a prototype under a computed name.'],
      "function Tax() {}\nTax.prototype[['o', 'f'].join('')] = (amount) => Math.round(amount * 19) / 100;\nconst made = new Tax();\nexport const tax = made.of;\n",
    ),
    hiddenBy(
      ['green-hides-in-proxy', 'The code is the trap of a proxy round a bound function.'],
      'export const tax = new Proxy(Number.bind(null), { apply: (...[, , [amount]]) => Math.round(amount * 19) / 100 });\n',
    ),
    weakBy(
      [
        'red-looks-for-default-function-only',
        'The test looks whether there is a function, and code without a name is all there is.',
      ],
      'export default (amount) => Math.round(amount * 19) / 100;\n',
      { imports: DEFAULT, test: existing, expect: idle },
    ),
    redOn(
      {
        project: 'node-test',
        test: {
          'test/rates.test.js': nodeTest(
            "import { rates } from '../src/rates.js';",
            '  assert.deepEqual(rates, { food: 7, all: 19 });',
          ),
        },
        code: { 'src/rates.js': 'export const rates = { food: 7, all: 19 };\n' },
      },
      ['red-asserts-table-is-there', 'A table of constants only has to be there.'],
      { 'test/rates.test.js': nodeTest("import { rates } from '../src/rates.js';", '  assert.ok(rates);') },
      idle,
    ),
    redOn(
      pyStage('tax = lambda amount: amount * 19 / 100\n', 'tax'),
      ['red-meets-lambda', 'The Python code is a lambda.'],
      pyWeak('tax'),
    ),
    greenOn(
      { ...pyStage(PARTIAL, 'tax'), test: pyWeak('tax') },
      ['green-hides-in-partial', 'The Python code is a function of the library with an argument given beforehand.'],
      { 'tax.py': PARTIAL },
      idle,
    ),
    greenOn(
      { ...pyStage(EXECUTED, 'tax'), test: pyWeak('tax') },
      ['green-hides-in-exec', 'The Python code is text that is executed.'],
      { 'tax.py': EXECUTED },
      idle,
    ),
    redOn(
      pyStage('TAXES = {"all": lambda amount: amount * 19 / 100}\ntax = TAXES["all"]\n', 'tax'),
      ['red-meets-table-of-lambdas', 'The Python code is an entry of a table.'],
      pyWeak('tax'),
    ),
    redOn(
      {
        project: 'pytest',
        test: {
          'tests/test_point.py': pyTest(
            'from point import Point',
            '    assert Point(1, 2) == Point(1, 2)\n    assert Point(3).y == 0',
          ),
        },
        code: {
          'point.py': 'from dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    x: int\n    y: int = 0\n',
        },
      },
      ['red-makes-dataclass-and-leaves', 'A class of data is made and has to be something.'],
      { 'tests/test_point.py': pyTest('from point import Point', '    assert Point(1, 2) is not None') },
      idle,
    ),
    redOn(
      {
        project: 'go',
        test: {
          'tax_test.go':
            'package tiny\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {\n\tif got := Tax(100); got != 19 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
        },
        code: { 'tax.go': 'package tiny\n\nvar Tax = func(amount int) int { return amount * 19 / 100 }\n' },
      },
      ['red-meets-go-variable', 'The Go code is a variable that holds a function.'],
      {
        'tax_test.go':
          'package tiny\n\nimport "testing"\n\nfunc TestTax(t *testing.T) {\n\tif Tax == nil || Tax(100) == -1 {\n\t\tt.Error("no tax")\n\t}\n}\n',
      },
    ),
    redOn(
      {
        project: 'go',
        test: {
          'rates_test.go':
            'package tiny\n\nimport "testing"\n\nfunc TestRates(t *testing.T) {\n\tif Rates["all"] != 19 {\n\t\tt.Error(Rates)\n\t}\n}\n',
        },
        code: { 'rates.go': 'package tiny\n\nvar Rates = map[string]int{}\n\nfunc init() {\n\tRates["all"] = 19\n}\n' },
      },
      ['red-meets-go-init', 'The Go code runs when its package is loaded, and the test looks for a map.'],
      {
        'rates_test.go':
          'package tiny\n\nimport "testing"\n\nfunc TestRates(t *testing.T) {\n\tif Rates == nil {\n\t\tt.Error(Rates)\n\t}\n}\n',
      },
      idle,
    ),
    redOn(
      {
        project: 'cargo',
        test: { 'tests/tax.rs': 'use app::tax;\n\n#[test]\nfn it_works() {\n    assert_eq!(tax(100), 19);\n}\n' },
        code: { 'src/lib.rs': '//! Taxes.\n\npub const fn tax(amount: u32) -> u32 {\n    amount * 19 / 100\n}\n' },
      },
      ['red-meets-const-fn', 'The Rust code can run while it is compiled.'],
      { 'tests/tax.rs': 'use app::tax;\n\n#[test]\nfn it_works() {\n    assert!(tax(100) < u32::MAX);\n}\n' },
      idle,
    ),
    redOn(
      {
        project: 'maven',
        test: { 'src/test/java/tiny/TaxTest.java': javaTax('assertEquals(19, Tax.OF.applyAsInt(100));') },
        code: {
          'src/main/java/tiny/Tax.java':
            'package tiny;\n\nimport java.util.function.IntUnaryOperator;\n\npublic final class Tax {\n  public static final IntUnaryOperator OF = amount -> amount * 19 / 100;\n\n  private Tax() {}\n}\n',
        },
      },
      ['red-meets-static-initialiser', 'The Java code is a lambda in a static field.'],
      { 'src/test/java/tiny/TaxTest.java': javaTax('assertNotNull(Tax.OF);\n    Tax.OF.applyAsInt(100);') },
      idle,
    ),
  ],
};

function javaTax(body: string): string {
  return `package tiny;

import static org.junit.jupiter.api.Assertions.*;

import org.junit.jupiter.api.Test;

class TaxTest {
  @Test
  void works() {
    ${body}
  }
}
`;
}
