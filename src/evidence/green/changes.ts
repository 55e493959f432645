import { sameLeaves } from '../../code/leaves.ts';
import { type FileChange, touchedPaths } from '../diff.ts';
import { type FileRole, roleOf } from '../file-roles.ts';
import { keepsExamples, splitMixedSides } from '../files/mixed-file.ts';
import { isManifest, judgeManifests } from '../manifests/judge-manifests.ts';
import { type Reason, reasonFor } from '../reasons.ts';
import type { ChangesInput } from '../red/changes.ts';
import type { TestReport } from '../report.ts';

/** Here the report of red has to be known: its tests are frozen. */
export type GreenChangesInput = ChangesInput & { readonly before: TestReport };

/** Judges the diff of green: tests, their support and what steers them are byte for byte what red left. */
export function judgeGreenChanges(input: GreenChangesInput): readonly Reason[] {
  const { changes } = input;
  const touched = (role: FileRole) => changes.filter((change) => hasRole(change, role, input)).map(({ path }) => path);
  const mixed = changes.filter((change) => hasRole(change, 'mixed', input) && !keepsTests(change));
  return [
    ...judgeFrozenConfig(input),
    ...reasonFor(
      'tests_changed_after_red',
      'paths',
      touched('test'),
      (named) =>
        `Test files were changed, added or removed: ${named}. Put them back exactly as they were; this phase makes the tests pass by changing other code.`,
    ),
    ...reasonFor(
      'tests_changed_after_red',
      'paths',
      touched('support'),
      (named) =>
        `Files that tests use (helpers, fixtures, snapshots) were changed, added or removed: ${named}. Put them back exactly as they were.`,
    ),
    ...reasonFor(
      'tests_changed_after_red',
      'paths',
      mixed.map(({ path }) => path),
      (named) => `The tests inside these sources were changed: ${named}. Put them back exactly as they were.`,
    ),
  ];
}

/** What decides how tests run must stay: files of configuration, and the frozen keys of manifests. */
export function judgeFrozenConfig({ changes, roles, item, before }: GreenChangesInput): readonly Reason[] {
  const hasTests = (directory: string) =>
    [...before.tests, ...before.uncollected].some(({ file }) => directory === '' || file.startsWith(`${directory}/`));
  const config = changes.filter((change) => hasRole(change, 'config', { roles }));
  return [
    ...judgeManifests(changes, { needs: item.needs, frozen: 'keys', hasTests }),
    ...reasonFor(
      'test_config_changed',
      'paths',
      config.map(({ path }) => path),
      (named) =>
        `Files that decide how tests run were changed, added or removed: ${named}. Put them back exactly as they were.`,
    ),
  ];
}

/** Whether the file has, or had, a role. Manifests are judged key by key instead. */
export function hasRole(change: FileChange, role: FileRole, { roles }: Pick<ChangesInput, 'roles'>): boolean {
  return touchedPaths(change).some((path) => !isManifest(path) && roleOf(path, roles) === role);
}

/** Whether the tests inside a source are the same as before. */
export function keepsTests(change: FileChange): boolean {
  const sides = splitMixedSides(change);
  return (
    sides !== undefined && sameLeaves(sides.before.tests, sides.after.tests) && keepsExamples(sides.before, sides.after)
  );
}
