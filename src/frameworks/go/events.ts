import { type Excerpt, excerpt } from '../long-text.ts';

/** What `go test -json` told of one test. */
export interface GoTest {
  readonly name: string;
  ended: 'pass' | 'fail' | 'skip' | undefined;
  /** It runs beside others (`t.Parallel`), and whether it waits for its turn. */
  parallel: 'waits' | 'runs' | undefined;
  seconds: number;
  /** What it panicked with. Confirmed by the stack that follows: a test may print the word. */
  panic: { readonly said: string; confirmed: boolean } | undefined;
  readonly output: Excerpt;
}

/** What it told of one package. */
export interface GoRun {
  readonly importPath: string;
  ended: 'pass' | 'fail' | 'skip' | undefined;
  /** It could not be built, or not even loaded. */
  masked: boolean;
  /** A test panicked, which ends the process; the tests that had not run were run in others. */
  continued: boolean;
  readonly tests: Map<string, GoTest>;
  readonly output: Excerpt;
}

export interface GoEvents {
  readonly runs: ReadonlyMap<string, GoRun>;
  /** What compilers said; older versions of Go say it elsewhere. */
  readonly buildLog: string;
  /** The end of what the tests printed. */
  readonly printed: string;
  /** The exit code that Baton's own last line tells, if the output goes that far. */
  readonly exitCode: number | undefined;
  /** A line that should be an event is none. */
  readonly damaged: boolean;
}

/** Reads the events of a run; `mark` begins the line by which Baton ends the file. */
export function readGoEvents(lines: Iterable<string>, mark: string): GoEvents {
  const runs = new Map<string, GoRun>();
  const buildLog = excerpt(MOST_BUILD_LINES, MOST_BUILD_LINES);
  const printed = excerpt(0, MOST_PRINTED_LINES);
  let exitCode: number | undefined;
  let damaged = false;
  let tests = 0;
  for (const line of lines) {
    damaged ||= exitCode !== undefined || tests > MOST_TESTS;
    if (tests > MOST_TESTS) break;
    const end = line.startsWith(mark) ? /^ (\d+)$/.exec(line.slice(mark.length)) : null;
    if (end !== null) exitCode = Number(end[1]);
    else if (!line.startsWith('{')) notePlain(line, runs);
    else {
      const event = parseEvent(line);
      if (event === undefined) damaged = true;
      else if (event.Action === 'build-output') buildLog.add(event.Output ?? '');
      else if (noteEvent(event, runs, printed)) tests += 1;
    }
  }
  return { runs, buildLog: buildLog.text(), printed: printed.text(), exitCode, damaged };
}

/** Packages and tests that are read; real runs stay far below. */
const MOST_TESTS = 500_000;
const MOST_BUILD_LINES = 5000;
const MOST_PRINTED_LINES = 1000;

interface GoEvent {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
  readonly Elapsed?: number;
}

/** Takes an event in; tells whether it is the first about a package or a test. */
function noteEvent(event: GoEvent, runs: Map<string, GoRun>, printed: Excerpt): boolean {
  if (event.Package === undefined) return false;
  const isFirst = event.Test === undefined ? !runs.has(event.Package) : !runs.get(event.Package)?.tests.has(event.Test);
  const run = runOf(event.Package, runs);
  const about = event.Test === undefined ? run : testOf(event.Test, run);
  if (event.Action === 'output' && event.Output !== undefined) {
    about.output.add(event.Output);
    printed.add(event.Output);
    if ('panic' in about) notePanic(about, event.Output);
    if (event.Test === undefined) notePlain(event.Output.trimEnd(), runs);
  }
  if ('parallel' in about && event.Action === 'pause') about.parallel = 'waits';
  if ('parallel' in about && event.Action === 'cont') about.parallel = 'runs';
  if (event.Action !== 'pass' && event.Action !== 'fail' && event.Action !== 'skip') return isFirst;
  // A test can print what looks like an event: one that failed once has failed.
  about.ended = about.ended === 'fail' ? 'fail' : event.Action;
  if ('seconds' in about) about.seconds = event.Elapsed ?? 0;
  return isFirst;
}

function notePanic(test: GoTest, output: string): void {
  if (test.panic?.confirmed === true) return;
  if (/^(?:panic|fatal error): /.test(output)) test.panic = { said: output.trimEnd(), confirmed: false };
  else if (test.panic !== undefined && /^goroutine \d+ .*\[/.test(output)) test.panic.confirmed = true;
}

/** `go` itself says in words which packages it could not build. */
function notePlain(line: string, runs: Map<string, GoRun>): void {
  const masked = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/.exec(line)?.[1];
  if (masked === undefined) return;
  const run = runOf(masked, runs);
  run.masked = true;
  run.ended = 'fail';
}

function runOf(importPath: string, runs: Map<string, GoRun>): GoRun {
  const known = runs.get(importPath);
  if (known !== undefined) return known;
  const run: GoRun = {
    importPath,
    ended: undefined,
    masked: false,
    continued: false,
    tests: new Map(),
    output: excerpt(20, 40),
  };
  runs.set(importPath, run);
  return run;
}

/** What runs of the same packages one after the other showed: each test by the first run that it ended in. */
export function mergeGoEvents(first: GoEvents, then: GoEvents): GoEvents {
  const runs = new Map(first.runs);
  for (const [path, run] of then.runs) {
    const known = runs.get(path);
    if (known === undefined) continue;
    const tests = new Map(known.tests);
    for (const [name, test] of run.tests) if (tests.get(name)?.ended === undefined) tests.set(name, test);
    runs.set(path, { ...known, masked: known.masked || run.masked, tests });
  }
  return {
    runs,
    buildLog: first.buildLog,
    printed: `${first.printed}${then.printed}`,
    exitCode: then.exitCode === undefined ? undefined : first.exitCode,
    damaged: first.damaged || then.damaged,
  };
}

/** The same events with one run in place of an earlier one of its package. */
export function replaceGoRun(events: GoEvents, run: GoRun): GoEvents {
  return { ...events, runs: new Map([...events.runs, [run.importPath, run]]) };
}

/** A package of which `go` does not even say that it could not be built. */
export function maskedRun(importPath: string): GoRun {
  return { ...runOf(importPath, new Map()), masked: true, ended: 'fail' };
}

function testOf(name: string, run: GoRun): GoTest {
  const known = run.tests.get(name);
  if (known !== undefined) return known;
  const test: GoTest = {
    ...{ name, ended: undefined, parallel: undefined, seconds: 0, panic: undefined },
    output: excerpt(40, 80),
  };
  run.tests.set(name, test);
  return test;
}

function parseEvent(line: string): GoEvent | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is GoEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { Action, Package, Test, Output, Elapsed } = value as Record<string, unknown>;
  if (typeof Action !== 'string' || !isTextOrNone(Package) || !isTextOrNone(Test) || !isTextOrNone(Output))
    return false;
  return Elapsed === undefined || typeof Elapsed === 'number';
}

function isTextOrNone(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
