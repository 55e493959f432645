import { nameSome, type Reason, reason } from './reasons.ts';
import { type TestReport, totalsOf } from './report.ts';

/**
 * Why a report proves nothing at all, whatever its tests say. `known` are errors of the run as a whole that were there
 * before and accepted.
 */
export function unsoundReasons(report: TestReport, which: string, known: readonly string[] = []): readonly Reason[] {
  const reasons: Reason[] = [];
  if (report.incomplete !== null) {
    reasons.push(
      reason(
        'incomplete_report',
        `${which} is not whole: ${cut(report.incomplete)}. Nothing can be concluded from it; see that the tests run to their end.`,
      ),
    );
  } else if (report.signal !== null) {
    reasons.push(
      reason('incomplete_report', `${which} was ended by ${report.signal}. See that the tests run to their end.`),
    );
  }
  if (report.canary === 'missing') {
    reasons.push(
      reason(
        'canary_missing',
        `${which} does not show the tests that Baton added, so it does not show what ran. Put back whatever replaces or filters the test runner, its reporter, its assertions or its timers.`,
      ),
    );
  }
  if (report.focused) {
    reasons.push(
      reason(
        'newly_focused',
        `${which} ran only some tests: one is focused (.only, fit, fdescribe, -k, -run ...). Take the focus out.`,
      ),
    );
  }
  const errors = report.runErrors.filter((error) => !known.includes(error));
  if (errors.length > 0) {
    reasons.push(
      reason(
        'suite_broken',
        `${which} has errors outside any test: ${cut(nameSome(errors))}. Mend what causes them; a run with such errors is not green, whatever its tests say.`,
      ),
    );
  }
  return reasons;
}

/** Why a report without a single test that ran proves nothing. */
export function emptyReasons(report: TestReport): readonly Reason[] {
  if (totalsOf(report).executed > 0) return [];
  return [reason('no_tests_executed', 'Not one test ran. See that the test command finds the tests.')];
}

/** What a run printed, short enough for a message. */
export function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

const LONGEST = 600;
