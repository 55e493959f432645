import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestReport } from '../../evidence/report.ts';
import { type CanaryPlace, type CanaryText, likelyPlace, placeInGlob, plantCanary } from '../canary.ts';
import { newDirectory, readLimited } from '../capture.ts';
import type { RunRequest } from '../framework.ts';
import { SUPPORTED_VERSIONS } from '../versions.ts';
import { findCommand, findInScript, type JsCommand, type OptionTable, sortArguments } from './command.ts';
import { isFocused } from './focus.ts';
import { type JsPackage, openJsPackage } from './project.ts';
import { type Records, readRecords } from './records.ts';
import { refuseCommand, refuseIfNotStarted } from './refusal.ts';
import { type JsOutcome, type JsRun, reportOf } from './report.ts';
import { type JsProject, relativeFile } from './stack.ts';

/** What is different between frameworks that run in Node with a reporter of Baton's. */
export interface JsRunner {
  readonly name: 'vitest' | 'jest' | 'mocha';
  /** A folder below which the framework takes files for installed packages, and loads them as they are. */
  readonly folder?: string | undefined;
  /** Files of Baton's that take part in the run: its reporter, and what that needs beside it. */
  readonly brings: readonly URL[];
  readonly options: OptionTable;
  readonly canary: CanaryText;
  readonly absoluteFromProject: boolean;
  isTestFile(path: string): boolean;
  /** Where the canary goes in a project without tests. */
  defaultPlace(opened: JsPackage): CanaryPlace;
  /** The command line, with Node's own options first; filters select files, exactly if `exact`. */
  commandLine(call: JsCall): { readonly node: readonly string[]; readonly args: readonly string[] };
  /** Other options to try when a run did not start, by what it printed. */
  otherwise?(output: string): readonly string[] | undefined;
  /** Errors of hooks around the whole run that keep it from starting. */
  failedSetUp?(output: string): string | undefined;
}

export interface JsCall {
  /** Where the files it brings are. */
  readonly place: string;
  /** Where its own cache may be. */
  readonly cache: string;
  readonly options: readonly string[];
  readonly filters: readonly string[];
  readonly exact: boolean;
}

/** Runs a project's tests and reports them. If the canary's files were not found, tries once more where tests were. */
export async function runJs(runner: JsRunner, request: RunRequest): Promise<TestReport> {
  const opened = openJsPackage(request.directory);
  const project = { ...opened.project, absoluteFromProject: runner.absoluteFromProject };
  const command = commandFor(runner, request, opened);
  const attempt = (place: CanaryPlace) => attemptRun({ runner, request, opened, project, command }, place);

  const place = likelyPlace(opened.files.filter(runner.isTestFile)) ?? runner.defaultPlace(opened);
  const first = await attempt(place);
  const second = isMisplaced(first) ? betterPlace(first.records, project) : undefined;
  if (second === undefined || JSON.stringify(second) === JSON.stringify(place)) return first.report;
  return (await attempt(second)).report;
}

/** Whether a run went well but for the canary, which the framework did not find. */
function isMisplaced({ unmet, records, report }: Attempted): boolean {
  return unmet && records.damage === null && (records.files.length > 0 || report.exitCode === 0);
}

interface Attempt {
  readonly runner: JsRunner;
  readonly request: RunRequest;
  readonly opened: JsPackage;
  readonly project: JsProject;
  readonly command: JsCommand;
}

/** The user's own command if there is one, else as the project's test script starts the framework, else bare. */
function commandFor({ name }: JsRunner, { command }: RunRequest, { manifest: { scripts } }: JsPackage): JsCommand {
  if (command !== undefined) return findCommand(command, name, scripts) ?? refuseCommand(name, command);
  return findInScript(scripts.test ?? '', name, scripts) ?? { environment: {}, nodeOptions: [], args: [] };
}

type Attempted = JsOutcome & { readonly records: Records };

