import { checkShape } from '../../base/check.ts';
import { BatonError } from '../../base/error.ts';
import { type TestReport, testReportSchema } from '../../evidence/report.ts';
import { needsTests } from '../../workflow/adapted.ts';
import { EMPTY_REPORT } from './start/no-tests.ts';
import type { Moment } from './turn.ts';

export const REPORT_FILE = 'report.json';

/** The report on the last accepted tree; an empty one where no tests are run. */
export async function acceptedReport(moment: Moment): Promise<TestReport> {
  if (!needsTests(moment.state.workflow)) return EMPTY_REPORT;
  return keptReport(moment, moment.state.knowledge.reportAt);
}

/** A report as the journal keeps it. */
export async function keptReport({ run, attachment }: Moment, seq: number): Promise<TestReport> {
  const text = await attachment(seq, REPORT_FILE);
  if (text === undefined) throw new BatonError('corrupt_journal', `Event ${seq} of run ${run} has no ${REPORT_FILE}.`);
  return parseReport(text, `${REPORT_FILE} of event ${seq} of run ${run}`);
}

function parseReport(text: string, name: string): TestReport {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BatonError('corrupt_journal', `${name} is not JSON.`, { cause });
  }
  return checkShape(testReportSchema, value, name, 'corrupt_journal');
}

/** What contained a proof, for the event that records it. */
export function sandboxOf(report: TestReport | undefined): { readonly sandbox?: string } {
  return report?.sandbox === undefined ? {} : { sandbox: report.sandbox };
}

/** A report as it is kept: what runs printed is cut, everything else is evidence. */
export function reportText(report: TestReport): string {
  return JSON.stringify({ ...report, output: report.output.slice(-KEPT_OUTPUT) });
}

const KEPT_OUTPUT = 4_000;
