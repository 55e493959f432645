import { closeSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { openRegular } from './capture.ts';

/** What `go test -json` told of one test. */
export interface GoTest {
  readonly name: string;
  ended: 'pass' | 'fail' | 'skip' | undefined;
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
  for (const line of lines) {
    damaged ||= exitCode !== undefined;
    const end = line.startsWith(mark) ? /^ (\d+)$/.exec(line.slice(mark.length)) : null;
    if (end !== null) exitCode = Number(end[1]);
    else if (!line.startsWith('{')) notePlain(line, runs);
    else {
      const event = parseEvent(line);
      if (event === undefined) damaged = true;
      else if (event.Action === 'build-output') buildLog.add(event.Output ?? '');
      else noteEvent(event, runs, printed);
    }
  }
  return { runs, buildLog: buildLog.text(), printed: printed.text(), exitCode, damaged };
}

const MOST_BUILD_LINES = 5000;
const MOST_PRINTED_LINES = 1000;

interface GoEvent {
  readonly Action: string;
  readonly Package?: string;
  readonly Test?: string;
  readonly Output?: string;
  readonly Elapsed?: number;
}

function noteEvent(event: GoEvent, runs: Map<string, GoRun>, printed: Excerpt): void {
  if (event.Package === undefined) return;
  const run = runOf(event.Package, runs);
  const about = event.Test === undefined ? run : testOf(event.Test, run);
  if (event.Action === 'output' && event.Output !== undefined) {
    about.output.add(event.Output);
    printed.add(event.Output);
    if ('panic' in about) notePanic(about, event.Output);
    if (event.Test === undefined) notePlain(event.Output.trimEnd(), runs);
  }
  if (event.Action !== 'pass' && event.Action !== 'fail' && event.Action !== 'skip') return;
  // A test can print what looks like an event: one that failed once has failed.
  about.ended = about.ended === 'fail' ? 'fail' : event.Action;
  if ('seconds' in about) about.seconds = event.Elapsed ?? 0;
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
  const run: GoRun = { importPath, ended: undefined, masked: false, tests: new Map(), output: excerpt(20, 40) };
  runs.set(importPath, run);
  return run;
}

function testOf(name: string, run: GoRun): GoTest {
  const known = run.tests.get(name);
  if (known !== undefined) return known;
  const test: GoTest = { name, ended: undefined, seconds: 0, panic: undefined, output: excerpt(40, 80) };
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
  const texts = [Package, Test, Output].every((text) => text === undefined || typeof text === 'string');
  return typeof Action === 'string' && texts && (Elapsed === undefined || typeof Elapsed === 'number');
}

/** Pieces of text of which the first and the last are kept. */
export interface Excerpt {
  add(piece: string): void;
  text(): string;
}

function excerpt(first: number, last: number): Excerpt {
  const head: string[] = [];
  let tail: string[] = [];
  let dropped = 0;
  return {
    add(piece) {
      const cut = piece.length > MOST_PIECE ? `${piece.slice(0, MOST_PIECE)}\n` : piece;
      if (head.length < first) head.push(cut);
      else tail.push(cut);
      if (tail.length <= 2 * last) return;
      dropped += tail.length - last;
      tail = tail.slice(-last);
    },
    text: () => [...head, ...(dropped > 0 ? ['[...]\n'] : []), ...tail].join(''),
  };
}

const MOST_PIECE = 4000;

/** The lines of a file, however long it is; one that is too long is cut. */
export function* linesOfFile(path: string): Generator<string> {
  const file = openRegular(path);
  if (file === undefined) return;
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(CHUNK);
    let rest = '';
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer)) {
      const lines = (rest + decoder.write(buffer.subarray(0, length))).split('\n');
      rest = (lines.pop() ?? '').slice(0, MOST_LINE);
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

const CHUNK = 1024 * 1024;
const MOST_LINE = 4 * 1024 * 1024;
