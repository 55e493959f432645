import { dirname } from 'node:path';
import { BatonError } from '../../base/error.ts';
import { type Captured, endOfFile, startCaptured } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import { linesOfFile } from '../long-text.ts';
import { cargoTest, scopeOf, selectionOf, targetFlags } from './command.ts';
import { type CargoMessages, type CompilerError, readCargoMessages, type TestProgram } from './messages.ts';
import { type ProgramRecord, writeRunner } from './start.ts';
import { errorIn, type Workspace } from './workspace.ts';

/** Everything that runs of cargo left behind. */
export interface CargoRun {
  readonly command: readonly string[];
  /** How the first run ended; the others only make up for what it could not build. */
  readonly result: Captured;
  readonly timedOut: boolean;
  readonly wallMs: number;
  readonly built: boolean;
  readonly programs: readonly TestProgram[];
  readonly errors: readonly CompilerError[];
  readonly records: readonly ProgramRecord[];
  /** What documentation tests printed, by lines. */
  readonly documentation: readonly (readonly string[])[];
}

export interface RunOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly harnessless: readonly string[];
  /** The canary's target. */
  readonly canary: string | undefined;
}

/**
 * Builds and runs the tests. Where something does not compile cargo runs nothing at all: then everything is built that
 * can be, and what was built is run.
 */
export async function runCargo(request: RunRequest, workspace: Workspace, options: RunOptions): Promise<CargoRun> {
  const { canary } = options;
  const runner = writeRunner(request.scratch, workspace.host, { harnessless: options.harnessless, quiet: canary });
  const environment = { ...options.environment, ...runner.environment };
  const selected = selectionOf(request, workspace);
  const more = selected.length > 0 && canary !== undefined ? [...selected, '--test', canary] : selected;
  const command = cargoTest(request, workspace, more);
  const result = await startCaptured(request, 'test', command, environment);
  const messages = readCargoMessages(linesOfFile(result.stdout));
  if (messages.built === undefined && !result.timedOut && result.signal === null) throw cannotBuild(result);
  const first = { command, result, timedOut: result.timedOut, wallMs: result.wallMs, built: messages.built !== false };
  const whole = {
    ...first,
    programs: messages.programs,
    errors: messages.errors,
    documentation: [messages.rest],
  };
  if (first.built || first.timedOut || request.command !== undefined) return { ...whole, records: runner.read() };
  const rest = await runWhatBuilds(request, workspace, more, environment);
  const errors = rest.messages.errors.length > 0 ? rest.messages.errors : messages.errors;
  return {
    ...first,
    timedOut: rest.runs.some(({ timedOut }) => timedOut),
    wallMs: rest.runs.reduce((sum, { wallMs }) => sum + wallMs, first.wallMs),
    programs: rest.messages.programs,
    errors,
    records: runner.read(),
    documentation: rest.documentation,
  };
}

/** cargo got nowhere near compiling: a manifest, a lock file or a package that is not there. */
function cannotBuild({ output, stdout, exitCode }: Captured): BatonError {
  const why = errorIn(output) || endOfFile(stdout, 500).trim() || `exit code ${exitCode}`;
  const hint = /offline|download|no matching package|registry/.test(why)
    ? ' Fetch the packages first (`cargo fetch`, or `tests.setup` in baton.yaml).'
    : '';
  return new BatonError('project_misconfigured', `cargo cannot build the project: ${why}${hint}`);
}

async function runWhatBuilds(
  request: RunRequest,
  workspace: Workspace,
  selected: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const start = (name: string, program: readonly string[]) => startCaptured(request, name, program, environment);
  const build = ['cargo', 'build', '--keep-going', '--profile', 'test', '--message-format=json'];
  const scope = selected.length > 0 ? selected : ['--tests'];
  const wide = await start('build', [...build, ...scopeOf(request, workspace), ...scope]);
  const messages = readCargoMessages(linesOfFile(wide.stdout));
  const runs = [wide];
  const documentation: (readonly string[])[] = [];
  const manifests = [...new Set(messages.programs.map(({ manifest }) => manifest))];
  for (const [index, manifest] of manifests.entries()) {
    const built = messages.programs.filter((program) => program.manifest === manifest);
    const test = ['cargo', 'test', '--no-fail-fast', '--message-format=json'];
    const flags = built.flatMap(({ target }) => targetFlags(target));
    runs.push(await start(`test-${index}`, [...test, '--manifest-path', manifest, ...flags]));
    if (selected.length > 0 || !hasSoundLibrary(manifest, workspace, messages)) continue;
    const documented = await start(`doc-${index}`, [...test, '--manifest-path', manifest, '--doc']);
    runs.push(documented);
    documentation.push(readCargoMessages(linesOfFile(documented.stdout)).rest);
  }
  return { messages, runs, documentation };
}

/** Whether a package has a library that compiles, and so documentation tests that can. */
function hasSoundLibrary(manifest: string, { packages }: Workspace, { errors }: CargoMessages): boolean {
  const library = packages
    .find(({ manifest_path }) => dirname(manifest_path) === dirname(manifest))
    ?.targets.find(({ kind }) => kind.some((one) => one.endsWith('lib')));
  return library !== undefined && !errors.some(({ target }) => target.src_path === library.src_path);
}
