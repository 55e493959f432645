import { realpathSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { BatonError } from '../../base/error.ts';
import type { TestReport, Uncollected } from '../../evidence/report.ts';
import type { ProgramResult, RunRequest } from '../framework.ts';
import { watchReports } from '../junit/files.ts';
import { junitReport, testsOf } from '../junit/junit.ts';
import { startCommand } from '../own-command.ts';
import { listFiles } from '../source-files.ts';
import { indexSources, type SourceIndex } from '../source-index.ts';
import { refuseOld } from '../versions.ts';
import { type JvmCanary, plantJvmCanary } from './canary.ts';
import { compileFailures } from './javac.ts';

/** What Maven and Gradle differ in. */
export interface JvmBuild {
  readonly framework: 'maven' | 'gradle';
  /** The program, given the class of the canary if there is one. */
  command(canary: string | undefined): readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Where reports are written, as globs. */
  readonly reports: readonly string[];
  /** What it prints when it fails because a test did, the canary's too. */
  readonly testFailure: RegExp;
  /** How a person gets the program. */
  readonly cure: string;
  /** Why nothing could be run, if that is the project's configuration. */
  cannotRun(output: string): BatonError | undefined;
}

/** Runs the tests of a Java project and reads the JUnit XML that its build tool leaves. */
export async function runJvm(given: RunRequest, build: (request: RunRequest) => JvmBuild): Promise<TestReport> {
  const request = { ...given, directory: realpathSync(given.directory) };
  const { directory } = request;
  const { framework, command: commandFor, environment, reports: globs, ...tool } = build(request);
  const files = listFiles(directory);
  const canary = request.canary ? plantJvmCanary(directory, files) : undefined;
  try {
    const command = commandFor(canary?.className);
    const watched = watchReports(directory, globs);
    const started = await startCommand(request, command, environment, tool.cure);
    // Maven resets colours even where it uses none.
    const result = { ...started, output: stripVTControlCharacters(started.output) };
    if (framework === 'maven') refuseOld(framework, /^Apache Maven (\d\S*)/m.exec(result.output)?.[1]);
    const reports = watched.read();
    const sources = indexSources(directory, listFiles(directory));
    const uncompiled = uncompiledIn(result, sources, canary);
    const read = testsOf(reports, sources);
    const crashed = crashedIn(result, sources, canary);
    const nothing = reports.files.length === 0 && uncompiled.length === 0 && crashed.length === 0;
    const ended = result.exitCode !== 0 && result.signal === null && !result.timedOut;
    const refusal = nothing && ended ? tool.cannotRun(result.output) : undefined;
    if (refusal !== undefined) throw refusal;
    const state = stateOf(canary, uncompiled.length + crashed.length > 0, read.tests);
    const excused = canary !== undefined && tool.testFailure.test(result.output);
    return junitReport({
      framework,
      command,
      result,
      reports,
      // Build tools leave no report where there is no test.
      nothingToReport: nothing && result.exitCode === 0,
      tests: read.tests.filter(({ file }) => file !== canary?.file),
      uncollected: [...uncompiled, ...crashed, ...read.uncollected],
      canary: state,
      excused,
      incomplete: state === 'missing' ? "Baton's own tests were not seen as they must be" : undefined,
    });
  } finally {
    canary?.remove();
  }
}

/** What a compiler refused hides every other test of the run: nothing is run before all is compiled. */
function uncompiledIn({ output }: ProgramResult, sources: SourceIndex, canary: JvmCanary | undefined): Uncollected[] {
  return [...compileFailures(output, sources)]
    .filter(([file]) => file !== canary?.file)
    .map(([file, failure]) => ({ file, failure, hides: 'all' }));
}

/** Classes that were running when the Java machine ended: somebody left, or it died. */
function crashedIn({ output }: ProgramResult, sources: SourceIndex, canary: JvmCanary | undefined): Uncollected[] {
  if (!/terminated without (properly )?saying (properly )?goodbye|finished with non-zero exit value/.test(output))
    return [];
  const listed = /Crashed tests:\s*\n((?:\[ERROR\]\s+[\w$.]+\s*\n)+)/.exec(output)?.[1] ?? '';
  const names = new Set([...listed.matchAll(/^\[ERROR\]\s+([\w$.]+)/gm)].map((match) => match[1] ?? ''));
  const crashed = [...names].filter((name) => canary === undefined || !name.endsWith(canary.className));
  return (crashed.length > 0 ? crashed : ['']).map((name) => ({
    file: sources.fileOf(name)?.file ?? name,
    failure: { kind: 'crash', message: `The Java machine that ran ${name || 'the tests'} ended in the middle.` },
    hides: 'all',
  }));
}

function stateOf(
  canary: JvmCanary | undefined,
  masked: boolean,
  tests: Parameters<JvmCanary['seenIn']>[0],
): TestReport['canary'] {
  if (canary === undefined || masked) return 'absent';
  return canary.seenIn(tests) ? 'seen' : 'missing';
}
