// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code and build files with placeholders in them
import { describe, expect, it } from 'vitest';
import { loadFramework } from '../../frameworks/registry.ts';
import {
  failed,
  passed,
  SAMPLE_STORIES,
  type SampleFramework,
  sampleChange,
  sampleGates,
  sampleRed,
  sampleReport,
} from '../../testing/evidence-samples.ts';
import type { FileChange } from '../diff.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import type { Diagnostic, Uncollected } from '../report.ts';

/** What honest work looks like in red: none of it may be refused. */
const gate = await sampleGates(loadFramework);
const added = (path: string, text = '') => sampleChange(path, undefined, text);
const binary = (path: string) =>
  sampleChange(path, undefined, undefined, { kind: 'added', modeAfter: '100644', binary: true });
const json = (value: unknown) => JSON.stringify(value, null, 2);

describe('red may', () => {
  it.each<[string, SampleFramework, (text: string) => string]>([
    [
      'add imports',
      'vitest',
      (text) =>
        text
          .replace('{ expect, test }', '{ beforeEach, expect, test, vi }')
          .replace(
            "from '../src/stack.js';",
            "from '../src/stack.js';\nimport { add, size } from '../src/ops.js';\nimport 'reflect-metadata';",
          ),
    ],
    [
      'import a name that existing tests have as a member',
      'vitest',
      (text) => text.replace('{ Stack }', '{ Stack, size }'),
    ],
    [
      'import what was global',
      'mocha',
      (text) =>
        text.replace(
          "import { expect } from 'chai';",
          "import { expect } from 'chai';\nimport { describe, it } from 'mocha';",
        ),
    ],
    [
      'add a helper and a constant',
      'vitest',
      (text) =>
        text.replace(
          "\ntest('pushes'",
          "\nconst items = [1, 2];\n\nfunction filled() {\n  return new Stack().push(...items);\n}\n\ntest('pushes'",
        ),
    ],
    [
      'add a group with hooks and fakes of its own',
      'vitest',
      (text) =>
        text
          .replace(
            "test('pushes'",
            "describe('more', () => {\n  let stack;\n  beforeEach(() => {\n    vi.useFakeTimers();\n    stack = new Stack();\n  });\n  test('pushes'",
          )
          .concat('});\n'),
    ],
    [
      'add a hook that makes what only the new test uses',
      'jest',
      (text) =>
        text.replace(
          "\ntest('pushes'",
          "\nlet filled;\nbeforeEach(() => {\n  filled = new Stack().push(1);\n});\n\ntest('pushes'",
        ),
    ],
    [
      'add a matcher of its own',
      'jest',
      (text) => `${text}\nexpect.extend({ toHold: (stack, n) => ({ pass: stack.count === n, message: () => '' }) });\n`,
    ],
    [
      'use a fake in the new test',
      'jest',
      (text) =>
        text.replace("test('pushes', () => {\n", "test('pushes', () => {\n  const spy = jest.spyOn(console, 'log');\n"),
    ],
    [
      'expect an error of the compiler',
      'vitest',
      (text) =>
        text.replace('  expect(new Stack().push', '  // @ts-expect-error not there yet\n  expect(new Stack().push'),
    ],
    ['use other line ends', 'vitest', (text) => text.replaceAll('\n', '\r\n')],
    ['bring a byte order mark', 'vitest', (text) => `\uFEFF${text}`],
    ['leave out the last line end', 'vitest', (text) => text.trimEnd()],
    ['lay out the file anew', 'vitest', (text) => text.replaceAll("'", '"').replaceAll(';', '').replaceAll('  ', '\t')],
    [
      'say why in a comment',
      'pytest',
      (text) => text.replace('def test_is_empty', '# the simplest one\ndef test_is_empty'),
    ],
    [
      'add a fixture',
      'pytest',
      (text) => `import pytest\n${text}\n\n@pytest.fixture\ndef filled():\n    return Stack().push(1)\n`,
    ],
    [
      'add a class of tests',
      'pytest',
      (text) =>
        text.replace(
          '\n\ndef test_pushes():\n    assert',
          '\n\nclass TestPush:\n    def setup_method(self):\n        self.stack = Stack()\n\n    def test_pushes(self):\n        assert',
        ),
    ],
    [
      'add a helper and an import',
      'go',
      (text) =>
        text
          .replace('import "testing"', 'import (\n\t"errors"\n\t"testing"\n)')
          .concat('\nfunc filled() *Stack {\n\treturn New().Push(1)\n}\n\nvar errFull = errors.New("full")\n'),
    ],
    [
      'add a helper and an import in Rust',
      'cargo',
      (text) =>
        text.replace(
          '    use super::*;\n',
          '    use super::*;\n    use std::collections::HashMap;\n\n    fn three() -> u8 {\n        3\n    }\n',
        ),
    ],
    [
      'add a field and a set-up',
      'maven',
      (text) =>
        text
          .replace(
            'class StackTest {\n',
            'class StackTest {\n    private Stack filled;\n\n    @BeforeEach\n    void fill() {\n        filled = new Stack().push(1);\n    }\n\n',
          )
          .replace(
            'import org.junit.jupiter.api.Test;',
            'import org.junit.jupiter.api.BeforeEach;\nimport org.junit.jupiter.api.Test;',
          ),
    ],
  ])('%s (%s)', (_, framework, edit) => {
    expect(gate('red', framework, [sampleRed(framework, edit)])).toEqual([]);
  });

  it.each<[string, SampleFramework, readonly FileChange[]]>([
    [
      'a helper, a fixture and a picture',
      'vitest',
      [
        added('test/helpers/make.ts', 'export const make = () => new Stack();'),
        added('test/fixtures/a.json', '{}'),
        binary('test/fixtures/a.png'),
      ],
    ],
    ['a mock', 'jest', [added('src/__mocks__/clock.js', 'export const now = () => 0;')]],
    ['a snapshot', 'jest', [added('src/__tests__/__snapshots__/stack.test.js.snap', 'exports[`pushes 1`] = `1`;\n')]],
    [
      'a conftest with fixtures',
      'pytest',
      [
        added(
          'tests/conftest.py',
          '"""Fixtures."""\nimport pytest\nfrom stack import Stack\n\n\n@pytest.fixture\ndef filled():\n    return Stack().push(1)\n',
        ),
      ],
    ],
    [
      'a fixture more in a conftest',
      'pytest',
      [
        sampleChange(
          'tests/conftest.py',
          'import pytest\n',
          'import pytest\n\n\n@pytest.fixture(scope="module")\ndef filled():\n    return Stack().push(1)\n',
        ),
      ],
    ],
    [
      'a helper more among others',
      'vitest',
      [
        sampleChange(
          'test/helpers/make.ts',
          'export const make = () => new Stack();\n',
          'export const make = () => new Stack();\nexport function filled() {\n  return make().push(1);\n}\n',
        ),
      ],
    ],
    [
      'a package of tests',
      'pytest',
      [added('tests/unit/__init__.py'), added('tests/unit/helpers.py', 'def make():\n    return 1\n')],
    ],
    ['data', 'go', [added('testdata/a.golden', 'x')]],
    ['common code of tests', 'cargo', [added('tests/common/mod.rs', 'pub fn three() -> u8 { 3 }\n')]],
    [
      'resources',
      'maven',
      [added('src/test/resources/a.json', '{}'), added('src/test/java/a/Stacks.java', 'package a;\nclass Stacks {}\n')],
    ],
  ])('bring along %s (%s)', (_, framework, changes) => {
    expect(gate('red', framework, [sampleRed(framework), ...changes])).toEqual([]);
  });

  it.each<[string, SampleFramework, string, string, string]>([
    [
      'each',
      'vitest',
      "test.each([\n  [1, 2],\n])('adds %i', (a, b) => { expect(f(a)).toBe(b) });\n",
      '[1, 2],',
      '[1, 2],\n  [new Date(0), undefined],',
    ],
    [
      'a template',
      'jest',
      "test.each`\n  a | b\n  1 | 2\n`('adds $a', ({ a, b }) => { expect(f(a)).toBe(b) });\n",
      '1 | 2',
      '1 | 2\n  3 | 4',
    ],
    [
      'a named table',
      'vitest',
      "const rows: Row[] = [\n  { a: 1, b: 2 },\n];\ntest.each(rows)('adds $a', ({ a, b }) => { expect(f(a)).toBe(b) });\n",
      '{ a: 1, b: 2 },',
      '{ a: 1, b: 2 },\n  { a: 3, b: make(4) },',
    ],
    [
      'a loop',
      'mocha',
      'for (const [a, b] of [[1, 2]]) it(`adds ${a}`, () => { expect(f(a)).to.equal(b) });\n',
      '[1, 2]',
      '[1, 2], [3, 4]',
    ],
    [
      'parametrize',
      'pytest',
      '@pytest.mark.parametrize("a,b", [\n    (1, 2),\n])\ndef test_adds(a, b):\n    assert f(a) == b\n',
      '(1, 2),',
      '(1, 2),\n    pytest.param(3, Decimal("4"), id="large"),',
    ],
    [
      'a named list',
      'pytest',
      'CASES = [\n    (1, 2),\n]\n\n\n@pytest.mark.parametrize("a,b", CASES)\ndef test_adds(a, b):\n    assert f(a) == b\n',
      '(1, 2),',
      '(1, 2),\n    (3, 4),',
    ],
    [
      'a list of structures',
      'go',
      'func TestAdds(t *testing.T) {\n\ttests := []struct {\n\t\tname string\n\t\ta, b int\n\t}{\n\t\t{"one", 1, 2},\n\t}\n\tfor _, tt := range tests {\n\t\tt.Run(tt.name, func(t *testing.T) { eq(t, f(tt.a), tt.b) })\n\t}\n}\n',
      '{"one", 1, 2},',
      '{"one", 1, 2},\n\t\t{name: "two", a: len("xx"), b: 3},',
    ],
    [
      'attributes',
      'cargo',
      '    #[rstest]\n    #[case(1, 2)]\n    fn sums(#[case] a: u8, #[case] b: u8) { assert_eq!(f(a), b); }\n',
      '#[case(1, 2)]',
      '#[case(1, 2)]\n    #[case(3, 4)]',
    ],
    [
      'a source of values',
      'maven',
      '    @ParameterizedTest\n    @CsvSource({"1, 2"})\n    void adds(int a, int b) { assertEquals(b, f(a)); }\n',
      '"1, 2"',
      '"1, 2", "3, 4"',
    ],
  ])('add a row to %s (%s)', (_, framework, table, from, to) => {
    const { file, old, oldTest } = SAMPLE_STORIES[framework];
    const wrap = (text: string) =>
      framework === 'cargo' || framework === 'maven' ? old.replace(/\}\n$/, `\n${text}}\n`) : `${old}\n${text}`;
    const report = (...tests: Parameters<typeof sampleReport>[0] & object) =>
      sampleReport([passed(file, oldTest), passed(file, [...oldTest.slice(0, -1), 'adds 1']), ...tests]);
    const own = [...oldTest.slice(0, -1), 'adds 3'];
    const change = sampleChange(file, wrap(table), wrap(table.replace(from, to)));
    expect(gate('red', framework, [change], { before: report(), after: report(failed(file, own)) })).toEqual([]);
  });

  it('write a test whose module, class or function is not there yet', () => {
    const fails = (
      framework: SampleFramework,
      file: string,
      text: string,
      one: Omit<Uncollected, 'file' | 'failure'>,
      diagnostic: Diagnostic,
    ) => {
      const failure = { kind: 'missing' as const, message: 'x', diagnostics: [{ file, ours: true, ...diagnostic }] };
      const { file: other, oldTest } = SAMPLE_STORIES[framework];
      const isSeen = one.hides === undefined || (one.hides === 'directory' && file.includes('/'));
      const kept = isSeen ? [passed(other, oldTest)] : [];
      return gate('red', framework, [added(file, text)], {
        after: sampleReport(kept, { uncollected: [{ file, failure, ...one }] }),
      });
    };
    expect(
      fails(
        'vitest',
        'test/queue.test.ts',
        "import { Queue } from '../src/queue.ts';\ntest('a', () => { expect(new Queue().size).toBe(0) });\n",
        {},
        { what: 'module', name: '../src/queue.ts' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'jest',
        'src/queue.test.js',
        "const { Queue } = require('./queue');\ntest('a', () => { expect(new Queue().size).toBe(0) });\n",
        {},
        { what: 'module', name: './queue' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'pytest',
        'tests/test_queue.py',
        'from queues import Queue\n\n\ndef test_a():\n    assert Queue().size == 0\n',
        {},
        { what: 'module', name: 'queues' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'go',
        'queue_test.go',
        'package stack\n\nimport "testing"\n\nfunc TestQueue(t *testing.T) {\n\tif NewQueue().Size() != 0 {\n\t\tt.Fail()\n\t}\n}\n',
        { hides: 'directory' },
        { what: 'undefined', name: 'NewQueue' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'go',
        'queue/queue_test.go',
        'package queue_test\n\nfunc TestQueue(t *testing.T) {\n\trequire.Equal(t, 0, queue.New().Size())\n}\n',
        { hides: 'directory' },
        { what: 'module', name: 'example.com/stack/queue' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'cargo',
        'tests/queue.rs',
        'use stack::Queue;\n#[test]\nfn is_empty() { assert!(Queue::new().is_empty()); }\n',
        { hides: 'all' },
        { what: 'export', name: 'Queue', from: 'stack' },
      ),
    ).toEqual([]);
    expect(
      fails(
        'maven',
        'src/test/java/a/QueueTest.java',
        'package a;\nclass QueueTest { @Test void isEmpty() { assertEquals(0, new Queue().size()); } }\n',
        { hides: 'all' },
        { what: 'undefined', name: 'Queue' },
      ),
    ).toEqual([]);
  });

  it('assert by a helper, by a panic, by what is thrown, or by what is printed', () => {
    const missing = { kind: 'missing' as const, message: 'x' };
    const judge = (framework: SampleFramework, from: RegExp | string, to: string) => {
      const { file, oldTest, newTest } = SAMPLE_STORIES[framework];
      const diagnostics = [{ what: 'member' as const, name: 'Stack.push', file, ours: true }];
      const after = sampleReport([passed(file, oldTest), failed(file, newTest, { ...missing, diagnostics })]);
      expect(sampleRed(framework, (text) => text.replace(from, to)).after).not.toBe(SAMPLE_STORIES[framework].now);
      return gate('red', framework, [sampleRed(framework, (text) => text.replace(from, to))], { after });
    };
    const js = /expect\(new Stack\(\)\.push.*\n/;
    expect(judge('vitest', js, 'expect(() => new Stack().push()).not.toThrow();\n')).toEqual([]);
    expect(judge('jest', js, 'return expect(new Stack().push()).resolves.toBe(1);\n')).toEqual([]);
    expect(judge('mocha', js, 'new Stack().push(1).size.should.equal(1);\n')).toEqual([]);
    expect(
      judge(
        'node-test',
        /assert\.equal\(new Stack\(\)\.push.*\n/,
        'if (new Stack().push(1).size !== 1) throw new Error("x");\n',
      ),
    ).toEqual([]);
    expect(
      judge(
        'node-test',
        "test('pushes', () => {\n",
        "const holds = (a, b) => assert.equal(a, b);\ntest('pushes', () => {\n  holds(new Stack().push(1).size, 1);\n",
      ),
    ).toEqual([]);
    expect(
      judge(
        'pytest',
        'assert Stack().push(1).size() == 1',
        'with pytest.raises(ValueError):\n        Stack().push(None)',
      ),
    ).toEqual([]);
    expect(judge('go', /\tif got := [\s\S]*$/, '\tmustBe(t, New().Push(1).Size(), 1)\n}\n')).toEqual([]);
    expect(judge('cargo', 'assert_eq!(sub(3, 2), 1);', 'sub(3, 2).unwrap();')).toEqual([]);
    expect(
      judge(
        'cargo',
        '    #[test]\n    fn subtracts() {\n        assert_eq!(sub(3, 2), 1);',
        '    #[test]\n    #[should_panic]\n    fn subtracts() {\n        sub(2, 3);',
      ),
    ).toEqual([]);
    expect(
      judge('maven', 'assertEquals(1, new Stack().push(1).size());', 'assertThat(new Stack().push(1)).hasSize(1);'),
    ).toEqual([]);
  });

  it('add a package that the list item needs, with its lock', () => {
    const item = { ...NO_OPTIONS, needs: ['nock'] };
    const manifest = sampleChange(
      'package.json',
      json({ name: 'a' }),
      json({ name: 'a', devDependencies: { nock: '^14' } }),
    );
    const lock = (packages: object) => json({ lockfileVersion: 3, packages });
    const locked = sampleChange(
      'package-lock.json',
      lock({ '': { name: 'a' } }),
      lock({
        '': { name: 'a' },
        'node_modules/nock': { version: '14.0.0', dependencies: { propagate: '2' } },
        'node_modules/propagate': { version: '2.0.0' },
      }),
    );
    expect(gate('red', 'vitest', [sampleRed('vitest'), manifest, locked], { item })).toEqual([]);
  });

  it('change an existing test that the list item names, and take out one that it lets go', () => {
    const { file, old, now, oldTest, newTest } = SAMPLE_STORIES.maven;
    const changes = { ...NO_OPTIONS, changes: [file] };
    const edited = sampleChange(file, old, old.replace('assertEquals(0', 'assertEquals(1'));
    expect(gate('red', 'maven', [edited], { item: changes, after: sampleReport([failed(file, oldTest)]) })).toEqual([]);
    const removes = { ...NO_OPTIONS, removes: ['isEmpty()', 'isEmpty'] };
    const gone = sampleChange(file, old, now.replace(/ {4}@Test\n {4}void isEmpty[\s\S]*?\n {4}\}\n\n/, ''));
    expect(gate('red', 'maven', [gone], { item: removes, after: sampleReport([failed(file, newTest)]) })).toEqual([]);
  });

  it('meet a test that is flaky without its doing', () => {
    const { file, oldTest, newTest } = SAMPLE_STORIES.go;
    const good = sampleReport([passed(file, oldTest)]);
    const after = sampleReport([failed(file, oldTest), failed(file, newTest)]);
    expect(gate('red', 'go', [sampleRed('go')], { after })).toEqual(['rerun']);
    expect(gate('red', 'go', [sampleRed('go')], { after, reruns: [good, good] })).toEqual([]);
  });
});
