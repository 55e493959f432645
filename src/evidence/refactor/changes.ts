import { sameCode } from '../../code/leaves.ts';
import { earlierPath, type FileChange, isNewFile, sameContent } from '../diff.ts';
import { roleOf } from '../file-roles.ts';
import { type GreenChangesInput, hasRole, judgeFrozenConfig } from '../green/changes.ts';
import { mayChange } from '../plan/list-item.ts';
import { type Reason, reasonFor } from '../reasons.ts';

/** Judges the diff of refactor: as green's, but tests may change, and support may move and be laid out anew. */
export function judgeRefactorChanges(input: GreenChangesInput): readonly Reason[] {
  const isNamed = mayChange(input.item);
  const changed = input.changes
    .filter((change) => hasRole(change, 'support', input) || isHelper(change, input))
    .filter((change) => !isNamed(change.path) && !isSameSupport(change, input))
    .map(({ path }) => path);
  return [
    ...judgeFrozenConfig(input),
    ...reasonFor(
      'tests_changed_after_red',
      'paths',
      changed,
      (named) =>
        `Files that tests use (helpers, fixtures, snapshots) were changed, added or removed: ${named}. Put them back as they were; they may be moved or laid out anew, nothing else.`,
    ),
  ];
}

/** A file among the tests that has none of its own: other tests use it, and which ones cannot be told. */
function isHelper(change: FileChange, input: GreenChangesInput): boolean {
  if (isNewFile(change) || roleOf(earlierPath(change), input.roles) !== 'test') return false;
  const { tests, uncollected } = input.before;
  return ![...tests, ...uncollected].some(({ file }) => file === earlierPath(change));
}

/** Moved as it is, or code that says the same; and still a file that only tests use. */
function isSameSupport(change: FileChange, { roles }: GreenChangesInput): boolean {
  if (change.kind !== 'renamed' && change.kind !== 'modified') return false;
  if (change.modeBefore !== change.modeAfter) return false;
  if ([earlierPath(change), change.path].some((path) => !['support', 'test'].includes(roleOf(path, roles))))
    return false;
  if (sameContent(change)) return true;
  return sameCode(change.sources?.before, change.sources?.after);
}
