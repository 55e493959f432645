import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rolesByGlobs } from '../../../src/evidence/file-roles.ts';
import { NO_OPTIONS } from '../../../src/evidence/plan/list-item.ts';
import { judgeCollection } from '../../../src/evidence/red/collection.ts';
import { askingOf } from '../../../src/evidence/red/judge-red.ts';
import { judgeNewTests } from '../../../src/evidence/red/tests.ts';
import { loadFramework } from '../../../src/frameworks/registry.ts';
import type { FrameworkName } from '../../../src/frameworks/versions.ts';
import { sampleChange } from '../../../src/testing/evidence-samples.ts';
import { useDriver } from '../programs.ts';
import { projectCopy } from '../request.ts';

/** A function that only raises an error, and tests in a new file that fail by all kinds of errors. */
interface Raised {
  readonly stub: readonly [path: string, text: string];
  readonly test: readonly [path: string, text: string];
  /** A stored snapshot of a test that does not come to it. */
  readonly stored?: readonly [path: string, text: string];
  readonly honest: readonly string[];
  readonly refused: readonly string[];
  /** Files that raise an error before their first test: one out of the code, and one out of the file itself. */
  readonly loading?: Readonly<Record<'code' | 'test', readonly [path: string, text: string]>>;
}

const JS_STUB = "export function stub() {\n  throw new Error('not implemented');\n}\n";
const JS_TEST = `const part = {};
function look(is) {
  if (!is) throw new Error('not so');
}
it('code', () => {
  look(stub() === 3);
});
it('helper', () => {
  look(1 === 2);
});
it('test', () => {
  throw new Error('red');
});
describe('with a hook', () => {
  beforeEach(() => stub());
  it('hook', () => look(1 === 1));
});
describe('with a bad hook', () => {
  beforeEach(() => {
    throw new Error('no hook');
  });
  it('bad hook', () => look(1 === 1));
});
it('language', () => look(part.of.nothing === 1));
it('name', () => look(prat.of === 1));
`;
const JS = { honest: ['code', 'helper', 'hook', 'language'], refused: ['test', 'bad hook', 'name'] };
const es = (from: string): Raised => ({
  stub: ['src/stub.js', JS_STUB],
  test: ['test/raised.test.js', `${from}import { stub } from '../src/stub.js';\n${JS_TEST}`],
  ...JS,
});

const loadingWith = (head: string): NonNullable<Raised['loading']> => ({
  code: [
    'test/early.test.js',
    `${head}describe('early', () => {\n  const three = stub();\n  it('is three', () => expect(three).toBe(3));\n});\n`,
  ],
  test: ['test/slip.test.js', `${head}describe('early', () => {\n  throw new Error('slip');\n});\n`],
});
const VITEST = "import { beforeEach, describe, expect, it } from 'vitest';\n";

const SNAPSHOT = "it('snapshot', () => expect(stub()).toMatchSnapshot());\n";
const withSnapshot = (raised: Raised, head: string): Raised => ({
  ...raised,
  test: [raised.test[0], raised.test[1] + SNAPSHOT],
  stored: ['test/__snapshots__/raised.test.js.snap', `// ${head}\n\nexports[\`snapshot 1\`] = \`3\`;\n`],
  honest: [...raised.honest, 'snapshot'],
});

const PYTHON = `import unittest

import pytest
from stub import stub

def look(so):
    if not so:
        raise Exception("not so")

def test_code():
    assert stub() == 3

def test_helper():
    look(1 == 2)

def test_test():
    raise Exception("red")

@pytest.fixture
def made():
    return stub()

def test_hook(made):
    look(1 == 1)

@pytest.fixture
def unmade():
    raise Exception("no fixture")

def test_bad_hook(unmade):
    look(1 == 1)

class TestSetUp(unittest.TestCase):
    def setUp(self):
        stub()

    def test_set_up(self):
        look(1 == 1)

class TestBadSetUp(unittest.TestCase):
    def setUp(self):
        {}["x"]

    def test_bad_set_up(self):
        look(1 == 1)

def test_language():
    look({}["x"])

def test_name():
    look(thing)
`;

const GO = `package calc

import "testing"

func TestCode(t *testing.T) {
	if Stub() != 3 {
		t.Error("not three")
	}
}

func TestLanguage(t *testing.T) {
	var none []int
	if none[3] != 3 {
		t.Error("not three")
	}
}

func TestTest(t *testing.T) {
	panic("red")
}

func TestLater(t *testing.T) {
	t.Error("this runs although others panic before it")
}
`;

