import { expect } from 'vitest';
import type { TestReport } from '../../../src/evidence/report.ts';

/** A report in few words: tests by their ids, files by why they could not be collected. */
export interface Told {
  /** `passed`, `failed assertion`, `passed, expected to fail`. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** `missing`, `missing, hides all`. */
  readonly uncollected: Readonly<Record<string, string>>;
  readonly runErrors: readonly string[];
  readonly focused: boolean;
  readonly canary: TestReport['canary'];
  readonly incomplete: string | null;
}

export function told({ tests, uncollected, runErrors, focused, canary, incomplete }: TestReport): Told {
  return {
    outcomes: Object.fromEntries(
      tests.map(({ id, outcome, failure, expectedToFail }) => [
        id,
        `${outcome}${failure === undefined ? '' : ` ${failure.kind}`}${expectedToFail ? ', expected to fail' : ''}`,
      ]),
    ),
    uncollected: Object.fromEntries(
      uncollected.map(({ file, failure, hides }) => [file, hides ? `${failure.kind}, hides ${hides}` : failure.kind]),
    ),
    runErrors,
    focused,
    canary,
    incomplete,
  };
}

/** What a report must tell: a value of its own, or what matches it. */
export type Shows = { readonly [Field in keyof Told]?: Told[Field] | Matcher } & {
  /** More about the failure of a test or a file, by its id or path. */
  readonly failures?: Readonly<Record<string, object>>;
  /** Any will do if it is not said. */
  readonly exitCode?: number;
};

/** What vitest's `expect.stringContaining` and the like give. */
type Matcher = ReturnType<typeof expect.anything>;

/** Fails unless a report tells exactly this. What is not said is nothing, whole and seen. */
export function expectTold(report: TestReport, { failures = {}, exitCode, ...shows }: Shows): void {
  expect(told(report)).toEqual({ ...SOUND, ...shows });
  expect(report.exitCode).toBe(exitCode ?? report.exitCode);
  for (const [key, failure] of Object.entries(failures)) expect(failureOf(report, key)).toMatchObject(failure);
}

const SOUND: Told = {
  outcomes: {},
  uncollected: {},
  runErrors: [],
  focused: false,
  canary: 'seen',
  incomplete: null,
};

export function failureOf({ tests, uncollected }: TestReport, key: string) {
  return tests.find(({ id }) => id === key)?.failure ?? uncollected.find(({ file }) => file === key)?.failure;
}
