import { describe, expect, it } from 'vitest';
import { indexSources } from '../source-index.ts';
import { readTap } from './stream.ts';
import { testsOfTap } from './tap.ts';

function read(text: string, files: readonly string[] = [], command: readonly string[] = ['make', 'tap']) {
  const { points, incomplete } = readTap(text.split('\n'));
  const { tests, uncollected } = testsOfTap(points, indexSources('/project', files), command);
  return {
    tests: Object.fromEntries(
      tests.map(({ file, path, outcome, failure }) => [
        `${file}::${path.join(' > ')}`,
        [outcome, failure?.kind].filter(Boolean).join(' '),
      ]),
    ),
    uncollected: uncollected.map(({ file, failure }) => `${file} ${failure.kind}`),
    incomplete,
  };
}

/** As Perl's Test::More wrote it. */
const PERL = `1..5
ok 1 - adds
not ok 2 - subtracts
ok 3 # skip later reason
not ok 4 - some day # TODO not yet
#   Failed (TODO) test 'some day'
#   at x.pl line 2.
# Subtest: outer
    1..2
    ok 1 - in
    # Subtest: deep
        ok 1 - works
        1..1
    ok 2 - deep
ok 5 - outer
`;

/** As Node 20 wrote it, shortened. Its numbers restart with every file; only how many there are counts. */
const NODE = `TAP version 13
# Subtest: adds
ok 1 - adds
  ---
  duration_ms: 0.946368
  ...
# Subtest: subtracts
not ok 2 - subtracts
  ---
  duration_ms: 0.828453
  location: '/project/a.test.mjs:4:1'
  failureType: 'testCodeFailure'
  error: '1 == 2'
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 2
  actual: 1
  operator: '=='
  stack: |-
    TestContext.<anonymous> (file:///project/a.test.mjs:4:32)
    Test.run (node:internal/test_runner/test:796:25)
  ...
# Subtest: hangs
not ok 3 - hangs
  ---
  duration_ms: 51.728342
  failureType: 'testTimeoutFailure'
  error: 'test timed out after 50ms'
  code: 'ERR_TEST_FAILURE'
  ...
# Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/project/nope.mjs' imported from /project/b.test.mjs
#     at finalizeResolution (node:internal/modules/esm/resolve:283:11)
# Node.js v20.20.2
# Subtest: /project/b.test.mjs
not ok 2 - /project/b.test.mjs
  ---
  duration_ms: 149.179338
  failureType: 'testCodeFailure'
  exitCode: 1
  signal: ~
  error: 'test failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: /project/d.test.mjs
not ok 3 - /project/d.test.mjs
  ---
  exitCode: 3
  signal: ~
  error: 'test failed'
  ...
1..5
# tests 5
`;

describe('streams of', () => {
  it('Perl: plan first, skip, todo, subtests', () => {
    expect(read(PERL, ['t/x.t'], ['perl', 't/x.t'])).toEqual({
      tests: {
        't/x.t::adds': 'passed',
        't/x.t::subtracts': 'failed assertion',
        't/x.t::': 'skipped',
        't/x.t::some day': 'todo',
        't/x.t::outer > in': 'passed',
        't/x.t::outer > deep > works': 'passed',
      },
      uncollected: [],
      incomplete: undefined,
    });
  });

  it('Node: YAML, files that could not be run', () => {
    expect(read(NODE, ['a.test.mjs', 'b.test.mjs', 'd.test.mjs'])).toEqual({
      tests: { 'tap::adds': 'passed', 'tap::subtracts': 'failed assertion', 'tap::hangs': 'failed timeout' },
      uncollected: ['b.test.mjs missing', 'd.test.mjs crash'],
      incomplete: undefined,
    });
  });

  it('runners whose outermost subtests are files', () => {
    const text = '# Subtest: test/a.js\n    ok 1 - adds\n    1..1\nok 1 - test/a.js\n1..1\n';
    expect(read(text, ['test/a.js']).tests).toEqual({ 'test/a.js::adds': 'passed' });
  });

  it('runners that buffer subtests in braces', () => {
    const text =
      'TAP version 14\n1..2\nok 1 - outer {\n    1..2\n    ok 1 - inner {\n        1..1\n        ok 1 - works\n    }\n    not ok 2 - breaks\n}\nok 2 - last\n';
    expect(read(text)).toEqual({
      tests: {
        'tap::outer > inner > works': 'passed',
        'tap::outer > breaks': 'failed assertion',
        'tap::last': 'passed',
      },
      uncollected: [],
      incomplete: undefined,
    });
  });

  it('people who escape and shout', () => {
    const text = '1..3\nok 1 - issue \\# 7 # Todo some day\nok 2 - a \\\\ b\nok 3 - # SKIPPED for now\n';
    expect(read(text).tests).toEqual({ 'tap::issue # 7': 'todo', 'tap::a \\ b': 'passed', 'tap::': 'skipped' });
  });
});

