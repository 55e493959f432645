import { type FileChange, isNewFile } from '../diff.ts';
import { type FileRoles, holdsTests, roleOf } from '../file-roles.ts';
import { type ChangedLine, diffLines } from '../line-diff.ts';
import { findRepeatedLiterals } from './literals.ts';
import { CODE_RULES, type LineRule, TEST_RULES } from './rules.ts';
import type { Suspicion } from './suspicion.ts';
import { findHollowTests } from './tests.ts';

export interface SuspicionInput {
  /** What the phase changed. */
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  /** What red of the same cycle changed: its literals are looked for in the implementation. */
  readonly redChanges?: readonly FileChange[];
}

const MOST = 200;

/** Everything that looks suspicious in lines that were added. */
export function findSuspicions({ changes, roles, redChanges = [] }: SuspicionInput): readonly Suspicion[] {
  const isTesting = ({ path }: FileChange) => ['test', 'support', 'config'].includes(roleOf(path, roles));
  const readable = changes.filter(({ after }) => after !== undefined);
  const code = readable.filter((change) => !isTesting(change));
  const tests = readable.filter(isTesting);
  const written = redChanges.filter((change) => holdsTests(change.path, roles));
  return [
    ...code.flatMap((change) => findByLine(change, CODE_RULES)),
    ...tests.flatMap((change) => findByLine(change, TEST_RULES)),
    ...tests.flatMap((change) => findHollowTests(change, addedLines(change))),
    ...readable.flatMap(findMockFile),
    ...findRepeatedLiterals(written, code, addedLines),
  ].slice(0, MOST);
}

/** What lies in `__mocks__` stands in for a module, in Jest for a package without being asked for. */
function findMockFile({ path }: FileChange): readonly Suspicion[] {
  if (!/(?:^|\/)__mocks__\//.test(path)) return [];
  return [{ code: 'mocks_own_code', message: 'A file stands in for a module in tests', path, line: 1 }];
}

/** Lines a change adds to a file; all of a new one. */
function addedLines(change: FileChange): readonly ChangedLine[] {
  return diffLines(isNewFile(change) ? '' : (change.before ?? ''), change.after ?? '').added;
}

const LONGEST_LINE = 2000;

function findByLine(change: FileChange, rules: readonly LineRule[]): readonly Suspicion[] {
  return addedLines(change)
    .filter(({ text }) => text.length <= LONGEST_LINE && !/^\s*(?:\/\/|#(?!\[)|\*|\/\*)/.test(text))
    .flatMap(({ line, text }) =>
      rules
        .filter(({ pattern }) => pattern.test(text))
        .map(({ code, message }) => ({
          code,
          message: `${message}: ${text.trim().slice(0, 120)}`,
          path: change.path,
          line,
        })),
    );
}
