import { groupCases } from '../case-groups.ts';
import { type Comparison, isFailing } from '../compare.ts';
import { ids, tellExpectedToFail, tellSkipped } from '../existing-tests.ts';
import { failedByAssertion, isRaisedByCode, isRaisedByUse } from '../origin.ts';
import { failuresOf } from '../passing.ts';
import { mayChange, mayRemove } from '../plan/list-item.ts';
import type { ProofInput } from '../proof.ts';
import { type Reason, reason, reasonFor, showName } from '../reasons.ts';
import type { TestCase } from '../report.ts';
import { cut } from '../soundness.ts';
import { type Asking, wrongReason } from './right-reason.ts';

/**
 * The tests red is about: those that were not there, those that were only announced, and existing ones that the list
 * item lets change and that fail now.
 */
export function newTestsOf(comparison: Comparison, { before, item }: ProofInput): readonly TestCase[] {
  const announced = new Set(before.tests.filter(({ outcome }) => outcome === 'todo').map(({ id }) => id));
  const isNamed = mayChange(item);
  const changed = comparison.newlyFailing.filter(({ file }) => isNamed(file));
  const isGone = mayRemove(item);
  // What looks like another name of a test that may go is a new one in its place.
  const renamed = comparison.renamed.filter(({ from }) => isNamed(from.file) || isGone(from)).map((pair) => pair.to);
  const written = comparison.newlyExecuted.filter(({ id }) => announced.has(id));
  return [...new Set([...comparison.added, ...written, ...changed, ...renamed.filter(isFailing)])];
}

/** At least one case of every new test must fail, and for the right reason, but of those that pass because of a stub. */
export function judgeNewTests(
  tests: readonly TestCase[],
  asking: Asking,
  stubbed: readonly string[] = [],
): readonly Reason[] {
  const judged = groupCases(tests, asking.sourceOf)
    .filter((cases) => !cases.some(({ id }) => stubbed.includes(id)))
    .map((cases) => ({ cases, reasons: judgeCases(cases, asking) }));
  const hasRed = judged.some(({ cases, reasons }) => cases.some(isFailing) && reasons.length === 0);
  return judged.flatMap(({ cases, reasons }) => (hasRed && cases.every(isUnrun) ? [] : reasons));
}

/** What is only announced, or too slow to be run, says nothing beside a test, and need not run later. */
export function isUnrun({ outcome, expectedToFail }: TestCase): boolean {
  return /^(?:todo|skipped)$/.test(outcome) && expectedToFail !== true;
}

/**
 * Tests that pass already, beside others that fail for the right reason: a stub that raises, or gives nothing, may be what they
 * expect by chance.
 */
export function passingBesideFailing(tests: readonly TestCase[], asking: Asking): readonly string[] {
  const groups = groupCases(tests, asking.sourceOf);
  const isPassing = (cases: readonly TestCase[]) =>
    cases.every(({ outcome, expectedToFail }) => outcome === 'passed' && expectedToFail !== true);
  const fails = (cases: readonly TestCase[]) => cases.some(isFailing) && judgeCases(cases, asking).length === 0;
  return groups.some(fails) ? groups.filter(isPassing).flatMap(ids) : [];
}

function judgeCases(cases: readonly TestCase[], asking: Asking): readonly Reason[] {
  const failing = cases.filter(isFailing);
  const wrong = failing.map((test) => whyWrong(test, asking));
  if (wrong.includes(undefined)) return [];
  const own = ids(cases);
  if (failing.length > 0) return [wrongFailure(failing, String(wrong[0]))];
  if (cases.some(({ expectedToFail }) => expectedToFail === true)) return tellExpectedToFail(own);
  if (cases.every(({ outcome }) => outcome !== 'passed')) return tellSkipped(own);
  return reasonFor('test_passes_before_implementation', 'tests', own, (named) => {
    return `The new test passes although nothing was implemented yet: ${named}. Either the behaviour is there already, or the test does not check it: look at its assertions.`;
  });
}

/** A test fails rightly by an assertion, by an error of the code or over what the code gave it, or for want of what it tests. */
function whyWrong(test: TestCase, asking: Asking): string | undefined {
  const { failure, outcome, file } = test;
  if (failure === undefined) return 'it gives no reason';
  if (failedByAssertion(test, asking.places)) return undefined;
  // What a fixture or a hook calls may be what is tested, too.
  if (isRaisedByCode(failure, asking.places)) return undefined;
  if (outcome === 'failed' && isRaisedByUse(failure, asking.places)) return undefined;
  return wrongReason(failure, file, asking);
}

function wrongFailure(failing: readonly TestCase[], why: string): Reason {
  const [first] = failing;
  if (failing.some(({ failure }) => NO_SNAPSHOT.test(failure?.message ?? ''))) {
    return reason(
      'missing_snapshot',
      `The new test ${showName(first?.id ?? '')} expects a snapshot that is not there, and the next phase may not add it. Write the expected snapshot, or better an assertion.`,
      { tests: ids(failing), failures: failuresOf(failing) },
    );
  }
  const says = cut(first?.failure?.message ?? '');
  const code = failing.every(({ failure }) => failure?.kind === 'timeout') ? 'timeout' : 'wrong_failure_reason';
  const message = `The new test fails, but not because what it tests is missing or wrong: ${cut(why)}. ${showName(first?.id ?? '')} says: ${says}. Let it fail by an assertion, or because what it tests does not exist yet.`;
  return reason(code, message, { tests: ids(failing), failures: failuresOf(failing) });
}

/** How frameworks say that a snapshot does not exist and, in CI, is not written. */
const NO_SNAPSHOT = /snapshot[^\n]*(?:not written|does not exist)|missing snapshot|snapshot[^\n]*not found/i;
