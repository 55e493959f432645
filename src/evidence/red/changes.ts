import { additiveProblem } from '../additive.ts';
import { sameWords } from '../code/canonical.ts';
import { earlierPath, type FileChange, isNewFile, removesFile } from '../diff.ts';
import { type FileRoles, isSnapshotFile, roleOf } from '../file-roles.ts';
import { isManifest, judgeManifests } from '../manifest.ts';
import { splitMixed } from '../mixed-file.ts';
import { type ItemOptions, mayChange } from '../plan/list-item.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import { sameTexts } from '../test-file.ts';
import { testFileProblem } from './test-file.ts';

/** What judging the diff of a phase takes; enough for a first look before any test is run. */
export interface ChangesInput {
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  readonly item: ItemOptions;
}

/** Judges the diff of red: tests may be added, not changed; what steers the run stays as it was. */
export function judgeRedChanges({ changes, roles, item }: ChangesInput): readonly Reason[] {
  return [
    ...judgeManifests(changes, { needs: item.needs, frozen: 'all' }),
    ...changes.flatMap((change) => judgeChange(change, roles, item)),
  ];
}

function judgeChange(change: FileChange, roles: FileRoles, item: ItemOptions): readonly Reason[] {
  const path = earlierPath(change);
  if (isManifest(path)) return [];
  const role = roleOf(removesFile(change) ? path : change.path, roles);
  if (role === 'config') return [configChanged(change.path)];
  if (role === 'other' || isNewFile(change) || mayChange(item)(path)) return [];
  if (role === 'mixed') return judgeMixed(change, item);
  if (role === 'support') return judgeSupport(change, item);
  if (change.kind === 'deleted') return item.removes.length > 0 ? [] : [testFileGone(path)];
  const problem = testFileProblem(change, item);
  return problem === undefined ? [] : [testChanged(path, problem)];
}

function judgeSupport(change: FileChange, item: ItemOptions): readonly Reason[] {
  const path = earlierPath(change);
  if (isSnapshotFile(path)) {
    const isNamed = item.removes.length > 0 || mayChange(item)(snapshotOwner(path));
    const problem = isNamed ? undefined : additiveProblem(change);
    return problem === undefined ? [] : [testChanged(path, problem)];
  }
  const isSame = change.kind === 'modified' && change.before !== undefined && change.after !== undefined;
  if (isSame && sameWords(path, change.before ?? '', change.after ?? '')) return [];
  return [testChanged(path, 'existing tests use it, and it was changed')];
}

/** `test/__snapshots__/stack.test.ts.snap` belongs to `test/stack.test.ts`. */
function snapshotOwner(path: string): string {
  return path.replace('__snapshots__/', '').replace(/\.(?:snap|ambr|snapshot)$/, '');
}

function judgeMixed(change: FileChange, item: ItemOptions): readonly Reason[] {
  const before = splitMixed(earlierPath(change), change.before);
  const after = splitMixed(change.path, change.after);
  if (change.kind !== 'modified' || before === undefined || after === undefined) {
    return [testChanged(change.path, 'it holds tests, and what changed in it cannot be told')];
  }
  if (!sameTexts(before.code, after.code)) {
    return [
      reason(
        'out_of_scope',
        `${showName(change.path)}: the code outside its tests was changed. Put it back; this phase writes a test.`,
        { paths: [change.path] },
      ),
    ];
  }
  const problem = testFileProblem(change, item, true);
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
