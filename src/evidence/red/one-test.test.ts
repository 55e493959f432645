import { describe, expect, it } from 'vitest';
import { SAMPLE_ROLES } from '../../testing/evidence-samples.ts';
import { placesOf } from '../origin.ts';
import type { Failure, TestCase, TestReport } from '../report.ts';
import { withIds } from '../report.ts';
import { failsAgain as failsAgainAsking, judgeOneTest } from './one-test.ts';
import type { Asking } from './right-reason.ts';

const FILE = 'test/a.test.ts';

const ASKING: Asking = {
  isChanged: () => true,
  textOf: () => '',
  sourceOf: () => undefined,
  isForTests: (path) => path.startsWith('test/'),
  needs: [],
  places: placesOf(SAMPLE_ROLES, () => undefined),
};

function report(tests: readonly Omit<TestCase, 'id'>[], more: Partial<TestReport> = {}): TestReport {
  return {
    ...{ framework: 'vitest', strength: 'strong', command: [], exitCode: 1, signal: null, wallMs: 1 },
    ...{ tests: withIds(tests), uncollected: [], runErrors: [], focused: false, canary: 'seen', incomplete: null },
    output: '',
    ...more,
  };
}

function failing(kind: Failure['kind'], ...path: string[]): Omit<TestCase, 'id'> {
  return { file: FILE, path, outcome: 'failed', failure: { kind, message: `${kind} it is` } };
}

const failsAgain = (name: string, first: TestReport, second: TestReport) =>
  failsAgainAsking(name, first, second, ASKING);

const codes = (name: string, given: TestReport) => judgeOneTest(name, given, ASKING).reasons.map(({ code }) => code);

describe('one test of a report', () => {
  it('is found by its id, by its names, or by its own name where only one has it', () => {
    const given = report([failing('assertion', 'a', 'adds'), failing('assertion', 'b', 'adds'), failing('crash', 'c')]);
    expect(judgeOneTest(`${FILE}::a > adds`, given, ASKING)).toMatchObject({ found: true, fails: true, reasons: [] });
    expect(judgeOneTest('b > adds', given, ASKING)).toMatchObject({ found: true, message: 'assertion it is' });
    expect(judgeOneTest('adds', given, ASKING), 'two have it').toMatchObject({ found: false, fails: false });
    expect(codes('c', given)).toEqual(['wrong_failure_reason']);
  });

  it('that is hidden by a file which cannot be loaded fails with that file', () => {
    const missing: Failure = {
      kind: 'import',
      message: 'Cannot find ../src/a.ts',
      diagnostics: [{ what: 'module', name: '../src/a.ts', file: FILE }],
    };
    const hidden = report([], { uncollected: [{ file: FILE, failure: missing }] });
    const seen = judgeOneTest(`${FILE}::adds`, hidden, ASKING);
    expect(seen).toMatchObject({ found: true, fails: true, message: missing.message, reasons: [] });
    const broken = report([], { uncollected: [{ file: FILE, failure: { kind: 'syntax', message: 'Unexpected }' } }] });
    expect(codes(`${FILE}::adds`, broken)).toEqual(['not_collected']);
    expect(judgeOneTest('test/b.test.ts::adds', hidden, ASKING).found).toBe(false);
    const reading = { ...ASKING, textOf: () => "it('adds', () => {});" };
    expect(judgeOneTest('math > adds', hidden, reading)).toMatchObject({ found: true, fails: true, reasons: [] });
    expect(judgeOneTest('halves', hidden, reading)).toMatchObject({
      found: false,
      reasons: [{ message: expect.stringContaining(`Not loaded, so their tests are unknown: ${FILE}.`) }],
    });
  });

  it('counts for nothing in a report that does not stand', () => {
    expect(codes('a', report([failing('assertion', 'a')], { canary: 'missing' }))).toEqual(['canary_missing']);
    expect(codes('a', report([failing('assertion', 'a')], { focused: true }))).toEqual(['newly_focused']);
  });

  it('cannot be told where only an exit code was seen', () => {
    const weak = report([], { strength: 'weak', canary: 'absent' });
    expect(judgeOneTest('a', weak, ASKING)).toMatchObject({ found: false, fails: true });
    expect(codes('a', weak)).toEqual(['no_tests_executed']);
    expect(failsAgain('a', weak, weak)).toBe(true);
    expect(failsAgain('a', weak, { ...weak, exitCode: 0 })).toBe(false);
  });

  it('repeats if a second run shows the same kind of failure', () => {
    const first = report([failing('assertion', 'a')]);
    expect(failsAgain('a', first, report([failing('assertion', 'a')]))).toBe(true);
    expect(failsAgain('a', first, report([failing('timeout', 'a')]))).toBe(false);
    expect(failsAgain('a', first, report([{ file: FILE, path: ['a'], outcome: 'passed' }]))).toBe(false);
    expect(failsAgain('a', first, report([]))).toBe(false);
    expect(failsAgain('a', report([{ file: FILE, path: ['a'], outcome: 'passed' }]), first)).toBe(false);
    const gone = report([], { uncollected: [{ file: FILE, failure: { kind: 'import', message: 'x' } }] });
    expect(failsAgain(`${FILE}::a`, gone, gone)).toBe(true);
    expect(failsAgain(`${FILE}::a`, gone, report([]))).toBe(false);
  });
});
