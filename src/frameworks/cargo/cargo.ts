import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestReport, type Uncollected, withIds } from '../../evidence/report.ts';
import { endOfFile, lastOf } from '../capture.ts';
import type { Framework, RunRequest } from '../framework.ts';
import { keepFile } from '../planted-file.ts';
import { topmost } from '../topmost.ts';
import { type CargoCanary, plantCargoCanary } from './canary.ts';
import { compileFailure, type RustProject } from './diagnostics.ts';
import { docTests } from './documentation.ts';
import type { CompilerError } from './messages.ts';
import { harnesslessTargets, rustProject } from './project.ts';
import { type CargoRun, runCargo } from './run.ts';
import { type Places, testsOfProgram } from './tests.ts';
import { cargoEnvironment, errorIn, readWorkspace, type Workspace } from './workspace.ts';

/** Rust's own tests: unit tests, integration tests and documentation tests, through `cargo test` on stable. */
export const cargo: Framework = {
  name: 'cargo',
  // A workspace covers what is below it.
  detect: ({ files }) => topmost('cargo', files, /^Cargo\.toml$/),
  run,
  buildsInto: 'target',
  // An integration test is a program of its own; what lies deeper may be part of several.
  unitOf: (file) => (/(?:^|\/)tests\/[^/]+\.rs$/.test(file) ? file : undefined),
  testFiles: ['**/tests/**/*.rs'],
  supportFiles: ['**/tests/**', '**/{fixtures,testdata,test-data}/**', '**/snapshots/**/*.snap', '**/*.snap'],
  // Unit tests stand beside the code they test.
  mixedFiles: ['**/src/**/*.rs'],
  configFiles: [
    '**/.cargo/config',
    '**/.cargo/config.toml',
    '**/rust-toolchain',
    '**/rust-toolchain.toml',
    '**/.config/nextest.toml',
  ],
};

async function run(given: RunRequest): Promise<TestReport> {
  const request = { ...given, directory: realpathSync(given.directory) };
  const environment = cargoEnvironment(request);
  const workspace = await readWorkspace(request, environment);
  const canary = request.canary ? plantCargoCanary(request, workspace) : undefined;
  const lock = keepFile(request.directory, join(workspace.root, 'Cargo.lock'));
  try {
    const harnessless = harnesslessTargets(workspace.packages);
    const ran = await runCargo(request, workspace, { environment, harnessless, canary: canary?.target });
    return reportOf(request, workspace, ran, canary);
  } finally {
    canary?.remove();
    lock.restore();
  }
}

function reportOf(
  request: RunRequest,
  workspace: Workspace,
  ran: CargoRun,
  canary: CargoCanary | undefined,
): TestReport {
  const places: Places = { directory: request.directory, root: workspace.root };
  const programs = ran.programs.map((program) => {
    const record = ran.records.find(({ executable }) => executable === program.executable);
    return record === undefined ? unseen(program.target.name) : testsOfProgram(record, program, places);
  });
  const parts = [...programs, ...ran.documentation.map((printed) => docTests(printed, places))];
  const seen = parts.flatMap(({ tests }) => tests);
  const uncollected = uncollectedOf(ran, rustProject(workspace, request.directory));
  const masked = canary !== undefined && !ran.built && !isKnown(canary, ran);
  const state = canary === undefined || masked ? 'absent' : canary.seenIn(seen) ? 'seen' : 'missing';
  const selected = request.selection.files;
  const tests = seen.filter(({ file }) => file !== canary?.file && (selected === undefined || selected.includes(file)));
  const runErrors = parts.flatMap((part) => part.runErrors);
  const failed =
    uncollected.length > 0 || seen.some(({ file, outcome }) => file !== canary?.file && /failed|errored/.test(outcome));
  const { result } = ran;
  const shown = ran.records.filter(({ executable }) => canary === undefined || !executable.includes(canary.target));
  const unexplained =
    result.exitCode !== 0 && result.signal === null && !ran.timedOut && !failed && runErrors.length === 0;
  return {
    framework: 'cargo',
    strength: 'strong',
    command: [...ran.command],
    exitCode: result.exitCode,
    signal: result.signal,
    wallMs: ran.wallMs,
    tests: withIds(tests),
    uncollected: uncollected.filter(({ file }) => file !== canary?.file),
    runErrors: unexplained
      ? [`cargo failed (exit code ${result.exitCode}) although no test did: ${errorIn(result.output)}`]
      : runErrors,
    focused: parts.some(({ filtered }) => filtered),
    canary: state,
    incomplete:
      incompleteOf(ran, parts) ?? (state === 'missing' ? "Baton's own tests were not seen as they must be" : null),
    output: lastOf(
      [result.output, ...shown.map(({ stdout }) => endOfFile(stdout)), ...ran.documentation.flat().slice(-2_000)].join(
        '\n',
      ),
    ),
  };
}

/** A test program that cargo built and that did not come through Baton's runner: nobody knows what ran. */
function unseen(name: string): ReturnType<typeof testsOfProgram> {
  return {
    tests: [],
    runErrors: [],
    filtered: false,
    incomplete: `the tests of ${name} were not run by Baton's runner`,
  };
}

/** Whether the canary itself was built, or was itself what could not be. */
function isKnown({ file }: CargoCanary, { programs, errors }: CargoRun): boolean {
  return [...programs, ...errors].some(({ target }) => target.src_path.endsWith(`/${file}`));
}

function incompleteOf(
  { timedOut, result }: CargoRun,
  parts: readonly { incomplete: string | undefined }[],
): string | undefined {
  if (timedOut) return 'timeout';
  if (result.signal !== null) return `cargo was ended by ${result.signal}`;
  if (result.cut) return 'cargo printed more than is read';
  return parts.find(({ incomplete }) => incomplete !== undefined)?.incomplete;
}

/** What could not be compiled, by the root file of each target. A library or a program takes all tests along. */
function uncollectedOf({ built, errors, result, timedOut }: CargoRun, project: RustProject): Uncollected[] {
  if (built || timedOut) return [];
  const byFile = new Map<string, CompilerError[]>();
  for (const error of errors) byFile.set(error.target.src_path, [...(byFile.get(error.target.src_path) ?? []), error]);
  const found = [...byFile].map(([path, about]): Uncollected => {
    const isTest = about[0]?.target.kind.includes('test') === true;
    const hides = isTest ? (basename(path) === 'main.rs' ? 'directory' : undefined) : 'all';
    return {
      file: project.relative(path),
      failure: compileFailure(about, project),
      ...(hides === undefined ? {} : { hides }),
    };
  });
  if (found.length > 0) return found.sort((a, b) => (a.file < b.file ? -1 : 1));
  return [{ file: 'Cargo.toml', failure: { kind: 'other', message: errorIn(result.output) }, hides: 'all' }];
}
