import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestReport, type Uncollected, withIds } from '../../evidence/report.ts';
import { lastOf, newDirectory } from '../capture.ts';
import type { Framework, ProgramResult, RunRequest } from '../framework.ts';
import { ownCommand, startCommand } from '../own-command.ts';
import { listFiles } from '../source-files.ts';
import { indexSources, type SourceIndex } from '../source-index.ts';
import { type Reports, readReports, watchReports } from './files.ts';
import { testsOfJunit, type UnnamedTest } from './report.ts';

/** Where tools leave JUnit XML if nobody says otherwise. */
const USUAL_REPORTS = [
  '**/TEST-*.xml',
  '**/{junit,test-report,test-results,report,results}.xml',
  '**/*junit*.xml',
  '**/{surefire-reports,test-results,test-reports,junit}/**/*.xml',
];

/** Any command that leaves JUnit XML, at the usual places or where it is told (`{report}` in the command). */
export const junit: Framework = junitAt(USUAL_REPORTS);

/** The same with the places that a project configures (`tests.reports`), as globs. */
export function junitAt(reports: readonly string[]): Framework {
  return {
    name: 'junit',
    detect: () => [],
    run: (request) => run(request, reports),
    testFiles: ['**/*{Test,Tests,Spec}.*', '**/*{test,spec}.*', '**/{test,tests,spec}/**'],
    supportFiles: ['**/{fixtures,__fixtures__,testdata,__snapshots__}/**'],
    configFiles: [],
  };
}

async function run(request: RunRequest, globs: readonly string[]): Promise<TestReport> {
  const at = join(newDirectory(request.scratch), 'report.xml');
  const command = ownCommand(request, 'junit', at);
  const asked = (request.command ?? []).some((argument) => argument.includes('{report}'));
  const watched = watchReports(request.directory, asked ? [] : globs);
  const result = await startCommand(request, command, {});
  const reports = asked ? readOne(at) : watched.read();
  const sources = indexSources(request.directory, listFiles(request.directory));
  const { tests, uncollected } = testsOf(reports, sources);
  return junitReport({ framework: 'junit', command, result, reports, tests, uncollected, canary: 'absent' });
}

function readOne(at: string): Reports {
  const size = statSync(at, { throwIfNoEntry: false })?.size;
  return readReports(size === undefined ? [] : [{ path: 'report.xml', at, size }]);
}

export function testsOf({ files }: Reports, sources: SourceIndex) {
  const read = files.map(({ path, cases }) => testsOfJunit(cases, sources, path));
  return { tests: read.flatMap(({ tests }) => tests), uncollected: read.flatMap(({ uncollected }) => uncollected) };
}

interface Ran {
  readonly framework: string;
  readonly command: readonly string[];
  readonly result: ProgramResult;
  readonly reports: Reports;
  /** That there is no report is as it should be: there is nothing to report about. */
  readonly nothingToReport?: boolean | undefined;
  readonly tests: readonly UnnamedTest[];
  readonly uncollected: readonly Uncollected[];
  readonly canary: TestReport['canary'];
  /** Why else the report is not whole. */
  readonly incomplete?: string | undefined;
  readonly runErrors?: readonly string[] | undefined;
  /** The exit code is explained: by a test that is taken out of the report. */
  readonly excused?: boolean | undefined;
}

/** One report of everything a run left behind; without any report file it proves nothing. */
export function junitReport(ran: Ran): TestReport {
  const { result, reports, tests, uncollected } = ran;
  const bad = uncollected.length > 0 || tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const failed = result.exitCode !== 0 && result.signal === null && !result.timedOut && !bad && ran.excused !== true;
  const nothing = reports.files.length === 0 && uncollected.length === 0 && ran.nothingToReport !== true;
  const ended = result.signal === null ? undefined : `the command was ended by ${result.signal}`;
  return {
    framework: ran.framework,
    strength: 'strong',
    command: [...ran.command],
    exitCode: result.exitCode,
    signal: result.signal,
    wallMs: result.wallMs,
    tests: withIds(tests),
    uncollected: [...uncollected],
    runErrors: [
      ...(ran.runErrors ?? []),
      ...(failed ? [`The command failed (exit code ${result.exitCode}) although no test did.`] : []),
    ],
    focused: false,
    canary: ran.canary,
    incomplete:
      (result.timedOut ? 'timeout' : undefined) ??
      ended ??
      reports.incomplete ??
      (nothing ? 'no report was written: JUnit XML was found neither new nor changed' : undefined) ??
      ran.incomplete ??
      null,
    output: lastOf(result.output),
  };
}