/** One run, with the canary in the project only as long as it lasts. */
async function attemptRun(attempt: Attempt, place: CanaryPlace): Promise<Attempted> {
  const { runner, request } = attempt;
  const canary = request.canary ? plantCanary(request.directory, place, runner.canary) : ('off' as const);
  try {
    return await runWith(attempt, canary, []);
  } finally {
    if (typeof canary === 'object') canary.remove();
  }
}

async function runWith(attempt: Attempt, canary: JsRun['canary'], more: readonly string[]): Promise<Attempted> {
  const { runner, request, opened, project } = attempt;
  const planted = typeof canary === 'object' ? [canary.file] : [];
  const home = setUp(runner, request.scratch, inProject(project, planted));
  const { program, environment } = programFor(attempt, home, planted, more);
  const result = await request.start(program, environment);
  const { text, cut } = readLimited(join(home, 'report.ndjson'), MOST_REPORT);
  const stray = readLimited(join(home, 'stray.ndjson'), MOST_STRAY);
  const records = readRecords(text, cut && text !== '', stray.text);

  const others = records.started || more.length > 0 ? undefined : runner.otherwise?.(result.output);
  if (others !== undefined) return runWith(attempt, canary, others);
  const failedSetUp = records.started ? undefined : runner.failedSetUp?.(result.output);
  if (!records.started && failedSetUp === undefined) {
    refuseIfNotStarted({ name: runner.name, project, files: opened.files }, result);
  }
  const outcome = reportOf({
    framework: runner.name,
    command: program,
    result,
    records: failedSetUp === undefined ? records : withError(records, failedSetUp),
    project: { ...project, aliases: [...(project.aliases ?? []), ...(records.aliases ?? [])] },
    canary,
    only: request.selection.files,
    isFocused: (file, anySkipped) => isFocused(opened.read(file) ?? '', anySkipped),
  });
  return { ...outcome, records };
}

/** The framework's program with Baton's options. Where filters select files, they select the canary's too. */
function programFor(
  { runner, request, project, command }: Attempt,
  home: string,
  planted: readonly string[],
  more: readonly string[],
) {
  const { options, filters } = sortArguments(command.args, runner.options);
  const only = request.selection.files;
  const all = only === undefined && filters.length === 0;
  const { node, args } = runner.commandLine({
    place: home,
    cache: request.cache ?? request.scratch,
    options: [...options, ...more],
    filters: all ? [] : only === undefined ? [...filters, ...planted] : inProject(project, [...only, ...planted]),
    exact: only !== undefined,
  });
  return {
    program: ['node', ...command.nodeOptions, ...node, join(home, `${runner.name}.cjs`), ...args],
    environment: command.environment,
  };
}

function inProject({ directory }: JsProject, files: readonly string[]): string[] {
  return files.map((file) => join(directory, file));
}

const MOST_REPORT = 128 * 1024 * 1024;
const MOST_STRAY = 4 * 1024 * 1024;

/** A new directory in scratch with everything the run needs of Baton's. */
function setUp({ name, brings, folder = '.' }: JsRunner, scratch: string, canary: readonly string[]): string {
  const home = join(newDirectory(scratch), folder);
  mkdirSync(home, { recursive: true });
  copyFileSync(new URL('./launch.cjs', import.meta.url), join(home, `${name}.cjs`));
  for (const file of brings) copyFileSync(file, join(home, basename(file.pathname)));
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ canary, minimum: SUPPORTED_VERSIONS[name].minimum }));
  return home;
}

function withError(records: Records, message: string): Records {
  return { ...records, errors: [...records.errors, { type: 'error', error: { message }, label: 'set-up' }] };
}

/** A place where the framework does find tests: beside one it ran, else where its own globs say. */
function betterPlace({ files, include }: Records, project: JsProject): CanaryPlace | undefined {
  const beside = likelyPlace(
    files.map(({ file }) => relativeFile(file, project)).filter((file) => !file.startsWith('/')),
  );
  if (beside !== undefined) return beside;
  const globs = include.map((glob) => relativeFile(glob, project)).filter((glob) => !glob.startsWith('/'));
  return globs.map(placeInGlob).find((place) => place !== undefined);
}
