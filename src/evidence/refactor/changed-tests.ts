import { sameLeaves } from '../../code/leaves.ts';
import { outlineOf } from '../../code/outline.ts';
import { isCaseOf, type TestFact } from '../../code/tests.ts';
import { earlierPath, type FileChange, movesIn, sameContent } from '../diff.ts';
import type { FileRole } from '../file-roles.ts';
import { keepsExamples, splitMixedSides } from '../files/mixed-file.ts';
import { compareTestFile, type TestFileChange } from '../files/test-file.ts';
import type { TestCase } from '../report.ts';
import { isAffected } from './affected.ts';
import { cameFromElsewhere, cameFromHere, type Origin, originOf } from './moved-tests.ts';

/**
 * Of tests that were there before, those whose code may do something else now: their own words differ, or an import, or
 * something else in the file that they use. White space, comments, moves and names of files and groups do not count. In
 * doubt a test is changed.
 */
export function changedTests(
  tests: readonly TestCase[],
  changes: readonly FileChange[],
  roleOf: (path: string) => FileRole,
): readonly TestCase[] {
  const moves = movesIn(changes);
  const origins = changes.flatMap((change) => originOf(change, moves));
  const changed = changes.flatMap((change) => {
    const role = roleOf(change.path);
    if (role !== 'test' && role !== 'mixed') return [];
    const own = tests.filter(({ file }) => file === change.path);
    const isMixed = role === 'mixed';
    const compared = change.before === undefined ? undefined : compareTestFile(change, moves, isMixed);
    if (compared === undefined) return changedUncompared(own, change, origins);
    const shared = tests.filter((test) => sharesHelpers(test, compared));
    if (isMixed && keepsMixed(change)) return shared;
    return [...shared, ...own.filter((test) => isChanged(test, compared, origins))];
  });
  return [...new Set(changed)];
}

/** Tests in a file that is new or cannot be compared: unchanged only if the file is, or if each came as it is. */
function changedUncompared(
  own: readonly TestCase[],
  change: FileChange,
  origins: readonly Origin[],
): readonly TestCase[] {
  const isInPlace = sameContent(change) && directoryOf(earlierPath(change)) === directoryOf(change.path);
  if (isInPlace) return [];
  const after = change.sources?.after === undefined ? undefined : outlineOf(change.sources.after);
  if (after === undefined || change.before !== undefined) return own;
  return own.filter(
    (test) => !casesIn(after.tests, test).some((written) => cameFromElsewhere(written, after, origins)),
  );
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether a test of another file may use what a test file changed round its tests: a Go package is one piece of code. */
function sharesHelpers(test: TestCase, { path, restLost, restAdded, isShared }: TestFileChange): boolean {
  const isRewritten = restLost.length > 0 && restAdded.length > 0;
  if (test.file === path || !isRewritten) return false;
  return path.endsWith('.go') ? directoryOf(test.file) === directoryOf(path) : isShared;
}

/** Whether all tests inside a source are the same, also those that are seen only as a whole: examples in documentation. */
function keepsMixed(change: FileChange): boolean {
  const sides = splitMixedSides(change);
  if (sides === undefined || !sameLeaves(sides.before.tests, sides.after.tests)) return false;
  return keepsExamples(sides.before, sides.after);
}

function isChanged(test: TestCase, compared: TestFileChange, origins: readonly Origin[]): boolean {
  const { before, after } = compared.sides;
  const written = casesIn([...compared.kept, ...compared.added, ...compared.changed, ...compared.extended], test);
  if (written.length === 0) return true;
  return written.some((one) => {
    if (isAffected(one, compared)) return true;
    if (compared.kept.includes(one)) return false;
    if (!compared.added.includes(one)) return true;
    return !cameFromHere(one, after, compared.removed, before) && !cameFromElsewhere(one, after, origins);
  });
}

function casesIn(written: readonly TestFact[], test: TestCase): readonly TestFact[] {
  return written.filter((one) => isCaseOf(one, test.path));
}
