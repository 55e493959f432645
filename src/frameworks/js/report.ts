import {
  type Failure,
  type Outcome,
  type TestCase,
  type TestReport,
  type Uncollected,
  withIds,
} from '../../evidence/report.ts';
import { type Canary, takeCanary } from '../canary.ts';
import { endOf, lastOf } from '../capture.ts';
import type { ProgramResult } from '../framework.ts';
import { classifyJsError, type JsMoment } from './failure.ts';
import type { RecordedError, RecordedFile, RecordedRunError, RecordedTest, Records } from './records.ts';
import { cleanMessage, type JsProject, relativeFile, stripAnsi } from './stack.ts';

/** A run that is over, and everything known of it. */
export interface JsRun {
  readonly framework: string;
  readonly command: readonly string[];
  readonly result: ProgramResult;
  readonly records: Records;
  readonly project: JsProject;
  /** The canary that was planted; nothing if it could not be, `off` if none was asked for. */
  readonly canary: Canary | 'off' | undefined;
  /** The files asked for, if not all: others that ran along do not count. */
  readonly only?: readonly string[] | undefined;
  /** Whether a test file singles out some of its tests. */
  isFocused(file: string, anySkipped: boolean): boolean;
}

export interface JsOutcome {
  readonly report: TestReport;
  /** The framework did not find the canary's file. */
  readonly unmet: boolean;
}

