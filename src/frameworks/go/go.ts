import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { BatonError } from '../../base/error.ts';
import type { TestReport } from '../../evidence/report.ts';
import { newDirectory, readLimited } from '../capture.ts';
import type { Detection, Framework, ProgramResult, ProjectView, RunRequest } from '../framework.ts';
import { linesOfFile } from '../long-text.ts';
import { projectText } from '../project-text.ts';
import { refuseOld } from '../versions.ts';
import { type GoCanaries, placeGoCanaries } from './canary.ts';
import { goCommand, goEnvironment } from './command.ts';
import { type GoEvents, type GoRun, mergeGoEvents, readGoEvents, replaceGoRun } from './events.ts';
import { type GoModule, readGoModule, testFunctionsOf } from './packages.ts';
import { goReport, isLoadFailure } from './report.ts';
import { isMuddled, isPanicked, withoutWaiting } from './tests.ts';

/** `go test`, by the events it writes. */
export const go: Framework = {
  name: 'go',
  detect,
  run,
  unitOf: posix.dirname,
  testFiles: ['**/*_test.go'],
  supportFiles: ['**/testdata/**'],
  configFiles: ['**/go.work'],
};

/** Every module is a package of its own; `./...` does not reach into another. */
function detect(project: ProjectView): readonly Detection[] {
  const files = project.files.filter((file) => !/(?:^|\/)(?:node_modules|vendor|testdata)\//.test(file));
  return files
    .filter((file) => posix.basename(file) === 'go.mod')
    .map((file) => {
      const directory = posix.dirname(file);
      const test = files.find(
        (path) => path.endsWith('_test.go') && (directory === '.' || path.startsWith(`${directory}/`)),
      );
      const because = test === undefined ? [file] : [file, test];
      return { framework: 'go', directory, because, confidence: test === undefined ? 'installed' : 'configured' };
    });
}

async function run(request: RunRequest): Promise<TestReport> {
  const module = readGoModule(request.directory);
  const scratch = newDirectory(request.scratch);
  const canaries = request.canary ? placeGoCanaries(request, scratch, module) : undefined;
  try {
    return await runWith(request, module, canaries, scratch);
  } finally {
    canaries?.remove();
  }
}

async function runWith(
  request: RunRequest,
  module: GoModule,
  canaries: GoCanaries | undefined,
  scratch: string,
): Promise<TestReport> {
  const command = goCommand(request, module, canaries);
  const { result, events, errors, version } = await runOnce(request, command, scratch);
  const restricted = (request.command ?? []).some((word) => /^--?(?:run|skip)(?:=|$)/.test(word));
  const outcome = {
    command,
    result,
    events: restricted ? events : await runTheRest({ request, module, canaries, command, scratch }, result, events),
    errors,
    module,
    canaries,
    restricted,
    whole: request.command === undefined && request.selection.files === undefined,
    text: projectText(request.directory),
  };
  refuseOld('go', /\bgo(\d+\.\d+(?:\.\d+)?)/.exec(version)?.[1]);
  refuse(request.directory, result, outcome.events, outcome.errors);
  return goReport(outcome);
}

const MAX_VERSION = 1_000;
const MOST_ERRORS = 4 * 1024 * 1024;

/** One run of `go test`, with both of its streams in files. */
async function runOnce(request: RunRequest, command: readonly string[], place: string) {
  const [events, errors, script] = ['events.ndjson', 'errors.txt', 'capture.sh'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(script, CAPTURE);
  for (const file of [events, errors]) writeFileSync(file, '');
  const mark = `baton-end-${randomUUID()}`;
  const result = await request.start(['sh', script, events, errors, mark, ...command], goEnvironment(request));
  return {
    result,
    events: readGoEvents(linesOfFile(events), mark),
    errors: readLimited(errors, MOST_ERRORS).text,
    version: readLimited(`${events}.version`, MAX_VERSION).text,
  };
}

interface Running {
  readonly request: RunRequest;
  readonly module: GoModule;
  readonly canaries: GoCanaries | undefined;
  readonly command: readonly string[];
  readonly scratch: string;
}

/** A panic ends the process of a package: the tests that had not run by then are run in others, as often as one panics. */
async function runTheRest(running: Running, first: ProgramResult, events: GoEvents): Promise<GoEvents> {
  const { request, scratch } = running;
  let seen = events;
  let spent = first.wallMs;
  for (const run of [...seen.runs.values()].filter((one) => !first.timedOut && isMuddled(one))) {
    const alone = await runOnce(request, commandFor(run, testsOf(run, running), running), newDirectory(scratch));
    spent += alone.result.wallMs;
    const now = alone.events.runs.get(run.importPath);
    if (now !== undefined) seen = replaceGoRun(seen, withoutWaiting(now));
  }
  // What a run that came to its end was asked for and did not begin is never run: its file is behind a build tag.
  const absent = new Set<string>();
  for (let times = 0; times < MOST_PANICS; times++) {
    const open = [...seen.runs.values()].filter((run) => !run.continued && [...run.tests.values()].some(isPanicked));
    if (open.length === 0 || first.timedOut || spent > request.timeoutMs) return seen;
    for (const run of open) {
      const keyOf = (name: string) => `${run.importPath} ${name}`;
      const names = unseenIn(run, running).filter((name) => run.tests.has(name) || !absent.has(keyOf(name)));
      if (names.length === 0) run.continued = true;
      else {
        const then = await runOnce(request, commandFor(run, names, running), newDirectory(scratch));
        spent += then.result.wallMs;
        const more = then.events.runs.get(run.importPath);
        if (more === undefined) return seen;
        if (![...more.tests.values()].some(isPanicked)) {
          for (const name of names) if (!more.tests.has(name)) absent.add(keyOf(name));
        }
        seen = mergeGoEvents(seen, replaceGoRun(then.events, withoutWaiting(more)));
      }
    }
  }
  return seen;
}

/** Each test that panics takes a run of its own. */
const MOST_PANICS = 25;

/** The tests of a package that no run has come to the end of. */
function unseenIn(run: GoRun, running: Running): readonly string[] {
  return testsOf(run, running).filter((name) => run.tests.get(name)?.ended === undefined);
}

/** All tests of a package that are wanted, with the canary. */
function testsOf(run: GoRun, { request, module, canaries }: Running): readonly string[] {
  const files = module.packages.find(({ importPath }) => importPath === run.importPath)?.testFiles ?? [];
  const wanted = files.filter((file) => request.selection.files?.includes(file) !== false);
  const names = [...wanted.flatMap((file) => testFunctionsOf(module.read(file)))];
  if (canaries !== undefined) names.push(canaries.passes, canaries.fails);
  return names;
}

/** Runs some tests of a package, one after the other: of those that run beside each other it is not told which one panics. */
function commandFor({ importPath }: GoRun, names: readonly string[], { command }: Running): readonly string[] {
  const split = command.findIndex((word) => /^--?args$/.test(word));
  const [own, rest] = split < 0 ? [command, []] : [command.slice(0, split), command.slice(split)];
  const flags = own.filter((word) => !/^\.\.?(?:\/|$)|\.\.\.$/.test(word));
  return [...flags, '-parallel=1', `-run=^(${names.join('|')})$`, importPath, ...rest];
}

/** Both streams in files of their own, with a last line by which a whole one is known. No file may grow beyond 2 GiB. */
const CAPTURE = `ulimit -f 4194304 2> /dev/null
events=$1
errors=$2
mark=$3
shift 3
go version > "$events.version" 2> /dev/null
"$@" > "$events" 2> "$errors"
code=$?
echo "$mark $code" >> "$events"
exit $code
`;

/** What keeps `go test` from even beginning is for a person to mend; files that cannot be loaded are the tests' affair. */
function refuse(directory: string, result: ProgramResult, events: GoEvents, errors: string): void {
  if (events.exitCode === NOT_FOUND) throw noGo();
  const begun = events.runs.size > 0 || result.timedOut || result.signal !== null || isLoadFailure(events, errors);
  if (begun || events.exitCode === 0 || events.exitCode === undefined) return;
  const said = projectText(directory).message(errors).trim().split('\n').slice(0, 5).join('\n');
  const why = existsSync(join(directory, 'go.mod')) ? said : `there is no go.mod (\`go mod init\` makes one). ${said}`;
  const data = { output: errors.slice(-4000) };
  throw new BatonError('project_misconfigured', `go test does not begin in ${directory}: ${why}`, { data });
}

function noGo(): BatonError {
  const cure = 'Install it: https://go.dev/doc/install, or `apt install golang`.';
  return new BatonError('missing_program', `Go is not installed. ${cure}`, { data: { program: 'go' } });
}

const NOT_FOUND = 127;