it('a group that fails though none of its tests does is told as died', () => {
  const text =
    '    ok 1 - works\n    1..1\nnot ok 1 - group\n  ---\n  error: "the hook failed"\n  failureType: hookFailed\n  ...\n1..1\n';
  expect(read(text).tests).toEqual({ 'tap::group > works': 'passed', 'tap::group': 'errored other' });
});

it('what fails under a todo is a todo', () => {
  expect(read('    not ok 1 - works\n    1..1\nnot ok 1 - group # TODO\n1..1\n').tests).toEqual({
    'tap::group > works': 'todo',
  });
});

describe('a stream that is not whole', () => {
  it.each([
    ['nothing', '', /no plan/],
    ['no plan', 'ok 1 - a\n', /no plan/],
    ['too few', '1..3\nok 1 - a\nok 2 - b\n', /3 tests were planned and 2 were seen/],
    ['too many', '1..1\nok 1 - a\nok 2 - b\n', /1 tests were planned and 2/],
    ['two plans', '1..1\nok 1 - a\n1..1\n', /two plans/],
    ['bail out', '1..1\nok 1 - a\nBail out! No database.\n', /given up: Bail out! No database/],
    ['a subtest without a plan', '    ok 1 - a\nok 1 - group\n1..1\n', /no plan/],
    ['a subtest without its point', '1..1\nok 1 - a\n    ok 1 - b\n    1..1\n        ok 1 - c\n', /planned|plan|point/],
    ['a block without end', '1..2\nok 1 - a\n  ---\n  x: y\nok 2 - b\n', /planned|middle/],
    ['tests without end', 'ok\n'.repeat(600_000), /more than 500000 tests/],
    ['braces without end', '1..1\nok 1 - a {\n    1..1\n    ok 1 - b\n', /middle/],
    [
      'nesting without end',
      Array.from({ length: 2000 }, (_, at) => `${'    '.repeat(at)}ok 1 - a`).join('\n'),
      /deeper|plan/,
    ],
  ])('%s', (_, text, why) => {
    expect(read(text).incomplete).toMatch(why);
  });

  it('is told wherever it ends, unless only comments are lost', () => {
    const end = NODE.indexOf('1..5') + 4;
    for (let length = 0; length < end; length++) {
      expect(read(NODE.slice(0, length)).incomplete, `${length} characters`).toBeDefined();
    }
  });

  it('never looks like all tests passing when one character is another', () => {
    const text = '1..3\nok 1 - a\nnot ok 2 - b\nok 3 - c\n';
    const passes: string[] = [];
    for (let at = 0; at < text.length; at++) {
      for (const character of ['\0', ' ', '#', 'x', '1']) {
        const { tests, incomplete } = read(text.slice(0, at) + character + text.slice(at + 1));
        if (incomplete === undefined && Object.values(tests).every((told) => told === 'passed'))
          passes.push(`${at} ${character}`);
      }
    }
    expect(passes).toEqual([]);
  });
});

it('50,000 tests among as much noise are read', () => {
  const lines = Array.from({ length: 50_000 }, (_, at) => [
    `noise ${'x'.repeat(100)}`,
    `${at % 10 === 0 ? 'not ok' : 'ok'} ${at + 1} - test ${at}`,
    '  ---',
    `  duration_ms: ${at}`,
    "  error: 'expected'",
    '  operator: equal',
    '  ...',
  ]);
  const all = [...lines.flat(), '1..50000'];
  const { points, incomplete } = readTap(all);
  const { tests } = testsOfTap(points, indexSources('/project', []), []);
  expect([tests.length, incomplete]).toEqual([50_000, undefined]);
});

it('the values a test compared are part of its failure', () => {
  const text = 'TAP version 13\nnot ok 1 - adds\n  ---\n  operator: equal\n  expected: 2\n  actual: 1\n  ...\n1..1\n';
  const { points } = readTap(text.split('\n'));
  const { tests } = testsOfTap(points, indexSources('/project', []), ['make', 'tap']);
  expect(tests[0]?.failure).toMatchObject({ kind: 'assertion', message: 'not ok: adds\nexpected: 2\nactual: 1' });
});
