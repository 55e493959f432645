import { isFailing } from './compare.ts';
import { type Reason, reasonFor, showFailure } from './reasons.ts';
import type { TestCase, TestReport } from './report.ts';
import { cut, isWhole } from './soundness.ts';

export interface FailingVerdict {
  readonly reasons: readonly Reason[];
  readonly flaky: readonly string[];
  readonly rerun: readonly string[];
}

/** How often a failing test that nobody touched is run again. */
const RERUNS = 2;

/**
 * Judges tests that should pass and failed: run again twice, one that passes both times is flaky, any other is broken.
 * Once would not do: what passes now and then must not become a way through.
 */
export function judgeFailing(tests: readonly TestCase[], reruns: readonly TestReport[] = []): FailingVerdict {
  const failing = [...new Map(tests.map((test) => [test.id, test])).values()];
  if (failing.length === 0) return { reasons: [], flaky: [], rerun: [] };
  if (reruns.length < RERUNS) return { reasons: [], flaky: [], rerun: failing.map(({ id }) => id) };
  const passes = reruns.map((report) => new Set(isWhole(report) ? passedIn(report) : []));
  const isFlaky = ({ id }: TestCase) => passes.every((passed) => passed.has(id));
  const broken = failing.filter((test) => !isFlaky(test));
  return { reasons: tellBroken(broken), flaky: failing.filter(isFlaky).map(({ id }) => id), rerun: [] };
}

function passedIn(report: TestReport): readonly string[] {
  return report.tests
    .filter(({ outcome, expectedToFail }) => outcome === 'passed' && !expectedToFail)
    .map(({ id }) => id);
}

function tellBroken(tests: readonly TestCase[]): readonly Reason[] {
  const slow = tests.filter(({ failure }) => failure?.kind === 'timeout');
  const other = tests.filter((test) => !slow.includes(test));
  return [
    ...reasonFor(
      'regression',
      'tests',
      other.map(({ id }) => id),
      (named) => {
        const first = other.find(isFailing)?.failure?.message ?? 'no message';
        return `Tests that passed before fail, also when run again: ${named}. The first says: ${cut(first)}. Change the code so that they pass again; do not change the tests.`;
      },
      failuresOf(other),
    ),
    ...reasonFor(
      'timeout',
      'tests',
      slow.map(({ id }) => id),
      (named) => {
        return `Tests that passed before take too long, also when run again: ${named}. Change the code so that they end.`;
      },
      failuresOf(slow),
    ),
  ];
}

/** How tests failed, for whoever has to fix them. */
export function failuresOf(tests: readonly TestCase[]) {
  return tests.map(({ id, failure }) => showFailure(id, failure));
}
