import { type TestReport, type Uncollected, withIds } from '../../evidence/report.ts';
import { endOf, lastOf } from '../capture.ts';
import type { ProgramResult } from '../framework.ts';
import type { ProjectText } from '../project-text.ts';
import { type BuildLog, buildFailure, parseBuildLog } from './build.ts';
import { areSeen, type GoCanaries } from './canary.ts';
import { type GoEvents, type GoRun, maskedRun } from './events.ts';
import type { GoModule, GoPackage } from './packages.ts';
import { goTests, isCutOff } from './tests.ts';

/** A run of `go test`, and what is needed to read it. */
export interface GoOutcome {
  readonly command: readonly string[];
  readonly result: ProgramResult;
  readonly events: GoEvents;
  /** What `go` wrote to its other stream. */
  readonly errors: string;
  readonly module: GoModule;
  readonly canaries: GoCanaries | undefined;
  /** Every package with tests was asked for. */
  readonly whole: boolean;
  /** The user's own command says which tests to run. */
  readonly restricted: boolean;
  readonly text: ProjectText;
}

export function goReport(outcome: GoOutcome): TestReport {
  const { events, result, text, module } = outcome;
  const { exitCode, signal } = endOf(result);
  const runs = runsOf(outcome);
  const log = parseBuildLog(`${outcome.errors}\n${events.buildLog}`);
  const tests = runs.flatMap((run) => goTests(withoutCanaries(run, outcome), packageOf(run, module), outcome));
  const facts: Facts = {
    tests: withIds(tests),
    uncollected: runs.filter(({ masked }) => masked).flatMap((run) => maskedFiles(run, log, outcome)),
    canary: canaryOf(runs, outcome),
    exitCode,
  };
  return {
    framework: 'go',
    strength: 'strong',
    command: [...outcome.command],
    signal,
    wallMs: result.wallMs,
    ...facts,
    runErrors: runErrors(runs, facts, outcome),
    focused: outcome.restricted,
    incomplete: incomplete(runs, facts, outcome),
    output: lastOf(text.message(printedBy(outcome))),
  };
}

/** Older versions of Go run nothing at all if a file that is no test cannot be loaded. */
export function isLoadFailure(events: GoEvents, errors: string): boolean {
  const said = [...parseBuildLog(errors).values()].flat();
  return events.runs.size === 0 && said.some(({ file, message }) => file !== undefined || /import cycle/.test(message));
}

function runsOf({ events, errors, module }: GoOutcome): GoRun[] {
  const tested = module.packages.filter(({ testFiles }) => testFiles.length > 0);
  const runs = isLoadFailure(events, errors)
    ? tested.map(({ importPath }) => maskedRun(importPath))
    : [...events.runs.values()];
  return runs.sort((a, b) => (a.importPath < b.importPath ? -1 : 1));
}

/** What compilers and tests printed, without the canaries' lines. */
function printedBy({ errors, events, result, canaries }: GoOutcome): string {
  const printed = `${errors}${events.buildLog}${events.printed}${result.output}`;
  return canaries === undefined
    ? printed
    : printed.replace(new RegExp(`^.*(?:${canaries.passes}|${canaries.fails}).*\n?`, 'gm'), '');
}

/** The package of a run; one the walk over the project did not find has no files. */
function packageOf({ importPath }: GoRun, { path, packages }: GoModule): GoPackage {
  const directory = importPath.startsWith(`${path}/`) ? importPath.slice(path.length + 1) : '.';
  return (
    packages.find((one) => one.importPath === importPath) ?? {
      directory,
      importPath,
      files: [],
      testFiles: [],
      clause: '',
    }
  );
}

function withoutCanaries(run: GoRun, { canaries }: GoOutcome): GoRun {
  const tests = new Map(run.tests);
  if (canaries !== undefined) for (const name of [canaries.passes, canaries.fails]) tests.delete(name);
  return { ...run, tests };
}

/** All test files of a package that cannot be built: none of their tests could run. */
function maskedFiles(run: GoRun, log: BuildLog, { module, text, canaries }: GoOutcome): Uncollected[] {
  const one = packageOf(run, module);
  const failure = buildFailure(one, log, module, text);
  const files = one.testFiles.length > 0 ? one.testFiles : [failure.location?.file ?? one.directory];
  return files
    .filter((file) => canaries === undefined || !file.endsWith(canaries.fileName))
    .map((file) => ({ file, failure }));
}

function canaryOf(runs: readonly GoRun[], { canaries, whole }: GoOutcome): TestReport['canary'] {
  if (canaries === undefined) return 'absent';
  return areSeen(canaries, runs, whole) ? 'seen' : 'missing';
}

type Facts = Pick<TestReport, 'tests' | 'uncollected' | 'canary' | 'exitCode'>;

/** Packages that failed although none of their tests did, and a run that failed although no package did. */
function runErrors(
  runs: readonly GoRun[],
  { tests, uncollected, exitCode }: Facts,
  { text, errors }: GoOutcome,
): string[] {
  const alone = runs.filter(
    (run) =>
      run.ended === 'fail' &&
      !run.masked &&
      ![...run.tests.values()].some(({ ended }) => ended !== 'pass' && ended !== 'skip'),
  );
  if (alone.length > 0)
    return alone.map(({ importPath, output }) => `${importPath}: ${text.message(saidBy(output.text()))}`);
  const failed = uncollected.length > 0 || tests.some(({ failure }) => failure !== undefined);
  if (exitCode === 0 || exitCode === null || failed) return [];
  return [
    `go test ended with exit code ${exitCode} although no test failed. ${text.message(errors).trim().slice(-1000)}`.trim(),
  ];
}

/** What a package printed, without Go's own verdicts. */
function saidBy(output: string): string {
  return (
    output.replace(/^(?:PASS|FAIL\b.*|exit status \d+)\n?/gm, '').trim() || 'it failed although none of its tests did'
  );
}

function incomplete(
  runs: readonly GoRun[],
  { canary }: Facts,
  { result, events, whole, canaries }: GoOutcome,
): string | null {
  if (result.timedOut) return `timeout: the run was ended after ${Math.round(result.wallMs / 1000)} s`;
  if (events.damaged) return 'what go test wrote is damaged';
  if (events.exitCode === undefined) return `the run ended in the middle (${result.signal ?? result.exitCode})`;
  const open = runs.find((run) => run.ended === undefined);
  if (open !== undefined) return `${open.importPath} was not run to its end`;
  const cut = runs.find(isCutOff);
  if (cut !== undefined) return `${cut.importPath} ended in the middle: its later tests did not run`;
  if (canary !== 'missing') return null;
  const unseen = [...(canaries?.tokens.keys() ?? [])].filter((path) => whole && !events.runs.has(path));
  if (unseen.length > 0) return `nothing was seen of ${unseen.join(', ')}`;
  return 'the canary tests were not seen as they must be: something filters tests or changes their outcome';
}
