import { isFailing } from './compare.ts';
import { ids } from './existing-tests.ts';
import type { ProofInput } from './proof.ts';
import { type Reason, type RefusalCode, reason, reasonFor, showFailure, showName } from './reasons.ts';
import type { TestCase, TestReport, Uncollected } from './report.ts';
import { cut, isWhole, unsoundReasons } from './soundness.ts';

/** The tests the cycle wrote or changed, which may not be flaky, and the files red could not load for want of what they test. */
export interface Cycle {
  readonly newTests: readonly string[];
  readonly redFiles: readonly string[];
}

/** Judges that every test passes: those of the cycle every time, the others now or, if flaky, twice in a row. */
export function judgePassing(input: ProofInput, cycle: Cycle): FailingVerdict {
  const own = new Set(cycle.newTests);
  const known = new Set(input.knownFailing);
  const first = input.after.tests.filter(isFailing);
  const second = (input.repeat?.tests ?? []).filter(isFailing);
  const others = [...first, ...second].filter(({ id }) => !own.has(id) && !known.has(id));
  const broken = judgeFailing(others, input.reruns);
  const still = first.filter(({ id }) => own.has(id) && !known.has(id));
  const failing = new Set(ids(still));
  const unsteady = second.filter(({ id }) => own.has(id) && !known.has(id) && !failing.has(id));
  const repeated = input.repeat === undefined ? [] : unsoundReasons(input.repeat, 'The second run', input.before);
  return {
    ...broken,
    reasons: [
      ...tellTests('still_failing', still, (named, says) => {
        return `Tests that this cycle wrote or changed fail: ${named}. The first says: ${says}. Change the code so that they pass.`;
      }),
      ...tellTests('flaky', unsteady, (named) => {
        return `A test that this cycle wrote or changed passes in one run and fails in another: ${named}. Change the code so that it passes every time.`;
      }),
      ...judgeUncollected(input, cycle.redFiles),
      ...broken.reasons,
      ...repeated,
    ],
  };
}

/** A file that could not be loaded before for another reason than red's is known; any other must be loaded now. */
function judgeUncollected({ before, after }: ProofInput, redFiles: readonly string[]): readonly Reason[] {
  const known = new Set(before.uncollected.map(({ file }) => file).filter((file) => !redFiles.includes(file)));
  return after.uncollected.filter(({ file }) => !known.has(file)).map((one) => tellUncollected(one, redFiles));
}

function tellUncollected({ file, failure }: Uncollected, redFiles: readonly string[]): Reason {
  const says = cut(failure.message);
  const code = redFiles.includes(file) ? 'still_failing' : 'suite_broken';
  return reason(code, `${showName(file)} cannot be loaded. It says: ${says}. Change the code so that it can.`, {
    paths: [file],
    failures: [showFailure(file, failure)],
  });
}

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
    ...tellTests('regression', other, (named, says) => {
      return `Tests that passed before fail, also when run again: ${named}. The first says: ${says}. Change the code so that they pass again; do not change the tests.`;
    }),
    ...tellTests('timeout', slow, (named) => {
      return `Tests that passed before take too long, also when run again: ${named}. Change the code so that they end.`;
    }),
  ];
}

/** One refusal of tests that fail, with how they do; `says`: the words of the first. */
function tellTests(code: RefusalCode, tests: readonly TestCase[], message: (named: string, says: string) => string) {
  const says = cut(tests[0]?.failure?.message ?? 'no message');
  return reasonFor(code, 'tests', ids(tests), (named) => message(named, says), failuresOf(tests));
}

/** How tests failed, for whoever has to fix them. */
export function failuresOf(tests: readonly TestCase[]) {
  return tests.map(({ id, failure }) => showFailure(id, failure));
}
