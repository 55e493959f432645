import { checkShape } from '../../base/check.ts';
import { BatonError } from '../../base/error.ts';
import { type TestReport, testReportSchema } from '../../evidence/report.ts';
import type { Turn } from './turn.ts';

export const REPORT_FILE = 'report.json';

/** The report on the last accepted tree, as the journal keeps it. */
export async function acceptedReport(turn: Turn): Promise<TestReport> {
  const { reportAt } = turn.state.knowledge;
  const text = await turn.attachment(reportAt, REPORT_FILE);
  if (text === undefined) {
    throw new BatonError('corrupt_journal', `Event ${reportAt} of run ${turn.run} has no ${REPORT_FILE}.`);
  }
  return checkShape(testReportSchema, JSON.parse(text), REPORT_FILE, 'corrupt_journal');
}

/** A report as it is kept: what runs printed is cut, everything else is evidence. */
export function reportText(report: TestReport): string {
  return JSON.stringify({ ...report, output: report.output.slice(-KEPT_OUTPUT) });
}

const KEPT_OUTPUT = 4_000;
