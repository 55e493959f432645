import { describe, expect, it } from 'vitest';
import { withoutLoadEffects } from '../../src/code/load-effects.ts';
import { sampleSource } from '../../src/testing/sample-source.ts';

describe('a file without what it does when it is loaded', () => {
  it.each([
    [
      'a.js',
      "import check from 'node:assert';\nfor (const name of Object.keys(check)) {\n  check[name] = () => {};\n}\nexport const one = () => 1;\n",
      "import check from 'node:assert';\n;\n\n\nexport const one = () => 1;\n",
    ],
    [
      'b.cjs',
      "const check = require('node:assert');\ncheck.equal = () => {};\nfunction one() {}\none.two = 2;\nmodule.exports = { one };\n",
      "const check = require('node:assert');\n;\nfunction one() {}\none.two = 2;\nmodule.exports = { one };\n",
    ],
    [
      'c.py',
      '"""Text."""\nimport unittest\nLIMIT = 3\nunittest.TestCase.assertEqual = print\nclass A:\n    pass\nA.limit = LIMIT\n',
      'pass\nimport unittest\nLIMIT = 3\npass\nclass A:\n    pass\nA.limit = LIMIT\n',
    ],
    ['d.go', 'package d\n\nvar limit = 3\n', 'package d\n\nvar limit = 3\n'],
  ])('%s', (path, text, left) => {
    const source = sampleSource(path, text);
    expect(source === undefined ? undefined : withoutLoadEffects(source)).toBe(left);
  });
});
