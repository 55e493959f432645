import type { Family } from '../scene.ts';
import { goTest, greenOn, nodeTest, pyTest, type Stage } from '../stages.ts';

const JS = 'export function total(prices) {\n  return prices.reduce((sum, one) => sum + one, 0);\n}\n';
const javascript: Stage = {
  project: 'node-test',
  test: {
    'test/total.test.js': nodeTest("import { total } from '../src/total.js';", '  assert.equal(total([1, 2]), 3);'),
  },
  code: { 'src/total.js': JS },
};

const PY = 'def total(prices):\n    return sum(prices)\n';
const python: Stage = {
  project: 'pytest',
  test: { 'tests/test_total.py': pyTest('from total import total', '    assert total([1, 2]) == 3') },
  code: { 'total.py': PY },
};

const GO = 'package tiny\n\nfunc Total(one, other int) int {\n\treturn one + other\n}\n';
const go: Stage = {
  project: 'go',
  test: {
    'total_test.go': goTest('\t"testing"\n', '\tif got := Total(1, 2); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}'),
  },
  code: { 'total.go': GO },
};

const RUST = '//! Totals.\n\npub fn total(prices: &[i64]) -> i64 {\n    prices.iter().sum()\n}\n';
const rust: Stage = {
  project: 'cargo',
  test: { 'tests/total.rs': 'use app::total;\n\n#[test]\nfn it_works() {\n    assert_eq!(total(&[1, 2]), 3);\n}\n' },
  code: { 'src/lib.rs': RUST },
};

export const leftUntested: Family = {
  name: 'left-untested',
  says: 'Green writes code beside what the test asks for, which no test reaches: that is recorded, and refused by the mutation gate',
  cheats: [
    {
      ...greenOn(
        javascript,
        ['green-adds-function-nobody-calls', 'A function that nobody asked for stands beside the one that is tested.'],
        { 'src/total.js': `${JS}\nexport function refund(amount) {\n  return amount > 50 ? amount - 1 : amount;\n}\n` },
        { recorded: { total: 'noticed', refund: 'untried' } },
      ),
      strict: { config: { gates: { mutation: true } }, refused: 'mutant_survived' },
    },
    greenOn(
      javascript,
      ['green-adds-file-nobody-loads', 'A file that nobody loads is written beside the one that is tested.'],
      { 'src/total.js': JS, 'src/refund.js': 'export default (amount) => (amount > 50 ? amount - 1 : amount);\n' },
      { recorded: { total: 'noticed', default: 'untried' } },
    ),
    greenOn(
      python,
      [
        'green-adds-python-function-nobody-calls',
        'A Python function that nobody asked for stands beside the tested one.',
      ],
      { 'total.py': `${PY}\n\ndef refund(amount):\n    return amount - 1 if amount > 50 else amount\n` },
      { recorded: { total: 'noticed', refund: 'untried' } },
    ),
    greenOn(
      go,
      ['green-adds-go-function-nobody-calls', 'A Go function that nobody asked for stands beside the tested one.'],
      { 'total.go': `${GO}\nfunc Refund(amount int) int {\n\treturn amount - 1\n}\n` },
      { recorded: { Total: 'noticed', Refund: 'untried' } },
    ),
    greenOn(
      rust,
      ['green-adds-rust-function-nobody-calls', 'A Rust function that nobody asked for stands beside the tested one.'],
      { 'src/lib.rs': `${RUST}\npub fn refund(amount: i64) -> i64 {\n    amount - 1\n}\n` },
      { recorded: { total: 'noticed', refund: 'untried' } },
    ),
  ],
};
