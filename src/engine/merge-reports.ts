import type { TestCase, TestReport } from '../evidence/report.ts';

/** What one suite of several showed. Its report names files from the top of the repository. */
export interface SuiteReport {
  readonly suite: string;
  /** The package it tests, relative to the repository. */
  readonly directory: string;
  readonly report: TestReport;
}

/**
 * The reports of several suites as one. Tests keep the ids of their suites, which begin with the suite's directory; where
 * two suites share one, the suite's name goes before the test's. A suite of which only an exit code is seen counts as one
 * test.
 */
export function mergeReports(all: readonly SuiteReport[]): TestReport {
  const [only] = all;
  if (only !== undefined && all.length === 1) return only.report;
  const reports = all.map(({ report }) => report);
  const canaries = reports.map(({ canary }) => canary);
  const failed = reports.find(({ exitCode }) => exitCode !== 0);
  const incomplete = all.find(({ report }) => report.incomplete !== null);
  return {
    framework: [...new Set(reports.map(({ framework }) => framework))].join(' + '),
    strength: reports.length > 0 && reports.every(({ strength }) => strength === 'weak') ? 'weak' : 'strong',
    command: reports.flatMap(({ command }, at) => (at === 0 ? command : [';', ...command])),
    exitCode: failed === undefined ? 0 : failed.exitCode,
    signal: reports.find(({ signal }) => signal !== null)?.signal ?? null,
    wallMs: reports.reduce((sum, { wallMs }) => sum + wallMs, 0),
    tests: all.flatMap((one) => testsOf(one, all)),
    uncollected: all.flatMap(({ directory, report }) =>
      report.uncollected.map((one) => (one.hides === 'all' ? { ...one, within: directory } : one)),
    ),
    runErrors: all.flatMap(({ suite, report }) =>
      report.strength === 'weak' ? [] : report.runErrors.map((error) => `${suite}: ${error}`),
    ),
    focused: reports.some(({ focused }) => focused),
    canary: canaries.includes('missing') ? 'missing' : canaries.includes('seen') ? 'seen' : 'absent',
    incomplete: incomplete === undefined ? null : `${incomplete.report.incomplete} (in ${incomplete.suite})`,
    ...rewrittenIn(reports),
    output: all.map(({ suite, report }) => `== ${suite}\n${report.output.slice(-MAX_OUTPUT)}`).join('\n'),
  };
}

function rewrittenIn(reports: readonly TestReport[]): Pick<TestReport, 'rewritten'> {
  const rewritten = [...new Set(reports.flatMap((report) => report.rewritten ?? []))];
  return rewritten.length === 0 ? {} : { rewritten };
}

const MAX_OUTPUT = 20_000;

function testsOf(one: SuiteReport, all: readonly SuiteReport[]): readonly TestCase[] {
  const { suite, directory, report } = one;
  if (report.strength === 'weak') return [exitCodeTest(one)];
  const isShared = all.some((other) => other !== one && other.directory === directory);
  if (!isShared) return report.tests;
  return report.tests.map((test) => {
    const at = test.id.indexOf('::') + 2;
    return { ...test, id: `${test.id.slice(0, at)}${suite} > ${test.id.slice(at)}`, path: [suite, ...test.path] };
  });
}

function exitCodeTest({ suite, directory, report }: SuiteReport): TestCase {
  const isGood = report.exitCode === 0;
  const message = `The command ends with exit code ${report.exitCode ?? 'none'}.\n${report.output.slice(-2_000)}`;
  return {
    id: `${directory}::${suite}`,
    file: directory,
    path: [suite],
    outcome: isGood ? 'passed' : 'failed',
    ...(isGood ? {} : { failure: { kind: 'other' as const, message } }),
  };
}
