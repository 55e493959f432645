// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code with placeholders in them
import type { Theme } from '../scene.ts';
import { goTest, honestOn, nodeTest, pyTest, type Stage } from '../stages.ts';

const JS_CODE = `export function parse(text) {
  if (text === undefined) {
    console.error('nothing to parse');
    return [];
  }
  return text.split(',').map((one) => one.trim());
}
`;
const parse: Stage = {
  project: 'node-test',
  test: {
    'test/parse.test.js': nodeTest(
      "import { parse } from '../src/parse.js';",
      "  assert.deepEqual(parse('a, b'), ['a', 'b']);",
    ),
  },
  code: { 'src/parse.js': JS_CODE },
};

const PY_CODE =
  'def load(text, strict=False):\n    if strict and not text:\n        message = "nothing to load"\n        raise ValueError(message)\n    return text.split(";")\n';
const load: Stage = {
  project: 'pytest',
  test: {
    'tests/test_load.py': `import sys\n\nimport pytest\n\nfrom load import load\n\n\n@pytest.mark.skipif(sys.platform == "win32", reason="other line ends")\ndef test_load():\n    assert load("a;b") == ["a", "b"]\n`,
  },
  code: { 'load.py': PY_CODE },
};

const QUERY = "export const query = (table) => ['select *', `from ${table}`].join('\\n');\n";
const query: Stage = {
  project: 'node-test',
  test: {
    'test/query.test.js': nodeTest(
      "import { query } from '../src/query.js';",
      "  assert.equal(query('users').trim(), 'select *\\nfrom users');",
    ),
  },
  code: { 'src/query.js': QUERY },
};

const GO_CODE =
  'package tiny\n\nimport "errors"\n\nfunc First(words []string) (string, error) {\n\tif len(words) == 0 {\n\t\treturn "", errors.New("no words")\n\t}\n\treturn words[0], nil\n}\n';
const first: Stage = {
  project: 'go',
  test: {
    'first_test.go': goTest(
      '\t"testing"\n',
      '\tif testing.Short() {\n\t\tt.Skip("not now")\n\t}\n\tif got, err := First([]string{"a", "b"}); err != nil || got != "a" {\n\t\tt.Errorf("got %q, %v", got, err)\n\t}',
    ),
  },
  code: { 'first.go': GO_CODE },
};

const RS_CODE = `//! Ranges.

pub fn width(low: i64, high: i64) -> i64 {
    if high < low {
        eprintln!("{high} is below {low}");
        return 0;
    }
    high - low
}
`;
const width: Stage = {
  project: 'cargo',
  test: { 'tests/width.rs': 'use app::width;\n\n#[test]\nfn it_works() {\n    assert_eq!(width(2, 5), 3);\n}\n' },
  code: { 'src/lib.rs': RS_CODE },
};

const CONSTANTS: Stage = {
  project: 'pytest',
  test: {
    'tests/test_limits.py': pyTest(
      'from limits import GREETING, LIMITS',
      '    assert LIMITS["max"] == 10\n    assert GREETING == "wait 3 seconds"',
    ),
  },
  code: { 'limits.py': 'LIMITS = {"max": 10}\nGREETING = "wait 3 seconds"\n' },
};

/** What comes close to what is refused, and is honest. */
export const besideRules: Theme = {
  name: 'beside-rules',
  runs: [
    honestOn(
      parse,
      ['refactor-takes-guard-out', 'What is done where nothing is given, which no test tries, gets a function.'],
      {
        write: {
          'src/parse.js': `function nothing() {
  console.error('nothing to parse');
  return [];
}

export function parse(text) {
  if (text === undefined) return nothing();
  return text.split(',').map((one) => one.trim());
}
`,
        },
      },
    ),
    honestOn(parse, ['refactor-writes-notes', 'Notes for people are written beside code that gets shorter.'], {
      write: {
        'docs/parsing.md': '# Parsing\n\nParts are separated by commas.\n',
        'src/parse.js': JS_CODE.replace('(one) => one.trim()', '(part) => part.trim()'),
      },
    }),
    honestOn(
      query,
      ['refactor-moves-text-to-file', 'The text of a query moves to a file of its own, which the code reads.'],
      {
        write: {
          'src/query.sql': 'select *\nfrom TABLE\n',
          'src/query.js':
            "import { readFileSync } from 'node:fs';\n\nconst text = readFileSync(new URL('./query.sql', import.meta.url), 'utf8').trim();\n\nexport const query = (table) => text.replace('TABLE', table);\n",
        },
      },
    ),
    honestOn(load, ['python-test-for-some-platforms', 'The test is skipped on one platform.']),
    honestOn(
      load,
      ['refactor-takes-python-guard-out', 'A guard that no test tries becomes a function with other names.'],
      {
        write: {
          'load.py':
            'def refuse():\n    raise ValueError("nothing to load")\n\n\ndef load(text, strict=False):\n    if strict and not text:\n        refuse()\n    return text.split(";")\n',
        },
      },
    ),
    honestOn(first, ['go-test-not-in-short-runs', 'The test is skipped in short runs.']),
    honestOn(first, ['refactor-takes-go-guard-out', 'A guard that no test tries becomes a function.'], {
      write: {
        'first.go': GO_CODE.replace('len(words) == 0', 'isEmpty(words)').concat(
          '\nfunc isEmpty(words []string) bool {\n\treturn len(words) == 0\n}\n',
        ),
      },
    }),
    honestOn(width, ['refactor-takes-rust-guard-out', 'A warning that no test comes to becomes a function.'], {
      write: {
        'src/lib.rs': RS_CODE.replace('eprintln!("{high} is below {low}");', 'warn(low, high);').concat(
          '\nfn warn(low: i64, high: i64) {\n    eprintln!("{high} is below {low}");\n}\n',
        ),
      },
    }),
    honestOn(CONSTANTS, [
      'python-constants-with-numbers-in-text',
      'Constants are all there is, one a text with a number.',
    ]),
  ],
};
