import { isFailing } from './compare.ts';
import { ids } from './existing-tests.ts';
import { type FailingVerdict, failuresOf, judgeFailing } from './failing.ts';
import type { ProofInput } from './proof.ts';
import { type Reason, reason, reasonFor, showFailure, showName } from './reasons.ts';
import type { TestCase, Uncollected } from './report.ts';
import { cut, unsoundReasons } from './soundness.ts';

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
      ...tellStillFailing(still),
      ...reasonFor(
        'flaky',
        'tests',
        ids(unsteady),
        (named) =>
          `A test that this cycle wrote or changed passes in one run and fails in another: ${named}. Change the code so that it passes every time.`,
        failuresOf(unsteady),
      ),
      ...judgeUncollected(input, cycle.redFiles),
      ...broken.reasons,
      ...repeated,
    ],
  };
}

function tellStillFailing(tests: readonly TestCase[]): readonly Reason[] {
  const says = cut(tests[0]?.failure?.message ?? 'no message');
  return reasonFor(
    'still_failing',
    'tests',
    ids(tests),
    (named) =>
      `Tests that this cycle wrote or changed fail: ${named}. The first says: ${says}. Change the code so that they pass.`,
    failuresOf(tests),
  );
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
