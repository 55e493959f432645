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
import type { ProofInput } from '../proof.ts';
import { judgeTests } from './judge-tests.ts';

const FILE = 'test/stack.test.ts';
const HEAD = "import { expect, it } from 'vitest';\nimport { push } from '../src/stack.ts';\n\n";
const OLD = `${HEAD}it('is empty', () => {\n  expect(push([])).toEqual([]);\n});\n`;
const NEW = `${OLD}\nit('pushes', () => {\n  expect(push([1])).toEqual([1]);\n});\n`;
const CODE = sampleChange('src/stack.ts', 'a', 'b');
const KEPT = [passed(FILE, 'is empty'), passed('test/other.test.ts', 'works')];

function given(more: Partial<ProofInput> = {}): ProofInput {
  return {
    before: sampleReport(KEPT),
    after: sampleReport([...KEPT, passed(FILE, 'pushes')]),
    changes: [CODE, sampleChange(FILE, OLD, NEW)],
    roles: SAMPLE_ROLES,
    item: NO_OPTIONS,
    knownFailing: [],
    contrary: [],
    ...more,
  };
}

const codes = (more: Partial<ProofInput>) => {
  const { verdict, reasons } = judgeTests(given(more));
  return verdict === 'rerun' ? ['rerun'] : [...new Set(reasons.map(({ code }) => code))];
};
const seen = (...tests: Parameters<typeof sampleReport>[0] & object) => ({ after: sampleReport(tests) });
const [EMPTY, OTHER] = KEPT as [(typeof KEPT)[0], (typeof KEPT)[0]];
const PUSHES = passed(FILE, 'pushes');

describe('code and tests written together pass when', () => {
  it('a test was added beside the code, everything passes, and the test notices other expectations', () => {
    expect(judgeTests(given())).toMatchObject({
      verdict: 'passed',
      facts: { newTests: [`${FILE}::pushes`], before: { passed: 2 }, after: { passed: 3 } },
    });
  });

  it('new tests stand in a file of their own, or there are none and only the code was fixed', () => {
    const own = sampleChange('test/push.test.ts', undefined, NEW);
    expect(codes({ changes: [CODE, own], ...seen(EMPTY, OTHER, passed('test/push.test.ts', 'pushes')) })).toEqual([]);
    expect(codes({ changes: [CODE], ...seen(...KEPT) })).toEqual([]);
  });

  it('a test that was known to fail fails still', () => {
    const broken = failed('test/other.test.ts', 'works');
    const known = { knownFailing: ['test/other.test.ts::works'] };
    expect(codes({ ...known, before: sampleReport([EMPTY, broken]), ...seen(EMPTY, PUSHES, broken) })).toEqual([]);
  });

  it('a dependency was added that no test is run by', () => {
    const manifest = (more: string) => `{"scripts": {"test": "vitest run"}, "dependencies": {${more}}}`;
    const change = sampleChange('package.json', manifest(''), manifest('"left": "1.0.0"'));
    expect(codes({ changes: [CODE, sampleChange(FILE, OLD, NEW), change] })).toEqual([]);
  });
});