/** Turns what Baton's reporter wrote into a report, with the canary taken out and judged. */
export function reportOf(run: JsRun): JsOutcome {
  const { result, records, project } = run;
  const { exitCode, signal } = endOf(result);
  const typed = withTypeErrors(withTypes(records.files), records.errors);
  const files = typed.files.sort(byFileAndProject).filter((file) => isWanted(run, file));
  const taken = withoutCanary(run, {
    tests: withIds(files.flatMap((file) => file.tests.map((test) => testOf(test, fileOf(file, project), run)))),
    uncollected: [...files.flatMap((file) => uncollectedOf(file, project)), ...unfinished(run)],
  });
  const failed = taken.tests.some(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const told = [...files.flatMap((file) => groupErrors(file, project)), ...runErrors(typed.errors, project)];
  const silent = !failed && taken.uncollected.length === 0 && told.length === 0 && records.damage === null;
  const unexplained = silent && exitCode !== 0 && exitCode !== null;
  const report: TestReport = {
    framework: run.framework,
    strength: 'strong',
    command: [...run.command],
    exitCode,
    signal,
    wallMs: result.wallMs,
    tests: taken.tests,
    uncollected: taken.uncollected,
    runErrors: unexplained ? [exitWords(run.framework, exitCode, result.output, project)] : told,
    focused: records.restricts.length > 0 || focusedFiles(run, taken.tests),
    canary: run.canary === 'off' ? 'absent' : taken.why === undefined ? 'seen' : 'missing',
    incomplete: whyIncomplete(run, signal, taken.why),
    output: lastOf(result.output),
  };
  return { report, unmet: taken.unmet };
}

/** A test that was run and whose types were checked is one test: it passes if both did. */
function withTypes(files: readonly RecordedFile[]): RecordedFile[] {
  const key = ({ file, project }: RecordedFile) => `${project}\n${file}`;
  const checked = new Map(files.filter(({ types }) => types === true).map((file) => [key(file), file]));
  const run = files.filter(({ types }) => types !== true);
  const both = new Set(run.map(key));
  return [
    ...run.map((file) => {
      const types = checked.get(key(file));
      if (types === undefined || file.state !== 'run') return file;
      if (types.state !== 'run') return types;
      const left = [...types.tests];
      const tests = file.tests.map((test) => {
        const at = left.findIndex(({ path }) => path.join('\n') === test.path.join('\n'));
        const [twin] = at < 0 ? [] : left.splice(at, 1);
        return test.state === 'passed' && twin?.state === 'failed'
          ? { ...test, state: twin.state, errors: twin.errors }
          : test;
      });
      return { ...file, tests: [...tests, ...left], groups: [...file.groups, ...types.groups] };
    }),
    ...[...checked.values()].filter((file) => !both.has(key(file))),
  ];
}

/**
 * A checker of types looks at the whole project, also at test files whose tests are run and not checked. What it finds there
 * belongs to the test it stands in, or, above all tests, to the ones that fail anyway; the rest is nobody's.
 */
function withTypeErrors(files: readonly RecordedFile[], errors: readonly RecordedRunError[]) {
  const given = new Map<RecordedTest | RecordedFile, RecordedError[]>();
  const others = errors.filter(({ error }) => {
    const owners = ownersOf(error, files);
    for (const owner of owners) given.set(owner, [...(given.get(owner) ?? []), error]);
    return owners.length === 0;
  });
  const more = (owner: RecordedTest | RecordedFile) => given.get(owner) ?? [];
  return {
    errors: others,
    files: files.map((file) => ({
      ...file,
      errors: [...file.errors, ...more(file)],
      tests: file.tests.map((test) => {
        const own = more(test);
        if (own.length === 0) return test;
        const state = test.state === 'passed' ? ('failed' as const) : test.state;
        return { ...test, state, errors: [...test.errors, ...own] };
      }),
    })),
  };
}

function ownersOf({ typed }: RecordedError, files: readonly RecordedFile[]): readonly (RecordedTest | RecordedFile)[] {
  if (typed === undefined) return [];
  return files
    .filter(({ file, types }) => file === typed.file && types !== true)
    .flatMap((file): readonly (RecordedTest | RecordedFile)[] => {
      if (file.state === 'uncollected') return [file];
      const above = file.tests.filter(({ declared }) => declared !== undefined && declared.line <= typed.line);
      const nearest = Math.max(...above.map(({ declared }) => declared?.line ?? 0));
      if (above.length > 0) return above.filter(({ declared }) => declared?.line === nearest);
      return file.tests.filter(({ state }) => state === 'failed' || state === 'errored');
    });
}

function byFileAndProject(a: RecordedFile, b: RecordedFile): number {
  const key = ({ file, project = '' }: RecordedFile) => `${file}\n${project}`;
  return key(a) < key(b) ? -1 : 1;
}

function isWanted({ only, project, canary }: JsRun, record: RecordedFile): boolean {
  if (only === undefined) return true;
  const own = typeof canary === 'object' ? [canary.file] : [];
  return [...only, ...own].includes(fileOf(record, project));
}

function fileOf({ file }: RecordedFile, project: JsProject): string {
  return relativeFile(file, project);
}

function testOf(
  { path, state, errors, ms, fails, declared }: RecordedTest,
  file: string,
  { project, framework }: JsRun,
): Omit<TestCase, 'id'> {
  const outcome: Outcome = state === 'unknown' ? 'errored' : state;
  const failing = outcome === 'failed' || outcome === 'errored';
  const told = failureOf(errors, project, { file });
  const failure = framework === 'jest' ? outOfTest(told, file, declared?.line) : told;
  return {
    file,
    path: path.map(stripAnsi),
    outcome,
    ...(failing ? { failure } : {}),
    ...(ms === undefined ? {} : { durationMs: ms }),
    ...(fails === true ? { expectedToFail: true } : {}),
    ...(declared === undefined ? {} : { declared }),
  };
}

/**
 * Jest gives the error of a hook to the test. The outermost line in the file is above the test then, or not there. What a hook
 * called raised it where the innermost line is in another file.
 */
function outOfTest(failure: Failure, file: string, line: number | undefined): Failure {
  const origin = failure.frames?.find((frame) => frame.file !== undefined)?.file;
  if (origin !== undefined && origin !== file) return failure;
  const outermost = failure.frames?.findLast((frame) => frame.file === file);
  if (line !== undefined && outermost?.line !== undefined && outermost.line >= line) return failure;
  const { frames: _, ...rest } = failure;
  return rest;
}

/** One failure for all errors of a test: the first says why, all say what was missing. */
function failureOf(errors: readonly RecordedError[], project: JsProject, moment: JsMoment): Failure {
  const failures = errors.map((error) => classifyJsError(error, project, moment));
  const [first] = failures;
  if (first === undefined) return { kind: 'crash', message: 'The run ended before this did.' };
  const diagnostics = failures.flatMap((failure) => failure.diagnostics ?? []);
  return {
    ...first,
    message: failures.map(({ message }) => message).join('\n\n'),
    ...(diagnostics.length === 0 ? {} : { diagnostics }),
  };
}

function uncollectedOf(record: RecordedFile, project: JsProject): Uncollected[] {
  if (record.state === 'run') return [];
  const file = fileOf(record, project);
  const moment = { collecting: true, file };
  if (record.state === 'unfinished') return [{ file, failure: failureOf([], project, moment) }];
  return [{ file, failure: failureOf(record.errors, project, moment) }];
}

/** Files that had begun when everything ended: nobody knows what their tests would have shown. */
function unfinished({ records, project, result }: JsRun): Uncollected[] {
  if (records.damage === null || result.timedOut) return [];
  const ended = new Set(records.files.map(({ file }) => file));
  return [...new Set(records.begun)]
    .filter((file) => !ended.has(file))
    .map((file) => ({ file: relativeFile(file, project), failure: failureOf([], project, {}) }));
}

function withoutCanary({ canary }: JsRun, seen: Pick<TestReport, 'tests' | 'uncollected'>) {
  if (canary === 'off') return { ...seen, why: undefined, unmet: false };
  if (canary === undefined) return { ...seen, why: "Baton's own test file could not be added", unmet: false };
  return takeCanary(seen, canary);
}

function groupErrors({ file, groups }: RecordedFile, project: JsProject): string[] {
  return groups.flatMap(({ path, errors }) =>
    errors.map((error) => {
      const { message } = classifyJsError(error, project);
      return `${[relativeFile(file, project), ...path].join(' > ')}: a hook failed: ${message}`;
    }),
  );
}

function runErrors(errors: readonly RecordedRunError[], project: JsProject): string[] {
  return errors.map(({ error, label, during }) => {
    const { message } = classifyJsError(error, project);
    const where = during === undefined ? '' : ` (while ${relativeFile(during, project)} ran)`;
    return `${label ?? 'error'}${where}: ${message}`;
  });
}

/** A run that fails although no test does has its reason in what was printed, if anywhere. */
function exitWords(framework: string, exitCode: number, output: string, project: JsProject): string {
  const words = `${framework} ended with exit code ${exitCode} although no test failed`;
  const said = firstComplaint(output, project);
  return said === undefined ? words : `${words}: ${said}`;
}

export function firstComplaint(output: string, project: JsProject): string | undefined {
  const lines = stripAnsi(output).split('\n');
  const at = lines.findIndex((line) => /^\s*(\w*Error\b.*:|● )/.test(line));
  if (at < 0) return undefined;
  const end = lines.findIndex((line, index) => index > at && /^\s+at |^\s*$/.test(line) && index > at + 2);
  return cleanMessage(lines.slice(at, end < 0 ? at + 6 : end).join('\n'), project).trim();
}

function focusedFiles({ isFocused }: JsRun, tests: readonly TestCase[]): boolean {
  const skipped = new Set(tests.filter(({ outcome }) => outcome === 'skipped').map(({ file }) => file));
  return [...new Set(tests.map(({ file }) => file))].some((file) => isFocused(file, skipped.has(file)));
}

function whyIncomplete({ result, records }: JsRun, signal: string | null, canary: string | undefined): string | null {
  if (result.timedOut) return 'timeout';
  if (signal !== null) return `the run was ended by ${signal}`;
  return records.damage ?? canary ?? null;
}
