import { holdsTests } from './file-roles.ts';
import { factsOf, type ProofFacts, type ProofInput } from './proof.ts';
import { decide, type Reason, type RefusalCode, reason, type Verdict } from './reasons.ts';
import { unsoundReasons } from './soundness.ts';

/**
 * Verdicts where only an exit code was seen. They can be right, but prove little: the facts say `weak`, and whoever shows
 * them has to say so too.
 */
export function judgeWeakRed(input: ProofInput, found: readonly Reason[]): Verdict<ProofFacts> {
  const { before, after, repeat, changes, roles } = input;
  const reasons = [...found, ...unsound(input)];
  const refuse = (isWrong: boolean, code: RefusalCode, message: string) => {
    if (isWrong) reasons.push(reason(code, message));
  };
  const hasTests = changes.some(({ path, kind }) => kind !== 'deleted' && holdsTests(path, roles));
  refuse(!hasTests, 'no_new_test', 'No test file was added or changed. Write the test.');
  refuse(
    after.exitCode === 0,
    'test_passes_before_implementation',
    'The test command succeeds although nothing was implemented yet. Either the behaviour is there already, or the test does not check it.',
  );
  refuse(
    after.exitCode !== 0 && before.exitCode !== 0,
    'wrong_failure_reason',
    'The test command failed before this test was written, so that it fails now shows nothing.',
  );
  refuse(
    after.exitCode !== 0 && repeat?.exitCode === 0,
    'flaky',
    'The test command failed, and succeeded in a second run of the same files. A test has to give the same result every time.',
  );
  return decide(reasons, { ...factsOf(input), repeat: repeat === undefined }, repeat === undefined);
}

export function judgeWeakGreen(input: ProofInput, found: readonly Reason[]): Verdict<ProofFacts> {
  const { exitCode, output } = input.after;
  const message = `The test command fails with exit code ${exitCode ?? 'none'}. Change the code so that it succeeds.`;
  const shown = output.trim() === '' ? [] : [{ name: 'The end of its output', text: output.slice(-2_000) }];
  const failing = exitCode === 0 ? [] : [reason('still_failing', message, { failures: shown })];
  return decide([...found, ...unsound(input), ...failing], factsOf(input));
}

/** What a command prints beside tests that nobody saw says nothing. */
function unsound({ before, after, roles }: ProofInput): readonly Reason[] {
  return unsoundReasons({ ...after, runErrors: [] }, 'The run of the tests', before, roles);
}
