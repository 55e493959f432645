import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BatonError } from '../base/error.ts';
import type { TestReport } from '../evidence/report.ts';
import { type CanaryPlace, type CanaryTexts, likelyPlace, placeInGlob, plantCanary } from './canary.ts';
import { readLimited } from './capture.ts';
import type { ProgramResult, RunRequest } from './framework.ts';
import { findCommand, findInScript, type JsCommand, type OptionTable, sortArguments } from './js-command.ts';
import { isFocused } from './js-focus.ts';
import { type JsPackage, openJsPackage } from './js-project.ts';
import { type Records, readRecords } from './js-records.ts';
import { firstComplaint, type JsOutcome, reportOf } from './js-report.ts';
import { type JsProject, relativeFile, stripAnsi } from './js-stack.ts';

/** What is different between frameworks that run in Node with a reporter of Baton's. */
export interface JsRunner {
  readonly name: string;
  /** The reporter, a file beside this one, and others it needs beside it. */
  readonly reporter: string;
  readonly companions: readonly string[];
  readonly options: OptionTable;
  readonly canary: CanaryTexts;
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
  /** Where reporter and companions are. */
  readonly place: string;
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
  const second = request.canary && first.unmet ? betterPlace(first.records, project) : undefined;
  if (second === undefined || JSON.stringify(second) === JSON.stringify(place)) return first.report;
  return (await attempt(second)).report;
}

interface Attempt {
  readonly runner: JsRunner;
  readonly request: RunRequest;
  readonly opened: JsPackage;
  readonly project: JsProject;
  readonly command: JsCommand;
}

/** The user's own command if there is one, else as the project's test script starts the framework, else bare. */
function commandFor({ name }: JsRunner, { command }: RunRequest, { manifest }: JsPackage): JsCommand {
  if (command === undefined) {
    const found = findInScript(manifest.scripts.test ?? '', name, manifest.scripts);
    return found ?? { environment: {}, nodeOptions: [], args: [] };
  }
  const found = findCommand(command, name, manifest.scripts);
  if (found !== undefined) return found;
  throw new BatonError(
    'project_misconfigured',
    `The test command \`${command.join(' ')}\` does not plainly start ${name}, so Baton cannot add its reporter. ` +
      `Set tests.command to the ${name} command itself, such as \`npx ${name}\`, and do other work in tests.setup.`,
    { data: { command } },
  );
}

async function attemptRun(
  attempt: Attempt,
  place: CanaryPlace,
  more: readonly string[] = [],
): Promise<JsOutcome & { records: Records }> {
  const { runner, request, opened, project, command } = attempt;
  const canary = request.canary ? plantCanary(request.directory, place, runner.canary) : ('off' as const);
  try {
    const planted = typeof canary === 'object' ? [canary.passing.file, canary.failing.file] : [];
    const home = setUp(
      runner,
      request.scratch,
      planted.map((file) => join(project.directory, file)),
    );
    const { options, filters } = sortArguments(command.args, runner.options);
    const only = request.selection.files;
    const chosen = only ?? filters;
    const { node, args } = runner.commandLine({
      place: home,
      options: [...options, ...more],
      filters: chosen.length === 0 ? [] : [...chosen, ...planted],
      exact: only !== undefined,
    });
    const program = ['node', ...command.nodeOptions, ...node, join(home, `${runner.name}.cjs`), ...args];
    const result = await request.start(program, { ...command.environment, CI: 'true', NO_COLOR: '1' });
    const { text, cut } = readLimited(join(home, 'report.ndjson'), MOST_REPORT);
    const stray = readLimited(join(home, 'stray.ndjson'), MOST_STRAY);
    const records = readRecords(text, cut && text !== '', stray.text);

    const others = records.started || more.length > 0 ? undefined : runner.otherwise?.(result.output);
    if (others !== undefined) {
      if (typeof canary === 'object') canary.remove();
      return await attemptRun(attempt, place, others);
    }
    const failedSetUp = runner.failedSetUp?.(result.output);
    if (!records.started && failedSetUp === undefined) refuseIfNotStarted(attempt, result);
    const isFocusedFile = (file: string, skipped: boolean) => isFocused(opened.read(file) ?? '', skipped);
    const run = { framework: runner.name, command: program, result, project, canary, only, isFocused: isFocusedFile };
    const outcome = reportOf({
      ...run,
      records: failedSetUp === undefined ? records : withError(records, failedSetUp),
    });
    return { ...outcome, records };
  } finally {
    if (typeof canary === 'object') canary.remove();
  }
}

const MOST_REPORT = 128 * 1024 * 1024;
const MOST_STRAY = 4 * 1024 * 1024;

/** A new directory in scratch with everything the run needs of Baton's. */
function setUp({ name, reporter, companions }: JsRunner, scratch: string, canary: readonly string[]): string {
  const home = join(scratch, `${name}-${randomBytes(6).toString('hex')}`);
  mkdirSync(home, { recursive: true });
  const beside = (file: string) => fileURLToPath(new URL(`./${file}`, import.meta.url));
  copyFileSync(beside('js-launch.cjs'), join(home, `${name}.cjs`));
  for (const file of [reporter, ...companions]) copyFileSync(beside(file), join(home, file));
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ canary }));
  return home;
}

function withError(records: Records, message: string): Records {
  return { ...records, errors: [...records.errors, { type: 'error', error: { message }, label: 'set-up' }] };
}

/** A program that never came to its tests is a thing for a person to mend. */
function refuseIfNotStarted({ runner, request, opened, project }: Attempt, result: ProgramResult): void {
  const { name } = runner;
  const installer = installerOf(opened.files);
  if (result.exitCode === NOT_INSTALLED && result.output.includes(`baton: ${name} is not installed`)) {
    throw new BatonError(
      'missing_program',
      `${name} is not installed in ${request.directory}. Install the project's dependencies with \`${installer.all}\`, ` +
        `or add it with \`${installer.add} ${name}\`.`,
      { data: { program: name } },
    );
  }
  if (result.timedOut || result.exitCode === null || result.exitCode === 0) return;
  const printed = firstComplaint(result.output, project) ?? stripAnsi(result.output).trim().slice(-2_000);
  const said =
    printed === '' ? "Baton's reporter was never asked; something takes the place of all reporters" : printed;
  const config = /failed to load config from (\S+)/.exec(result.output)?.[1];
  const where = config === undefined ? '' : ` (${relativeFile(config, project)})`;
  throw new BatonError(
    'project_misconfigured',
    `${name} cannot start with this project's configuration${where}: ${said}`,
    {
      data: { exitCode: result.exitCode },
    },
  );
}

const NOT_INSTALLED = 97;

/** The commands of the package manager whose lock file is there. */
function installerOf(files: readonly string[]): { readonly all: string; readonly add: string } {
  if (files.includes('pnpm-lock.yaml')) return { all: 'pnpm install', add: 'pnpm add --save-dev' };
  if (files.includes('yarn.lock')) return { all: 'yarn install', add: 'yarn add --dev' };
  if (files.includes('bun.lock') || files.includes('bun.lockb')) return { all: 'bun install', add: 'bun add --dev' };
  return { all: files.includes('package-lock.json') ? 'npm ci' : 'npm install', add: 'npm install --save-dev' };
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