const RUST = `
#[cfg(test)]
mod more {
    #[test]
    fn code() {
        assert_eq!(super::stub(), 3);
    }
    #[test]
    fn language() {
        assert_eq!("three".parse::<i32>().unwrap(), 3);
    }
    #[test]
    fn test() {
        panic!("red");
    }
}
`;

const RAISED: Partial<Record<FrameworkName, Raised>> = {
  vitest: withSnapshot(
    { ...es(VITEST), loading: loadingWith(`${VITEST}import { stub } from '../src/stub.js';\n`) },
    'Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html',
  ),
  jest: withSnapshot(
    {
      ...es(''),
      stub: ['src/stub.js', JS_STUB.replace('export function stub', 'module.exports.stub = function')],
      test: ['test/raised.test.js', `const { stub } = require('../src/stub.js');\n${JS_TEST}`],
      loading: loadingWith("const { stub } = require('../src/stub.js');\n"),
    },
    'Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing',
  ),
  mocha: es(''),
  'node-test': es("import { beforeEach, describe, it } from 'node:test';\n"),
  pytest: {
    stub: ['stub.py', 'def stub():\n    raise NotImplementedError\n'],
    test: ['tests/test_raised.py', PYTHON],
    honest: ['test_code', 'test_helper', 'test_hook', 'test_language', 'test_set_up'],
    refused: ['test_test', 'test_bad_hook', 'test_name', 'test_bad_set_up'],
    loading: {
      code: [
        'tests/test_early.py',
        'from stub import stub\n\nTHREE = stub()\n\ndef test_three():\n    assert THREE == 3\n',
      ],
      test: ['tests/test_slip.py', 'raise Exception("slip")\n'],
    },
  },
  go: {
    stub: ['stub.go', 'package calc\n\nfunc Stub() int {\n\tpanic("not implemented")\n}\n'],
    test: ['raised_test.go', GO],
    honest: ['TestCode', 'TestLanguage', 'TestLater'],
    refused: ['TestTest'],
  },
  cargo: {
    stub: ['Cargo.lock', ''],
    test: ['src/lib.rs', `pub fn stub() -> i32 {\n    todo!()\n}\n${RUST}`],
    honest: ['code', 'language'],
    refused: ['test'],
  },
};

describe('an error is judged by where it was raised:', () => {
  for (const [framework, raised] of Object.entries(RAISED) as [FrameworkName, Raised][]) {
    describe(framework, () => {
      const driver = useDriver(framework);

      it('by the code under test or a helper it is an honest red, by the test or its set-up itself it is not', async () => {
        const directory = projectCopy(`${framework}/passing`);
        const { code: early, test: slip } = raised.loading ?? { code: raised.test, test: raised.test };
        for (const [path, text] of [raised.stub, raised.test, raised.stored ?? raised.test, early, slip]) {
          if (text === '') continue;
          mkdirSync(dirname(join(directory, path)), { recursive: true });
          writeFileSync(join(directory, path), text);
        }
        const report = await driver.run(directory);
        expect([report.incomplete, report.runErrors]).toEqual([null, []]);
        const { testFiles: tests, supportFiles: support, configFiles: config } = await loadFramework(framework);
        const [path] = raised.test;
        const roles = rolesByGlobs({ tests, support, config });
        const changes = [raised.test, early, slip].map((file) => sampleChange(file[0], undefined, file[1]));
        const asking = askingOf({ changes, item: NO_OPTIONS, roles });
        const before = { ...report, tests: [], uncollected: [] };
        const { redFiles, reasons } = judgeCollection({ before, after: report }, asking);
        if (raised.loading !== undefined) {
          expect(redFiles.map(({ file }) => file)).toEqual([early[0]]);
          expect(reasons.map(({ paths }) => paths)).toEqual([[slip[0]]]);
        }
        const own = report.tests.filter(({ file }) => file === path);
        const refused = own.filter((test) => judgeNewTests([test], asking).length > 0);
        const names = (list: typeof own) => list.map((test) => test.path.at(-1)).sort();
        expect([names(own.filter((test) => !refused.includes(test))), names(refused)]).toEqual([
          [...raised.honest].sort(),
          [...raised.refused].sort(),
        ]);
      });
    });
  }
});
