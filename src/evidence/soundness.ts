import { trimMiddle } from '../base/trim.ts';
import { languageOf } from '../code/languages.ts';
import { type FileRoles, roleOf } from './file-roles.ts';
import { nameSome, type Reason, reason, reasonFor } from './reasons.ts';
import { type TestReport, totalsOf } from './report.ts';

/**
 * Why a report proves nothing at all, whatever its tests say. Errors of the run as a whole and a restriction to some
 * tests that were there `before` were accepted with it.
 */
export function unsoundReasons(
  report: TestReport,
  which: string,
  before: TestReport,
  roles?: FileRoles,
): readonly Reason[] {
  const rewritten = roles === undefined ? [] : rewrittenTests(report, before, roles);
  const isFocused = report.focused && !before.focused;
  const errors = report.runErrors.filter((error) => !before.runErrors.includes(error));
  const focus = `${which} ran only some tests: one is focused (.only, fit, fdescribe ...). Take the focus out.`;
  const broken = `${which} has errors outside any test: ${cut(nameSome(errors))}. Fix what causes them; such a run is not green, whatever its tests say.`;
  return [
    ...whyNotWhole(report, which),
    ...reasonFor('tests_rewritten', 'paths', rewritten, (named) => {
      return `${which} wrote to test files: ${named}. What they checked is not what is in the tree. Let neither code nor tests write there.`;
    }),
    ...(isFocused ? [reason('newly_focused', focus)] : []),
    ...(errors.length > 0 ? [reason('suite_broken', broken)] : []),
  ];
}

/** Tests and helpers that were written while they ran, unless they are in any run; fixtures are for tests to write. */
function rewrittenTests({ rewritten = [] }: TestReport, before: TestReport, roles: FileRoles): readonly string[] {
  const isCode = (path: string) => {
    const role = roleOf(path, roles);
    return role === 'test' || role === 'mixed' || (role === 'support' && languageOf(path) !== undefined);
  };
  return rewritten.filter((path) => before.rewritten?.includes(path) !== true && isCode(path));
}

/** Whether a report was seen to its end. */
export function isWhole(report: TestReport): boolean {
  return whyNotWhole(report, 'The run').length === 0;
}

/** The first reason why it was not seen to its end; the others follow from it. */
function whyNotWhole(report: TestReport, which: string): readonly Reason[] {
  const says = report.incomplete === null ? '' : ` It says: ${cut(report.incomplete)}.`;
  if (report.incomplete?.startsWith('timeout') === true) {
    return [reason('timeout', `${which} took too long and was ended.${says} See that the tests end, and sooner.`)];
  }
  if (report.canary === 'missing') {
    const message = `${which} does not show the tests that Baton added, so it does not show what ran.${says} Put back whatever replaces or filters the test runner, its reporter, its assertions or its timers, or ends its process.`;
    return [reason('canary_missing', message)];
  }
  if (report.incomplete === null && report.signal === null) return [];
  const why = report.incomplete === null ? `was ended by ${report.signal}` : 'is not whole';
  return [
    reason(
      'incomplete_report',
      `${which} ${why}, so nothing can be concluded from it.${says} See that the tests run to their end.`,
    ),
  ];
}

/** Why a report without a single test that ran proves nothing. */
export function emptyReasons(report: TestReport): readonly Reason[] {
  if (totalsOf(report).executed > 0) return [];
  return [reason('no_tests_executed', 'Not one test ran. See that the test command finds the tests.')];
}

/** What a run printed, on one line and short enough for a message: a long text loses its middle. */
export function cut(text: string): string {
  const line = trimMiddle(text, LONGEST_READ)
    .replace(/[\p{C}\u2028\u2029]+\s*/gu, ' ')
    .trim();
  return trimMiddle(line, LONGEST).replace(/\n/g, ' ').trim();
}

const LONGEST = 600;
const LONGEST_READ = 20_000;
