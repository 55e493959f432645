import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import type { Failure } from '../../evidence/report.ts';
import { endOfFile } from '../capture.ts';
import type { UnnamedTest } from '../junit/report.ts';
import { linesOfFile } from '../long-text.ts';
import { relativeTo, textOf } from '../source-files.ts';
import { readLibtest } from './libtest.ts';
import { libtestFailure, type SourceLine } from './libtest-failure.ts';
import type { TestProgram } from './messages.ts';
import type { ProgramRecord } from './start.ts';

/** What the tests of one program showed. */
export interface ProgramTests {
  readonly tests: readonly UnnamedTest[];
  readonly runErrors: readonly string[];
  readonly incomplete: string | undefined;
  /** Tests were left out by a filter. */
  readonly filtered: boolean;
}

export interface Places {
  /** The project, as reports name files from there. */
  readonly directory: string;
  /** Where the compiler's own paths start. */
  readonly root: string;
}

/** Turns the record of one program into tests. A test it listed and never told about was running when it ended. */
export function testsOfProgram(record: ProgramRecord, program: TestProgram, places: Places): ProgramTests {
  const source = relativeTo(places.directory, program.target.src_path);
  if (record.listed === undefined) return testsByExit(record, program, source);
  const { results, summary, contradiction } = readLibtest(linesOfFile(record.stdout), record.listed);
  const told = new Map(results.map((result) => [result.name, result]));
  const sourceLine = sourceLines(places);
  const died = summary === undefined && record.exit !== undefined;
  const ran = record.listed.filter((name) => told.has(name) || died);
  const tests = ran.map((name): UnnamedTest => {
    const result = told.get(name);
    const place = placeOf(name, program.target.src_path, places);
    if (result === undefined) return { ...place, outcome: 'errored', failure: crash(record, source) };
    if (result.outcome !== 'failed') return { ...place, outcome: result.outcome };
    return { ...place, outcome: 'failed', failure: libtestFailure(name, result.printed, sourceLine) };
  });
  const failed = tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const untold = record.listed.length - results.length - (summary?.filtered ?? 0);
  const runErrors =
    record.exit !== 0 && record.exit !== undefined && !failed
      ? [`${source}: ${endOf(record)} although every test passed.`]
      : [];
  const early =
    summary === undefined && record.exit === 0 && !failed ? [`${source}: it ended before its summary.`] : [];
  return {
    tests,
    runErrors: [...runErrors, ...early],
    incomplete:
      (record.exit === undefined ? `${source} did not come to its end` : undefined) ??
      (record.cut ? `${source} printed more than is read` : undefined) ??
      (contradiction === undefined ? undefined : `${source}: ${contradiction}`) ??
      (summary !== undefined && untold > 0 ? `${source}: ${untold} of its tests were not told about` : undefined) ??
      (summary !== undefined && summary.failed > 0 && record.exit === 0
        ? `${source}: tests failed and it ended with 0`
        : undefined),
    filtered: (summary?.filtered ?? 0) > 0,
  };
}

/** A program without Rust's harness is one test: all that can be seen of it is how it ended. */
function testsByExit(record: ProgramRecord, { target }: TestProgram, file: string): ProgramTests {
  const test: UnnamedTest =
    record.exit === 0
      ? { file, path: [target.name], outcome: 'passed' }
      : {
          file,
          path: [target.name],
          outcome: 'failed',
          failure: { kind: 'other', message: endOfFile(record.stdout, 4_000) || endOf(record) },
        };
  return { tests: [test], runErrors: [], incomplete: undefined, filtered: false };
}

/** Where a test stands: its module path leads from the crate's root to the file of the innermost module that has one. */
export function placeOf(name: string, rootFile: string, { directory }: Places): { file: string; path: string[] } {
  const names = name.split('::');
  let file = rootFile;
  let folder = dirname(rootFile);
  for (const module of names.slice(0, -1)) {
    const found = [join(folder, `${module}.rs`), join(folder, module, 'mod.rs')].find((path) => existsSync(path));
    if (found === undefined) break;
    file = found;
    folder = join(folder, module);
  }
  return { file: relativeTo(directory, file), path: names };
}

function crash(record: ProgramRecord, source: string): Failure {
  return { kind: 'crash', message: `The test program of ${source} ended in the middle (${endOf(record)}).` };
}

function endOf({ exit }: ProgramRecord): string {
  if (exit === undefined) return 'no exit code';
  const signal = Object.entries(constants.signals).find(([, number]) => number === exit - 128)?.[0];
  return signal === undefined ? `exit code ${exit}` : `signal ${signal}`;
}

/** Reads lines of the project's sources, each file once. */
export function sourceLines({ root, directory }: Places): SourceLine {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    const path = isAbsolute(file) ? file : join(root, file);
    const relative = relativeTo(directory, path);
    if (relative === path) return undefined;
    if (!files.has(path)) files.set(path, textOf(path).split('\n'));
    return { file: relative, text: files.get(path)?.[line - 1] ?? '' };
  };
}
