import { expect, it } from 'vitest';
import { sampleChange } from '../../testing/evidence-samples.ts';
import { splitTests } from '../code/split-tests.ts';
import { idleHelpers } from './idle-helpers.ts';

/** Helpers that check nothing, in a test file with something beside its test, and with a helper file. */
function idle(before: string, helper = '', path = 'test/a.test.js'): readonly string[] {
  const text = path.endsWith('.py')
    ? `${before}\n\ndef test_a():\n    check(total([]), 0)\n`
    : `${before}\ntest('a', () => {\n  check(sum([]), 0);\n});\n`;
  const split = splitTests(path, text);
  if (split === undefined) throw new Error('This cannot be read.');
  const name = path.endsWith('.py') ? 'tests/checks.py' : 'test/helpers/check.js';
  return idleHelpers(split, path, [sampleChange(name, undefined, helper)]);
}

const IMPORT = "import { check } from './helpers/check.js';";

it.each([
  [IMPORT, 'export function check(_actual, _expected) {}\n'],
  [IMPORT, 'export const check = async (actual) => {\n  console.log(actual);\n};\n'],
  [IMPORT, 'function check() {\n  return true;\n}\nexport { check };\n'],
  ['function check() {}', ''],
  ['const check = (a, b) => a === b;', ''],
])('nothing can fail in %s %s', (before, helper) => {
  expect(idle(before, helper)).toEqual(['check']);
});

it.each([
  [IMPORT, "import assert from 'node:assert';\nexport function check(a, b) {\n  assert.equal(a, b);\n}\n"],
  [IMPORT, 'export function check(a, b) {\n  if (a !== b) throw new Error();\n}\n'],
  [IMPORT, "export { check } from './real.js';\n"],
  [IMPORT, "import { compare } from './compare.js';\nexport const check = (a, b) => compare(a, b);\n"],
  [IMPORT, "import chai from 'chai';\nexport const check = chai.expect;\n"],
  ["import { check } from './helpers/other.js';", 'export function check() {}\n'],
  ["import chai from 'chai';\nconst check = chai.assert.equal;", ''],
  ['function check(a, b) {\n  expect(a).toBe(b);\n}', ''],
])('something can in %s %s', (before, helper) => {
  expect(idle(before, helper)).toEqual([]);
});

it('holds for Python, too', () => {
  const before = 'from adding import total\nfrom tests.checks import check\n';
  expect(idle(before, 'def check(actual, expected):\n    pass\n', 'tests/test_a.py')).toEqual(['check']);
  expect(idle(before, 'def check(a, b):\n    assert a == b\n', 'tests/test_a.py')).toEqual([]);
});
