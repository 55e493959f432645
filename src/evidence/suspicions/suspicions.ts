import { type ChangedLine, diffLines } from '../../base/line-diff.ts';
import { languageOf } from '../../code/languages.ts';
import { lineAt } from '../../code/syntax.ts';
import { isCaseOf } from '../../code/tests.ts';
import { type FileChange, isNewFile } from '../diff.ts';
import { type FileRoles, holdsTests, roleOf } from '../file-roles.ts';
import { linesOf } from '../files/mixed-file.ts';
import { compareTestFile } from '../files/test-file.ts';
import type { TestReport } from '../report.ts';
import { findRepeatedLiterals } from './literals.ts';
import { CODE_RULES, type LineRule, TEST_RULES } from './rules.ts';
import type { Suspicion } from './suspicion.ts';

export interface SuspicionInput {
  /** What the phase changed. */
  readonly changes: readonly FileChange[];
  readonly roles: FileRoles;
  /** What red of the same cycle changed: its literals are looked for in the implementation. */
  readonly redChanges?: readonly FileChange[];
  /** What red's own proof showed, where it is red that is looked at. */
  readonly redReport?: TestReport | undefined;
}

const MOST = 200;

/** Everything that looks suspicious in lines that were added. */
export function findSuspicions({ changes, roles, redChanges = [], redReport }: SuspicionInput): readonly Suspicion[] {
  const isTesting = ({ path }: FileChange) => ['test', 'support', 'config'].includes(roleOf(path, roles));
  const readable = changes.filter(({ after }) => after !== undefined);
  const code = readable.filter((change) => !isTesting(change));
  const tests = readable.filter(isTesting);
  const written = redChanges.filter((change) => holdsTests(change.path, roles));
  return [
    ...code.flatMap((change) => findByLine(change, CODE_RULES, isLineOf(change, roles, false))),
    ...code.flatMap((change) => findByLine(change, TEST_RULES, isLineOf(change, roles, true))),
    ...tests.flatMap((change) => findByLine(change, TEST_RULES)),
    ...readable.flatMap(findMockFile),
    ...findRepeatedLiterals(written, code, addedLines),
    ...code.flatMap((change) => findUsedByTests(change, redChanges)),
    ...tests.flatMap((change) => findPassingChanges(change, redReport)),
  ].slice(0, MOST);
}

/** Data that a test of the cycle names, and checks outside of tests that got fewer. */
function findUsedByTests(change: FileChange, redChanges: readonly FileChange[]): readonly Suspicion[] {
  const { path, before, after = '' } = change;
  if (before === undefined || redChanges.length === 0) return [];
  const code = 'changes_what_tests_use';
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (languageOf(path) === undefined) {
    const isNamed = redChanges.some((one) => one.path !== path && one.after?.includes(name) === true);
    return isNamed ? [{ code, message: 'A file was changed that the new test names', path, line: 1 }] : [];
  }
  const lost = diffLines(before, after).removed.find(({ text }) => CHECKS.test(text));
  return lost === undefined
    ? []
    : [{ code, message: `A check was taken out of code: ${lost.text.trim().slice(0, 120)}`, path, line: 1 }];
}

const CHECKS = /(?<![.\w])(?:assert|expect)\w*[.!]?\w*\s*\(|^\s*assert\s/;

/** Existing tests that were put into other words and pass at once: the change asks for nothing that is not there. */
function findPassingChanges(change: FileChange, report: TestReport | undefined): readonly Suspicion[] {
  if (report === undefined || change.before === undefined) return [];
  const { path } = change;
  const passed = report.tests.filter(({ file, outcome }) => file === path && outcome === 'passed');
  return (compareTestFile(change)?.changed ?? [])
    .filter((written) => passed.some((test) => isCaseOf(written, test.path)))
    .map(({ start }) => {
      const line = lineAt(change.after ?? '', start);
      const message = 'An existing test was changed, and passes with the code as it is';
      return { code: 'changed_test_passes', message, path, line };
    });
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

/** Tells the lines of tests from those of code in a file that holds both. */
function isLineOf({ path, sources }: FileChange, roles: FileRoles, ofTests: boolean): (line: number) => boolean {
  const isMixed = roleOf(path, roles) === 'mixed' && sources?.after !== undefined;
  const tests = isMixed ? linesOf(sources.after).tests : new Set();
  return (line) => tests.has(line) === ofTests;
}

function findByLine(
  change: FileChange,
  rules: readonly LineRule[],
  isWanted: (line: number) => boolean = () => true,
): readonly Suspicion[] {
  return addedLines(change)
    .filter(({ line }) => isWanted(line))
    .filter(({ text }) => text.length <= LONGEST_LINE && !/^\s*(?:\/\/|#(?!\[)|\*|\/\*)/.test(text))
    .flatMap(({ line, text }) => {
      const [found, shown] = [rules.filter(({ pattern }) => pattern.test(text)), text.trim().slice(0, 120)];
      return found.map(({ code, message }) => ({ code, message: `${message}: ${shown}`, path: change.path, line }));
    });
}