describe('code and tests written together are refused when', () => {
  it.each<[string, Partial<ProofInput>, string]>([
    [
      'an existing test was weakened',
      { changes: [CODE, sampleChange(FILE, OLD, NEW.replace('toEqual([]);', 'toBeDefined();'))] },
      'existing_test_changed',
    ],
    ['a test file was deleted', { changes: [CODE, sampleChange(FILE, OLD, undefined)] }, 'existing_test_removed'],
    ['a test file was moved', { changes: [CODE, sampleMove(FILE, 'test/b.test.ts', OLD)] }, 'existing_test_changed'],
    [
      'a helper of existing tests was changed',
      { changes: [CODE, sampleChange('test/helpers/make.ts', 'export const n = 1;', 'export const n = 2;')] },
      'existing_test_changed',
    ],
    ['an existing test did not run', { ...seen(OTHER, PUSHES) }, 'existing_test_removed'],
    ['an existing test is skipped', seen(sampleTest('skipped', FILE, 'is empty'), OTHER, PUSHES), 'newly_skipped'],
    ['a new test is skipped', seen(EMPTY, OTHER, sampleTest('skipped', FILE, 'pushes')), 'newly_skipped'],
    ['a new test is a todo', seen(EMPTY, OTHER, sampleTest('todo', FILE, 'pushes')), 'newly_skipped'],
    [
      'a new test is expected to fail',
      seen(EMPTY, OTHER, sampleTest('passed', FILE, 'pushes', { expectedToFail: true })),
      'newly_expected_to_fail',
    ],
    ['only some tests ran', { after: sampleReport([...KEPT, PUSHES], { focused: true }) }, 'newly_focused'],
    ['a new test passes whatever it expects', { contrary: [`${FILE}::pushes`] }, 'expectation_ignored'],
    [
      'the configuration of the tests was edited',
      { changes: [CODE, sampleChange('vitest.config.ts', 'a', 'b')] },
      'test_config_changed',
    ],
    [
      'the test script was edited',
      {
        changes: [
          sampleChange('package.json', '{"scripts": {"test": "vitest run"}}', '{"scripts": {"test": "vitest run a"}}'),
        ],
      },
      'test_config_changed',
    ],
    ['a new test fails', seen(EMPTY, OTHER, failed(FILE, 'pushes')), 'still_failing'],
    ['nothing ran at all', { before: sampleReport(), changes: [CODE], ...seen() }, 'no_tests_executed'],
    [
      "Baton's own test was not seen",
      { after: sampleReport([...KEPT, PUSHES], { canary: 'missing' }) },
      'canary_missing',
    ],
  ])('%s', (_, more, code) => {
    expect(codes(more)).toContain(code);
  });

  it('an existing test fails, also when it is run again; one that then passes is flaky', () => {
    const broken = seen(failed(FILE, 'is empty'), OTHER, PUSHES);
    expect(codes(broken)).toEqual(['rerun']);
    const again = sampleReport([failed(FILE, 'is empty')]);
    expect(codes({ ...broken, reruns: [again, again] })).toEqual(['regression']);
    const fine = sampleReport([EMPTY]);
    expect(judgeTests(given({ ...broken, reruns: [fine, fine] }))).toMatchObject({
      verdict: 'passed',
      facts: { flaky: [`${FILE}::is empty`] },
    });
  });

  it('until the new tests were made to expect something else, nothing is decided', () => {
    const { contrary: _, ...rest } = given();
    expect(judgeTests(rest)).toMatchObject({ verdict: 'rerun', facts: { contrary: [`${FILE}::pushes`] } });
  });

  it('what a person can do about a test that has to change is told', () => {
    const change = sampleChange(FILE, OLD, OLD.replace('toEqual([])', 'toEqual([2])'));
    expect(judgeTests(given({ changes: [change] })).reasons[0]?.message).toContain('report `blocked`');
  });
});

describe('a source that holds its own tests', () => {
  const source = (code: string, expected: string, more = '') =>
    `pub fn one() -> i32 { ${code} }\n#[cfg(test)]\nmod tests {\n  use super::*;\n  #[test]\n  fn is_one() { assert_eq!(one(), ${expected}); }\n${more}}\n`;
  const more = '  #[test]\n  fn stays() { assert_eq!(one(), one() + 0); }\n';

  it('may change beside its tests and get more of them', () => {
    const report = sampleReport([passed('src/lib.rs', ['tests', 'is_one'])]);
    const change = sampleChange('src/lib.rs', source('1', '1'), source('2 - 1', '1'));
    expect(codes({ before: report, after: report, changes: [change] })).toEqual([]);
    const grown = sampleReport([...report.tests, passed('src/lib.rs', ['tests', 'stays'])]);
    const added = sampleChange('src/lib.rs', source('1', '1'), source('2 - 1', '1', more));
    expect(codes({ before: report, after: grown, changes: [added] })).toEqual([]);
  });

  it('may not change in them', () => {
    const report = sampleReport([passed('src/lib.rs', ['tests', 'is_one'])]);
    const change = sampleChange('src/lib.rs', source('1', '1'), source('2', '2'));
    expect(codes({ before: report, after: report, changes: [change] })).toEqual(['existing_test_changed']);
  });
});
