import { type TestReport, type Uncollected, withIds } from '../evidence/report.ts';
import { endOf, lastOf } from './capture.ts';
import type { ProgramResult } from './framework.ts';
import { type BuildLog, buildFailure, parseBuildLog } from './go-build.ts';
import type { GoCanaries } from './go-canary.ts';
import type { GoEvents, GoRun } from './go-events.ts';
import type { GoModule, GoPackage } from './go-packages.ts';
import { goTests, isCutOff } from './go-tests.ts';
import type { ProjectText } from './project-text.ts';

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
  const runs = [...events.runs.values()].sort((a, b) => (a.importPath < b.importPath ? -1 : 1));
  const log = parseBuildLog(`${outcome.errors}\n${events.buildLog}`);
  const tests = runs.flatMap((run) => goTests(withoutCanaries(run, outcome), packageOf(run, module), module, text));
  const facts = {
    tests: withIds(tests),
    uncollected: runs.filter(({ masked }) => masked).flatMap((run) => maskedFiles(run, log, outcome)),
    canary: canaryOf(outcome),
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
    output: lastOf(text.message(`${outcome.errors}${events.buildLog}${events.printed}${result.output}`)),
  };
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

/** Seen in every package that was built; one that was not can show none. */
function canaryOf({ canaries, events, whole }: GoOutcome): TestReport['canary'] {
  if (canaries === undefined) return 'absent';
  const said = canaries.said();
  const expected = [...canaries.tokens].filter(([path]) => whole || events.runs.has(path));
  const isSeen = ([path, token]: readonly [string, string]) => {
    const run = events.runs.get(path);
    if (run?.masked === true) return true;
    const failed = said.some(
      (words) => words.includes(`--- FAIL: ${canaries.fails} `) && new RegExp(`: ${token}$`, 'm').test(words),
    );
    const ended = (name: string) => run?.tests.get(name)?.ended;
    return ended(canaries.passes) === 'pass' && ended(canaries.fails) === 'skip' && failed;
  };
  return expected.length > 0 && expected.every(isSeen) ? 'seen' : 'missing';
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
    return alone.map(({ importPath, output }) => `${importPath}: ${text.message(output.text()).trim()}`);
  const failed = uncollected.length > 0 || tests.some(({ failure }) => failure !== undefined);
  if (exitCode === 0 || exitCode === null || failed) return [];
  return [
    `go test ended with exit code ${exitCode} although no test failed. ${text.message(errors).trim().slice(-1000)}`.trim(),
  ];
}

function incomplete(
  runs: readonly GoRun[],
  { canary }: Facts,
  { result, events, whole, canaries }: GoOutcome,
): string | null {
  if (result.timedOut) return `timeout: the run was ended after ${Math.round(result.wallMs / 1000)} s`;
  if (events.damaged) return 'what go test wrote is damaged';
  if (events.exitCode === undefined) return 'the run ended in the middle';
  const open = runs.find((run) => run.ended === undefined);
  if (open !== undefined) return `${open.importPath} was not run to its end`;
  const cut = runs.find(isCutOff);
  if (cut !== undefined) return `${cut.importPath} ended in the middle: its later tests did not run`;
  if (canary !== 'missing') return null;
  const unseen = [...(canaries?.tokens.keys() ?? [])].filter((path) => whole && !events.runs.has(path));
  if (unseen.length > 0) return `nothing was seen of ${unseen.join(', ')}`;
  return 'the canary tests were not seen as they must be: something filters tests or changes their outcome';
}
