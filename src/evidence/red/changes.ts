import { sameLeaves } from '../../code/leaves.ts';
import { textOf } from '../../code/syntax.ts';
import { earlierPath, type FileChange, isNewFile, touchedPaths } from '../diff.ts';
import { type FileRoles, roleOf } from '../file-roles.ts';
import { splitMixedSides } from '../files/mixed-file.ts';
import { compareTestFile } from '../files/test-file.ts';
import { isManifest, judgeManifests } from '../manifests/judge-manifests.ts';
import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import type { TestReport } from '../report.ts';
import { supportProblem } from './support-problem.ts';
import { testFileProblem } from './test-file-problem.ts';

/** What judging the diff of a phase takes; enough for a first look before any test is run. */
export interface ChangesInput {
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  readonly item: ItemOptions;
  /** The report of the last accepted phase: where tests lie. Not known: they may lie anywhere. */
  readonly before?: TestReport;
}

/** Judges the diff of red: tests may be added, not changed; what steers the run stays as it was. */
export function judgeRedChanges(input: ChangesInput): readonly Reason[] {
  return [
    ...judgeManifests(input.changes, { needs: input.item.needs, frozen: 'all' }),
    ...input.changes.flatMap((change) => judgeChange(change, input)),
  ];
}

function judgeChange(change: FileChange, input: ChangesInput): readonly Reason[] {
  const { roles, item } = input;
  const path = earlierPath(change);
  const touched = touchedPaths(change).map((one) => (isManifest(one) ? 'other' : roleOf(one, roles)));
  if (touched.includes('config')) return [configChanged(change.path)];
  const [role] = touched;
  if (role === 'mixed') return judgeMixed(change, item);
  if (roles.isTestBySight?.(path) === true && mixesCode(change)) return [codeChanged(change.path)];
  if (role === 'other' || mayChange(item)(path)) return [];
  if (role === 'test' && change.kind === 'deleted') return item.removes.length > 0 ? [] : [testFileGone(path)];
  const problem =
    role === 'test' ? testProblem(change, item) : supportProblem(change, item, (folder) => hasTests(folder, input));
  return problem === undefined ? [] : [testChanged(path, problem)];
}

function testProblem(change: FileChange, item: ItemOptions): string | undefined {
  return isNewFile(change) ? undefined : testFileProblem(change, item);
}

function hasTests(folder: string, { before }: ChangesInput): boolean {
  return before === undefined || before.tests.some(({ file }) => folder === '' || file.startsWith(`${folder}/`));
}

/** Whether code that other files use was added or changed round the tests of a file. */
function mixesCode(change: FileChange): boolean {
  if (change.kind !== 'modified') return false;
  const compared = compareTestFile(change);
  if (compared?.isShared !== true) return false;
  const { text } = compared.sides.after.source;
  return compared.restAdded.some(({ nodes }) => nodes.some((node) => /^exports?\b/.test(textOf(node, text))));
}

function codeChanged(path: string): Reason {
  const message = `${showName(path)}: the code outside its tests was changed. Put it back; this phase writes a test.`;
  return reason('out_of_scope', message, { paths: [path] });
}

function judgeMixed(change: FileChange, item: ItemOptions): readonly Reason[] {
  const sides = splitMixedSides(change);
  if (sides === undefined || !['modified', 'added', 'copied'].includes(change.kind)) {
    return [testChanged(change.path, 'it holds tests, and what changed in it cannot be told')];
  }
  const { before, after } = sides;
  if (!sameLeaves(before.code, after.code)) return [codeChanged(change.path)];
  const isFree = isNewFile(change) || mayChange(item)(change.path);
  const problem = isFree ? undefined : testFileProblem(change, item, true);
  return problem === undefined ? [] : [testChanged(change.path, problem)];
}

function testChanged(path: string, problem: string): Reason {
  const message = `Existing tests were changed in ${showName(path)}: ${problem}. Put them back and add a new test beside them. If the behaviour they describe is to change, the list item has to say (changes: ${showName(path)}).`;
  return reason('existing_test_changed', message, { paths: [path] });
}

function testFileGone(path: string): Reason {
  const message = `The test file ${showName(path)} was deleted. Put it back. If its tests are to go, the list item has to say (removes: name).`;
  return reason('existing_test_removed', message, { paths: [path] });
}

function configChanged(path: string): Reason {
  const message = `${showName(path)} decides how tests run and was changed or added. Put it back as it was.`;
  return reason('test_config_changed', message, { paths: [path] });
}
