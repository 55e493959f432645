import { earlierPath, type FileChange, isNewFile, touchedPaths } from '../diff.ts';
import { roleOf } from '../file-roles.ts';
import { keepsExamples, splitMixedSides } from '../files/mixed-file.ts';
import { type GreenChangesInput, judgeFrozenConfig } from '../green/changes.ts';
import { isManifest } from '../manifests/judge-manifests.ts';
import { NO_OPTIONS } from '../plan/list-item.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import { supportProblem } from '../red/support-problem.ts';
import { testFileProblem } from '../red/test-file-problem.ts';

/**
 * Judges the diff of a phase that writes code and tests together: tests and what they use may be added, those that were
 * there stay as they were, and so does what decides how tests run.
 */
export function judgeTestChanges(input: GreenChangesInput): readonly Reason[] {
  return [...judgeFrozenConfig(input), ...input.changes.flatMap((change) => judgeChange(change, input))];
}

function judgeChange(change: FileChange, { roles, before }: GreenChangesInput): readonly Reason[] {
  const path = earlierPath(change);
  const touched = touchedPaths(change).map((one) => (isManifest(one) ? 'other' : roleOf(one, roles)));
  const [role] = touched;
  // What steers the tests is told by itself.
  if (touched.includes('config') || role === 'other') return [];
  if (role === 'test' && change.kind === 'deleted') return [testFileGone(path)];
  const hasTests = (folder: string) => before.tests.some(({ file }) => folder === '' || file.startsWith(`${folder}/`));
  const problem =
    role === 'mixed'
      ? mixedProblem(change)
      : role === 'test'
        ? isNewFile(change)
          ? undefined
          : testFileProblem(change, NO_OPTIONS)
        : supportProblem(change, NO_OPTIONS, hasTests);
  return problem === undefined ? [] : [testChanged(path, problem)];
}

/** The code of a source that holds its own tests may change; its tests and examples that were there may not. */
function mixedProblem(change: FileChange): string | undefined {
  const sides = splitMixedSides(change);
  if (sides === undefined) return 'it holds tests, and what changed in it cannot be told';
  if (sides.before.tests.length === 0) return keepsExamples(sides.before, sides.after) ? undefined : EXAMPLES;
  if (change.kind !== 'modified') return isNewFile(change) ? undefined : 'it holds tests, and was moved or removed';
  return keepsExamples(sides.before, sides.after) ? testFileProblem(change, NO_OPTIONS, true) : EXAMPLES;
}

const EXAMPLES = 'examples that are run as tests were changed or taken out';

const INSTEAD =
  'If what they describe is to change, report `blocked` with the reason `missing_requirements`: a person can change tests on the branch of the run.';

function testChanged(path: string, problem: string): Reason {
  const message = `Existing tests were changed in ${showName(path)}: ${problem}. Put them back and add new tests beside them. ${INSTEAD}`;
  return reason('existing_test_changed', message, { paths: [path] });
}

function testFileGone(path: string): Reason {
  const message = `The test file ${showName(path)} was deleted. Put it back. ${INSTEAD}`;
  return reason('existing_test_removed', message, { paths: [path] });
}
