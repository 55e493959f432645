import { sameCode, sameLeaves } from '../code/leaves.ts';
import { earlierPath, type FileChange, isNewFile, sameContent, touchedPaths } from './diff.ts';
import { type FileRole, roleOf } from './file-roles.ts';
import { keepsExamples, splitMixedSides } from './files/mixed-file.ts';
import { isManifest, judgeManifests } from './manifests/judge-manifests.ts';
import { mayChange } from './plan/list-item.ts';
import type { DiffInput } from './proof.ts';
import { type Reason, reasonFor } from './reasons.ts';

/** Judges the diff of green: tests, their support and what steers them are byte for byte what red left. */
export function judgeGreenChanges(input: DiffInput): readonly Reason[] {
  const touched = (role: FileRole) => input.changes.filter((change) => hasRole(change, role, input));
  const mixed = touched('mixed').filter((change) => !keepsTests(change));
  return [
    ...judgeFrozenConfig(input),
    ...changedTests('Test files', touched('test'), `${BACK}; this phase makes the tests pass by changing other code`),
    ...changedTests(SUPPORT, touched('support'), BACK),
    ...changedTests('The tests inside these sources', mixed, BACK),
  ];
}

/** Judges the diff of refactor: as green's, but tests may change, and support may move and be laid out anew. */
export function judgeRefactorChanges(input: DiffInput): readonly Reason[] {
  const isNamed = mayChange(input.item);
  const changed = input.changes
    .filter((change) => hasRole(change, 'support', input) || isHelper(change, input))
    .filter((change) => !isNamed(change.path) && !isSameSupport(change, input));
  const how = 'Put them back as they were; they may be moved or laid out anew, nothing else';
  return [...judgeFrozenConfig(input), ...changedTests(SUPPORT, changed, how)];
}

const SUPPORT = 'Files that tests use (helpers, fixtures, snapshots)';
const BACK = 'Put them back exactly as they were';

function changedTests(what: string, changes: readonly FileChange[], how: string): readonly Reason[] {
  const paths = changes.map(({ path }) => path);
  return reasonFor('tests_changed_after_red', 'paths', paths, (named) => {
    return `${what} were changed, added or removed: ${named}. ${how}.`;
  });
}

/** What decides how tests run must stay: files of configuration, and the frozen keys of manifests. */
export function judgeFrozenConfig({ changes, roles, item, before }: DiffInput): readonly Reason[] {
  const hasTests = (directory: string) =>
    [...before.tests, ...before.uncollected].some(({ file }) => directory === '' || file.startsWith(`${directory}/`));
  const config = changes.filter((change) => hasRole(change, 'config', { roles })).map(({ path }) => path);
  return [
    ...judgeManifests(changes, { needs: item.needs, frozen: 'keys', hasTests }),
    ...reasonFor('test_config_changed', 'paths', config, (named) => {
      return `Files that decide how tests run were changed, added or removed: ${named}. ${BACK}.`;
    }),
  ];
}

/** Whether the file has, or had, a role. Manifests are judged key by key instead. */
function hasRole(change: FileChange, role: FileRole, { roles }: Pick<DiffInput, 'roles'>): boolean {
  return touchedPaths(change).some((path) => !isManifest(path) && roleOf(path, roles) === role);
}

/** Whether the tests inside a source are the same as before. */
export function keepsTests(change: FileChange): boolean {
  const sides = splitMixedSides(change);
  return (
    sides !== undefined && sameLeaves(sides.before.tests, sides.after.tests) && keepsExamples(sides.before, sides.after)
  );
}

/** A file among the tests that has none of its own: other tests use it, and which ones cannot be told. */
function isHelper(change: FileChange, input: DiffInput): boolean {
  if (isNewFile(change) || roleOf(earlierPath(change), input.roles) !== 'test') return false;
  const { tests, uncollected } = input.before;
  return ![...tests, ...uncollected].some(({ file }) => file === earlierPath(change));
}

/** Moved as it is, or code that says the same; and still a file that only tests use. */
function isSameSupport(change: FileChange, { roles }: DiffInput): boolean {
  if ((change.kind !== 'renamed' && change.kind !== 'modified') || change.modeBefore !== change.modeAfter) return false;
  const isForTests = (path: string) => ['support', 'test'].includes(roleOf(path, roles));
  if (![earlierPath(change), change.path].every(isForTests)) return false;
  return sameContent(change) || sameCode(change.sources?.before, change.sources?.after);
}
