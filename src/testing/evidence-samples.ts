import type { FileChange } from '../evidence/diff.ts';
import { rolesByGlobs } from '../evidence/file-roles.ts';
import { type Failure, type TestCase, type TestReport, withIds } from '../evidence/report.ts';

/** Reports, tests and changes in few words, for the tests of this room and of those that use it. */

/** A test by its outcome, file and names: `passed('a.test.ts', 'adds')`. */
export function sampleTest(
  outcome: TestCase['outcome'],
  file: string,
  name: string | readonly string[],
  more: Partial<TestCase> = {},
): Omit<TestCase, 'id'> {
  return { file, path: typeof name === 'string' ? [name] : [...name], outcome, ...more };
}

export function passed(file: string, name: string | readonly string[]): Omit<TestCase, 'id'> {
  return sampleTest('passed', file, name);
}

export function failed(
  file: string,
  name: string | readonly string[],
  failure: Partial<Failure> = {},
): Omit<TestCase, 'id'> {
  return sampleTest('failed', file, name, {
    failure: { kind: 'assertion', message: 'expected 1 to be 2', ...failure },
  });
}

/** A whole report with these tests. */
export function sampleReport(tests: readonly Omit<TestCase, 'id'>[] = [], more: Partial<TestReport> = {}): TestReport {
  const isRed = tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  return {
    framework: 'sample',
    strength: 'strong',
    command: ['sample'],
    exitCode: isRed ? 1 : 0,
    signal: null,
    wallMs: 1,
    tests: withIds(tests),
    uncollected: [],
    runErrors: [],
    focused: false,
    canary: 'seen',
    incomplete: null,
    output: '',
    ...more,
  };
}

/** A change of one file: `undefined` before for an added file, after for a deleted one. */
export function sampleChange(
  path: string,
  before: string | undefined,
  after: string | undefined,
  more: Partial<FileChange> = {},
): FileChange {
  const kind = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified';
  return {
    path,
    kind,
    modeBefore: before === undefined ? null : '100644',
    modeAfter: after === undefined ? null : '100644',
    binary: false,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...more,
  };
}

/** A file moved from one path to another, with its text before and after. */
export function sampleMove(from: string, path: string, before: string, after: string = before): FileChange {
  return sampleChange(path, before, after, { kind: 'renamed', from });
}

export const SAMPLE_ROLES = rolesByGlobs({
  tests: ['**/*.test.{ts,js}', '**/test_*.py', '**/*_test.go', 'tests/**/*.rs', '**/*Test.java', '**/*_spec.rb'],
  support: ['test/helpers/**', '**/fixtures/**', '**/__snapshots__/**'],
  config: ['vitest.config.ts', '**/conftest.py'],
  mixed: ['src/**/*.rs'],
});
