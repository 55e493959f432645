import { usesTestFramework } from '../../code/outline.ts';
import { earlierPath, type FileChange, isNewFile } from '../diff.ts';
import { type FileRole, type FileRoles, roleOf } from '../file-roles.ts';
import { filesWithTests, type TestReport } from '../report.ts';
import { holdsMixedTests } from './mixed-file.ts';

/**
 * Roles by more than paths: a file that a report showed tests of is a test file wherever it lies, a source that holds
 * tests in its text is mixed, and a source that uses a test framework is there for tests. Told by the text before the
 * change: a phase cannot give a file another role.
 */
export function seenRoles(roles: FileRoles, changes: readonly FileChange[], before: TestReport): FileRoles {
  const earlier = new Map(changes.map((change) => [earlierPath(change), change]));
  const shown = new Set(filesWithTests(before));
  const found = new Map<string, FileRole>();
  const roleSeen = (path: string): FileRole => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const role = roleOf(path, roles);
    const seen = role === 'other' ? roleByText(path, earlier.get(path), shown.has(path)) : role;
    found.set(path, seen);
    return seen;
  };
  return {
    ...roles,
    roleOf: roleSeen,
    isTestBySight: (path) => roleSeen(path) === 'test' && roleOf(path, roles) === 'other',
  };
}

/** Whether a change adds a file that has tests in its text and no code for others, whatever its name. */
export function addsTestFile(change: FileChange): boolean {
  const { path, after, sources } = change;
  if (!isNewFile(change) || after === undefined || holdsMixedTests(path, after)) return false;
  const isUsed = /^\s*export\b|\bmodule\.exports\b|^\s*exports\./m.test(after);
  return (sources?.after?.found.tests.length ?? 0) > 0 && !isUsed;
}

function roleByText(path: string, change: FileChange | undefined, isShown: boolean): FileRole {
  const source = change?.sources?.before;
  if (change?.before === undefined) return 'other';
  if (holdsMixedTests(path, change.before)) return 'mixed';
  // A report may name a file for want of a better one: its text has to bear it out where it can.
  if (isShown && source?.found.tests.length !== 0) return 'test';
  return source !== undefined && usesTestFramework(source) ? 'support' : 'other';
}
