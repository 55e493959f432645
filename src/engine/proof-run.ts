import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { BatonError } from '../base/error.ts';
import type { TestReport } from '../evidence/report.ts';
import type { Framework, ProgramResult, RunRequest, Selection } from '../frameworks/framework.ts';
import { cleanEnvironment } from '../sys/environment.ts';
import type { StartedPrograms } from '../sys/left-programs.ts';
import { runProgram } from '../sys/program.ts';
import { type SandboxMode, sandboxed, sandboxFor } from '../sys/sandbox.ts';
import type { Provided } from './dependencies.ts';

type Environment = Readonly<Record<string, string>>;

/** What is run, and under which limits. */
export interface TestRun {
  readonly framework: Framework;
  readonly directory: string;
  readonly command?: readonly string[] | undefined;
  readonly timeoutMs: number;
  readonly sandbox: SandboxMode;
  readonly canaryKey?: string | undefined;
}

/** Where it is run, with everything in its place. */
export interface Furnished {
  readonly project: string;
  /** Where else files of the repository lie. */
  readonly checkouts: readonly string[];
  readonly scratch: string;
  readonly cache: string | undefined;
  readonly provided: Provided;
  /** Ends the run of the tests. */
  readonly signal?: AbortSignal | undefined;
  readonly started: StartedPrograms;
}

/** Runs the tests contained, with a clean environment, and gives what was seen and what contained them. */
export async function runTests(
  run: TestRun,
  furnished: Furnished,
  {
    selection,
    canary = selection === undefined,
    environment = {},
  }: {
    readonly selection?: Selection | undefined;
    readonly canary?: boolean | undefined;
    readonly environment?: Environment | undefined;
  },
): Promise<{ readonly report: TestReport; readonly sandbox: string }> {
  const { request, sandbox } = await requestIn(run, furnished, environment);
  let ended: ProgramResult | undefined;
  const start: RunRequest['start'] = async (...given) => {
    const result = await request.start(...given);
    if (result.timedOut) ended = result;
    return result;
  };
  const running = run.framework.run({ ...request, start, selection: selection ?? {}, canary });
  // What a framework asks before it runs the tests can take too long, too: that is no mistake in the project.
  const report = await running.catch((error) => {
    if (ended === undefined) throw error;
    return timedOut(run.framework.name, ended);
  });
  return { report: { ...report, sandbox }, sandbox };
}

/** The report of a run in which a program took too long before any test was seen. */
function timedOut(framework: string, { wallMs, output }: ProgramResult): TestReport {
  return {
    ...{ framework, strength: 'strong', command: [], exitCode: null, signal: null, wallMs, tests: [], uncollected: [] },
    ...{ runErrors: [], focused: false, canary: 'absent', incomplete: 'timeout', output },
  };
}

/** A place where programs are started contained, with a clean environment; and what contains them. */
export async function requestIn(
  { directory: inside, command, timeoutMs, sandbox: mode, canaryKey }: TestRun,
  { project, checkouts, scratch, cache, provided, signal, started }: Furnished,
  added: Environment = {},
): Promise<{ readonly request: RunRequest; readonly sandbox: string }> {
  const sandbox = await sandboxFor(mode);
  const directory = join(project, inside);
  const places = { home: join(scratch, 'home'), temporary: join(scratch, 'tmp') };
  const rules = {
    writable: [project, scratch],
    mounts: provided.mounts,
    scratch: provided.layers,
    network: false,
    cwd: directory,
  };
  const request: RunRequest = {
    directory,
    root: project,
    checkouts,
    scratch,
    cache,
    selection: {},
    timeoutMs,
    canary: false,
    canaryKey,
    command,
    async start(program, environment) {
      let mark: string | undefined;
      const result = await runProgram({
        program: sandbox === undefined ? program : sandboxed(program, rules),
        isContained: sandbox !== undefined,
        cwd: directory,
        environment: cleanEnvironment(places, { CI: 'true', ...added, ...provided.environment, ...environment }),
        timeoutMs,
        signal,
        onStarting(given) {
          mark = given;
          started.note(mark);
        },
      });
      if (mark !== undefined) started.strike(mark);
      if (signal?.aborted === true) throw new BatonError('interrupted', 'The run of the tests was stopped.');
      return { ...result, output: stripVTControlCharacters(result.output) };
    },
  };
  return { request, sandbox: sandbox?.kind === 'bubblewrap' ? `bubblewrap ${sandbox.version}` : 'none' };
}
