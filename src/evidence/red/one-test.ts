import { hides, isFailing } from '../compare.ts';
import { type Reason, reason, showName } from '../reasons.ts';
import type { TestCase, TestReport, Uncollected } from '../report.ts';
import { unsoundReasons } from '../soundness.ts';
import { judgeCollection } from './collection.ts';
import { judgeRepeat } from './repeat.ts';
import type { Asking } from './right-reason.ts';
import { judgeNewTests } from './tests.ts';

/** How one test fails, as red would judge it. */
export interface OneTest {
  /** Whether the report shows the test, or that the file it is in cannot be loaded. */
  readonly found: boolean;
  readonly fails: boolean;
  /** The framework's words. */
  readonly message: string | undefined;
  /** Why it is no failure that counts; empty if it is one. */
  readonly reasons: readonly Reason[];
}

/** What a report shows of one test: the test itself, or the file that hides it. */
interface Shown {
  readonly test?: TestCase | undefined;
  readonly file?: Uncollected | undefined;
}

/** Judges one test of a report by its id, or by its name where only one has it. */
export function judgeOneTest(name: string, report: TestReport, asking: Asking): OneTest {
  const unsound = unsoundReasons(report, 'The run of the tests', { ...report, focused: false });
  const { test, file } = shownOf(name, report, asking.textOf);
  if (test !== undefined) {
    const reasons = [...unsound, ...judgeNewTests([test], asking)];
    return { found: true, fails: isFailing(test), message: test.failure?.message, reasons };
  }
  if (file !== undefined) {
    const nothingBefore = {
      before: { ...report, tests: [], uncollected: [] },
      after: { ...report, uncollected: [file] },
    };
    const { reasons } = judgeCollection(nothingBefore, asking);
    return { found: true, fails: true, message: file.failure.message, reasons: [...unsound, ...reasons] };
  }
  const fails = report.strength === 'weak' && report.exitCode !== 0;
  return { found: false, fails, message: undefined, reasons: [...unsound, notShown(name, report)] };
}

/** Whether a second run shows the same failure. */
export function failsAgain(name: string, first: TestReport, second: TestReport, asking: Asking): boolean {
  const { test, file } = shownOf(name, first, asking.textOf);
  if (test === undefined && file === undefined) return first.strength === 'weak' && second.exitCode !== 0;
  if (test !== undefined && !isFailing(test)) return false;
  return judgeRepeat(second, test === undefined ? [] : [test], file === undefined ? [] : [file], first).length === 0;
}

function shownOf(name: string, { tests, uncollected }: TestReport, textOf: Asking['textOf']): Shown {
  const named = tests.filter(({ path }) => path.join(' > ') === name || path.at(-1) === name);
  const test = tests.find(({ id }) => id === name) ?? (named.length === 1 ? named[0] : undefined);
  if (test !== undefined) return { test };
  const [path = ''] = name.split('::');
  const file = uncollected.find((one) => one.file === path || hides(one, { file: path }));
  if (file !== undefined || name.includes('::')) return { file };
  // A name alone: the one file that cannot be loaded and has it in its text.
  const having = uncollected.filter((one) => textOf(one.file)?.includes(name.split(' > ').at(-1) ?? name) === true);
  return { file: having.length === 1 ? having[0] : undefined };
}

function notShown(name: string, { tests, uncollected, strength }: TestReport): Reason {
  if (strength === 'weak') {
    return reason(
      'no_tests_executed',
      'Only the exit code of the test command was seen, so nothing can be said of a single test. Set tests.framework in baton.yaml if the project uses one that Baton knows.',
    );
  }
  const some = tests.slice(0, MOST_NAMED).map(({ id }) => showName(id));
  const known = some.length === 0 ? 'It shows no test at all.' : `It shows for example ${some.join(', ')}.`;
  const files = uncollected.slice(0, MOST_NAMED).map(({ file }) => showName(file));
  const hidden = files.length === 0 ? '' : ` Not loaded, so their tests are unknown: ${files.join(', ')}.`;
  return reason('no_new_test', `The report has no test ${showName(name)}. ${known}${hidden}`);
}

const MOST_NAMED = 5;
