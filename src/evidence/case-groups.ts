import { groupBy } from '../base/group-by.ts';
import type { Source } from '../code/source.ts';
import { lineAt } from '../code/syntax.ts';
import { baseName, isCaseOf, type TestFact } from '../code/tests.ts';
import type { TestCase } from './report.ts';

/**
 * Tests of a report by the test they are cases of: one with parameters has many. Where the framework says where a test is
 * declared, cases of one test have one place; where it does not, tests with the same names are separate tests.
 */
export function groupCases(
  tests: readonly TestCase[],
  sourceOf: (path: string) => Source | undefined,
): readonly (readonly TestCase[])[] {
  const keyOf = (test: TestCase) => {
    const { file, declared } = test;
    const place = declared === undefined ? [numberOf(test)] : [declared.line, declared.column, declared.through];
    return JSON.stringify([file, ...place, ...groupOf(test, sourceOf(file)?.found.tests ?? [])]);
  };
  return [...groupBy(tests, keyOf).values()];
}

/** Whether a test of a report is, or is a case of, a test as written: by where it is declared if that is known. */
export function isTestOf(written: TestFact, { path, text }: Source, test: TestCase): boolean {
  if (test.file !== path || !isCaseOf(written, test.path)) return false;
  const line = test.declared?.line;
  return line === undefined || (line >= lineAt(text, written.start) && line <= lineAt(text, written.end));
}

/** Which of the tests with the same names it is: `#2` at the end of its id. */
function numberOf({ id, file, path }: TestCase): string {
  return id.slice(`${file}::${path.join(' > ')}`.length);
}

function groupOf(test: TestCase, written: readonly TestFact[]): readonly (string | number)[] {
  const own = test.path.at(-1) ?? '';
  const exact = written.findIndex((one) => one.names.at(-1)?.text === own && fitsGroups(one, test));
  const index = exact >= 0 ? exact : written.findIndex((one) => isCaseOf(one, test.path) && fitsGroups(one, test));
  if (index >= 0) return [index];
  // `adds::case_1` is how rstest names the cases of `adds`.
  return test.path.map((name) => baseName(name)).filter((name) => !/^case_\d+/.test(name));
}

/** Whether the groups round a test as written are among the names of the test that ran, in order. */
export function fitsGroups({ names }: TestFact, test: Pick<TestCase, 'path'>): boolean {
  const groups = names.slice(0, -1);
  if (test.path.length <= groups.length) return true;
  let at = 0;
  for (const name of test.path) {
    const group = groups[at];
    if (at < groups.length && (group === undefined || group.matches(name))) at++;
  }
  return at === groups.length;
}
