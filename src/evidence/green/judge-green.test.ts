import { describe, expect, it } from 'vitest';
import {
  failed,
  passed,
  SAMPLE_ROLES,
  sampleChange,
  sampleMove,
  sampleReport,
  sampleTest,
} from '../../testing/evidence-samples.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import type { Uncollected } from '../report.ts';
import { type GreenInput, judgeGreen } from './judge-green.ts';

const FILE = 'test/stack.test.ts';
const KEPT = [passed(FILE, 'is empty'), passed('test/other.test.ts', 'works')];
const RED = sampleReport([...KEPT, failed(FILE, 'pushes')]);
const GREEN = sampleReport([...KEPT, passed(FILE, 'pushes')]);
const EDIT = sampleChange('src/stack.ts', 'a', 'b');
const RED_FACTS = { newTests: [`${FILE}::pushes`], masked: [], idle: [], redFiles: [] };

function green(more: Partial<GreenInput> = {}): GreenInput {
  return {
    before: RED,
    after: GREEN,
    changes: [EDIT],
    roles: SAMPLE_ROLES,
    item: NO_OPTIONS,
    knownFailing: [],
    contrary: [],
    red: RED_FACTS,
    ...more,
  };
}

const result = (more: Partial<GreenInput>) => judgeGreen(green(more));
/** The codes of a refusal; a wish for more runs is told apart from passing. */
const codes = (more: Partial<GreenInput>) => {
  const { verdict, reasons } = result(more);
  return verdict === 'rerun' ? ['rerun'] : reasons.map(({ code }) => code);
};
const also = (...tests: Parameters<typeof sampleReport>[0] & object) => sampleReport([...KEPT, ...tests]);

/** Red could not load the file: its old test is masked, its new one has no id yet. */
const uncollected: Uncollected = { file: FILE, failure: { kind: 'missing', message: 'x' } };
const MASKED: Partial<GreenInput> = {
  before: sampleReport([passed('test/other.test.ts', 'works')], { uncollected: [uncollected] }),
  red: { newTests: [], masked: [`${FILE}::is empty`], idle: [`${FILE}::later`], redFiles: [FILE] },
};

describe('green passes when', () => {
  it('every test passes and nothing else was touched [R001-09]', () => {
    expect(result({})).toMatchObject({
      verdict: 'passed',
      reasons: [],
      facts: { newTests: [`${FILE}::pushes`], flaky: [], rerun: [], after: { passed: 3 } },
    });
  });

  it('masked tests run again, and new ones get their ids', () => {
    const after = also(passed(FILE, 'pushes'), passed(FILE, 'pops'), sampleTest('skipped', FILE, 'later'));
    expect(result({ ...MASKED, after })).toMatchObject({
      verdict: 'passed',
      facts: { newTests: [`${FILE}::pushes`, `${FILE}::pops`] },
    });
  });

  it('new tests skip themselves or are only announced beside one that runs', () => {
    for (const outcome of ['skipped', 'todo'] as const) {
      const after = also(passed(FILE, 'pushes'), sampleTest(outcome, FILE, 'pops'));
      expect(result({ ...MASKED, after })).toMatchObject({
        verdict: 'passed',
        facts: { newTests: [`${FILE}::pushes`] },
      });
    }
  });

  it('a dependency is added', () => {
    const manifest = sampleChange(
      'package.json',
      '{"scripts":{"test":"vitest"}}',
      '{"scripts":{"test":"vitest"},"dependencies":{"a":"1"}}',
    );
    expect(codes({ changes: [EDIT, manifest, sampleChange('src/new.ts', undefined, 'x')] })).toEqual([]);
  });

  it('a new package brings its own manifest', () => {
    const manifest = sampleChange(
      'packages/a/package.json',
      undefined,
      '{"scripts":{"test":"vitest"},"type":"module"}',
    );
    expect(codes({ changes: [EDIT, manifest] })).toEqual([]);
  });

  it('a known failing test still fails, and a skipped one is still skipped', () => {
    const odd = [failed('test/other.test.ts', 'broken'), sampleTest('skipped', FILE, 'later')];
    expect(
      codes({
        before: sampleReport([...RED.tests, ...odd]),
        after: also(passed(FILE, 'pushes'), ...odd),
        knownFailing: ['test/other.test.ts::broken'],
      }),
    ).toEqual([]);
  });

  it('a file that the baseline could not load still cannot be loaded', () => {
    const odd: Uncollected = { file: 'test/odd.test.ts', failure: { kind: 'syntax', message: 'x' } };
    expect(codes({ before: { ...RED, uncollected: [odd] }, after: { ...GREEN, uncollected: [odd] } })).toEqual([]);
  });

  it('a flaky test that nobody touched passes twice', () => {
    const after = sampleReport([
      passed(FILE, 'is empty'),
      failed('test/other.test.ts', 'works'),
      passed(FILE, 'pushes'),
    ]);
    const good = sampleReport([passed('test/other.test.ts', 'works')]);
    expect(result({ after })).toMatchObject({ verdict: 'rerun', facts: { rerun: ['test/other.test.ts::works'] } });
    expect(result({ after, reruns: [good, good] })).toMatchObject({
      verdict: 'passed',
      facts: { flaky: ['test/other.test.ts::works'] },
    });
  });

  it('the code of a source that holds its tests changes', () => {
    const source = 'fn a() -> u8 { 1 }\n#[cfg(test)]\nmod tests { #[test] fn x() { assert_eq!(a(), 2); } }\n';
    expect(codes({ changes: [sampleChange('src/lib.rs', source, source.replace('{ 1 }', '{ 2 }'))] })).toEqual([]);
    expect(codes({ changes: [sampleChange('src/new.rs', undefined, 'fn b() {}')] })).toEqual([]);
    expect(codes({ changes: [sampleChange('src/lib.rs', source, source.replace('a(), 2', 'a(), 1'))] })).toEqual([
      'tests_changed_after_red',
    ]);
    expect(codes({ changes: [sampleChange('src/lib.rs', source, undefined)] })).toEqual(['tests_changed_after_red']);
    expect(codes({ changes: [sampleChange('src/lib.rs', source, '"')] })).toEqual(['tests_changed_after_red']);
    expect(
      codes({
        changes: [
          sampleChange('src/lib.rs', 'fn a() {}', undefined, { kind: 'modified', modeAfter: '100644', binary: true }),
        ],
      }),
    ).toEqual(['tests_changed_after_red']);
  });
});

