import { holdsTests } from './file-roles.ts';
import { factsOf, type ProofFacts, type ProofInput } from './proof.ts';
import { decide, type Reason, reason, type Verdict } from './reasons.ts';
import { unsoundReasons } from './soundness.ts';

/**
 * Verdicts where only an exit code was seen. They can be right, but prove little: the facts say `weak`, and whoever shows
 * them has to say so too.
 */
export function judgeWeakRed(input: ProofInput, found: readonly Reason[]): Verdict<ProofFacts> {
  const { before, after, repeat, changes, roles } = input;
  const reasons = [
    ...found,
    ...unsoundReasons({ ...after, runErrors: [] }, 'The run of the tests', before, input.roles),
  ];
  if (!changes.some(({ path, kind }) => kind !== 'deleted' && holdsTests(path, roles))) {
    reasons.push(reason('no_new_test', 'No test file was added or changed. Write the test.'));
  }
  if (after.exitCode === 0) {
    reasons.push(
      reason(
        'test_passes_before_implementation',
        'The test command succeeds although nothing was implemented yet. Either the behaviour is there already, or the test does not check it.',
      ),
    );
  } else if (before.exitCode !== 0) {
    reasons.push(
      reason(
        'wrong_failure_reason',
        'The test command failed before this test was written, so that it fails now shows nothing.',
      ),
    );
  }
  if (repeat?.exitCode === 0 && after.exitCode !== 0) {
    reasons.push(
      reason(
        'flaky',
        'The test command failed, and succeeded in a second run of the same files. A test has to give the same result every time.',
      ),
    );
  }
  return decide(reasons, { ...factsOf(input), repeat: repeat === undefined }, repeat === undefined);
}

export function judgeWeakGreen(input: ProofInput, found: readonly Reason[]): Verdict<ProofFacts> {
  const { before, after } = input;
  const reasons = [
    ...found,
    ...unsoundReasons({ ...after, runErrors: [] }, 'The run of the tests', before, input.roles),
  ];
  if (after.exitCode !== 0) {
    reasons.push(
      reason(
        'still_failing',
        `The test command fails with exit code ${after.exitCode ?? 'none'}. Change the code so that it succeeds.`,
        {
          failures:
            after.output.trim() === '' ? [] : [{ name: 'The end of its output', text: after.output.slice(-2_000) }],
        },
      ),
    );
  }
  return decide(reasons, factsOf(input));
}