describe('green is refused when', () => {
  it.each<[string, Partial<GreenInput>, readonly string[]]>([
    ['the new test still fails', { after: RED }, ['still_failing']],
    [
      'another test fails',
      {
        after: sampleReport([failed(FILE, 'is empty'), passed('test/other.test.ts', 'works'), passed(FILE, 'pushes')]),
        reruns: [sampleReport(), sampleReport()],
      },
      ['regression'],
    ],
    ['the new test fails in a second run', { repeat: RED }, ['flaky']],
    ['a second run is not whole', { repeat: { ...GREEN, incomplete: 'x' } }, ['incomplete_report']],
    ['the new test vanishes', { after: sampleReport(KEPT) }, ['fewer_tests_executed', 'no_new_test']],
    [
      'an old test vanishes',
      { after: sampleReport([passed(FILE, 'is empty'), passed(FILE, 'pushes')]) },
      ['fewer_tests_executed'],
    ],
    [
      'an old test is skipped',
      {
        after: sampleReport([
          sampleTest('skipped', FILE, 'is empty'),
          passed('test/other.test.ts', 'works'),
          passed(FILE, 'pushes'),
        ]),
      },
      ['newly_skipped'],
    ],
    [
      'an old test is a todo',
      {
        after: sampleReport([
          sampleTest('todo', FILE, 'is empty'),
          passed('test/other.test.ts', 'works'),
          passed(FILE, 'pushes'),
        ]),
      },
      ['newly_skipped'],
    ],
    [
      'the new test is skipped',
      { after: also(sampleTest('skipped', FILE, 'pushes')) },
      ['newly_skipped', 'no_new_test'],
    ],
    [
      'the new test is expected to fail',
      { after: also(sampleTest('passed', FILE, 'pushes', { expectedToFail: true })) },
      ['newly_expected_to_fail'],
    ],
    [
      'nothing ran',
      { before: sampleReport(), after: sampleReport(), red: { ...RED_FACTS, newTests: [] } },
      ['no_tests_executed', 'no_new_test'],
    ],
    [
      'nothing is built',
      {
        after: sampleReport([], {
          uncollected: [{ file: FILE, failure: { kind: 'missing', message: 'cannot find Stack' } }],
        }),
      },
      ['suite_broken', 'no_tests_executed'],
    ],
    [
      'a masked test does not run',
      { ...MASKED, after: sampleReport([passed('test/other.test.ts', 'works'), passed(FILE, 'pushes')]) },
      ['fewer_tests_executed'],
    ],
    [
      'a masked test is expected to fail',
      {
        ...MASKED,
        after: sampleReport([
          passed('test/other.test.ts', 'works'),
          passed(FILE, 'pushes'),
          sampleTest('passed', FILE, 'is empty', { expectedToFail: true }),
        ]),
      },
      ['newly_expected_to_fail'],
    ],
    [
      'a masked test fails',
      {
        ...MASKED,
        after: sampleReport([passed('test/other.test.ts', 'works'), passed(FILE, 'pushes'), failed(FILE, 'is empty')]),
        reruns: [sampleReport(), sampleReport()],
      },
      ['regression'],
    ],
    ['no new test comes out of the file', { ...MASKED, after: sampleReport(KEPT) }, ['no_new_test']],
    ['a new one is skipped', { ...MASKED, after: also(sampleTest('skipped', FILE, 'pushes')) }, ['no_new_test']],
    [
      'the file still cannot be loaded',
      { ...MASKED, after: sampleReport([passed('test/other.test.ts', 'works')], { uncollected: [uncollected] }) },
      ['still_failing'],
    ],
    [
      'another file cannot be loaded',
      { after: { ...GREEN, uncollected: [{ file: 'test/x.test.ts', failure: { kind: 'import', message: 'x' } }] } },
      ['suite_broken'],
    ],
    ['a focus hides the rest', { after: { ...GREEN, focused: true } }, ['newly_focused']],
    ['the canary is missing', { after: { ...GREEN, canary: 'missing' } }, ['canary_missing']],
    [
      'there are errors outside tests',
      { after: { ...GREEN, runErrors: ['exit code 1 although every test passed'] } },
      ['suite_broken'],
    ],
    ['a test file changes', { changes: [sampleChange(FILE, 'a', 'b')] }, ['tests_changed_after_red']],
    ['only its layout changes', { changes: [sampleChange(FILE, 'a', 'a ')] }, ['tests_changed_after_red']],
    [
      'its mode changes',
      { changes: [sampleChange(FILE, 'a', 'a', { modeAfter: '100755' })] },
      ['tests_changed_after_red'],
    ],
    [
      'a test file is added',
      { changes: [sampleChange('test/new.test.ts', undefined, 'b')] },
      ['tests_changed_after_red'],
    ],
    ['a test file is deleted', { changes: [sampleChange(FILE, 'a', undefined)] }, ['tests_changed_after_red']],
    [
      'a test file is moved away',
      { changes: [sampleMove(FILE, 'src/stack-old.ts', 'a')] },
      ['tests_changed_after_red'],
    ],
    ['a fixture changes', { changes: [sampleChange('test/fixtures/a.json', '1', '2')] }, ['tests_changed_after_red']],
    [
      'a snapshot is written',
      { changes: [sampleChange('test/__snapshots__/a.snap', undefined, '2')] },
      ['tests_changed_after_red'],
    ],
    ['configuration changes', { changes: [sampleChange('vitest.config.ts', '1', '2')] }, ['test_config_changed']],
    ['a conftest appears', { changes: [sampleChange('src/conftest.py', undefined, '2')] }, ['test_config_changed']],
    [
      'the test script changes',
      { changes: [sampleChange('package.json', '{"scripts":{"test":"vitest"}}', '{"scripts":{"test":"true"}}')] },
      ['test_config_changed'],
    ],
    [
      'a manifest appears above the tests',
      { changes: [sampleChange('test/package.json', undefined, '{"type":"commonjs"}')] },
      ['test_config_changed'],
    ],
  ])('%s [R001-09]', (_, more, expected) => {
    expect(codes(more)).toEqual(expected);
    expect(result(more).verdict).toBe('refused');
  });
});

describe('green on an exit code alone', () => {
  const weak = (exitCode: number | null) =>
    sampleReport([], { strength: 'weak', canary: 'absent', exitCode, runErrors: exitCode === 0 ? [] : ['x'] });

  it('passes, and says that it is weak', () => {
    expect(result({ before: weak(1), after: weak(0) })).toMatchObject({
      verdict: 'passed',
      facts: { strength: 'weak' },
    });
  });

  it.each([1, null])('is refused when the command fails: %s', (exitCode) => {
    expect(codes({ before: weak(1), after: weak(exitCode) })).toEqual(['still_failing']);
  });
});

it('a manifest that a framework calls configuration is judged key by key', () => {
  const roles = {
    ...SAMPLE_ROLES,
    roleOf: (path: string) => (path === 'pyproject.toml' ? 'config' : SAMPLE_ROLES.roleOf(path)),
  };
  const change = (before: string, after: string) => ({
    roles,
    changes: [sampleChange('pyproject.toml', before, after)],
  });
  expect(codes(change('', '[project]\ndependencies = ["a"]'))).toEqual([]);
  expect(codes(change('', '[tool.pytest.ini_options]\naddopts = "-x"'))).toEqual(['test_config_changed']);
});
