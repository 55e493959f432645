import { z } from 'zod';

/** How one test ended. `errored`: it could not be run to an outcome (a hook died, its file crashed). */
export const OUTCOMES = ['passed', 'failed', 'skipped', 'todo', 'errored'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a test failed or a file could not be collected; the table in docs/adr/0008-evidence.md has examples. */
export const FAILURE_KINDS = ['assertion', 'missing', 'syntax', 'import', 'timeout', 'crash', 'other'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * One thing that was asked for and is not there, or one other complaint.
 * - `module`: a module or package could not be found. `name` is the specifier as written.
 * - `export`: a module does not have the name. `name` is the name, `from` the module as written.
 * - `member`: something called or constructed is not a function: `stack.peek`, `Stack`.
 * - `undefined`: a name is not defined where it is used. Go and Rust say so of what does not exist yet.
 * - `signature`: something of the project is used in another way than it is declared: other parameters, fields or types.
 *   `from` is the file that declares it, where that is known.
 * - `file`: a file that was opened does not exist. `name` is its path from the top of the project, or as it was given.
 * - `other`: anything else; its presence means that the failure is not only about missing things.
 */
export const diagnosticSchema = z.object({
  what: z.enum(['module', 'export', 'member', 'undefined', 'signature', 'file', 'other']),
  name: z.string(),
  from: z.string().optional(),
  /** The file that asks, relative to the project. */
  file: z.string().optional(),
  line: z.int().optional(),
  /** Whether the module is one of this project (a relative path, the project's own package) or an outside package. */
  ours: z.boolean().optional(),
});
export type Diagnostic = z.infer<typeof diagnosticSchema>;

/** One call on the way of an error: in a file of the project, or in a package or built-in module. */
export const frameSchema = z.object({
  file: z.string().optional(),
  line: z.int().optional(),
  /** `expect.js`, `node:fs`; for what is not the project's. */
  package: z.string().optional(),
  function: z.string().optional(),
});
export type Frame = z.infer<typeof frameSchema>;

export const failureSchema = z.object({
  kind: z.enum(FAILURE_KINDS),
  message: z.string(),
  location: z.object({ file: z.string(), line: z.int().optional() }).optional(),
  diagnostics: z.array(diagnosticSchema).optional(),
  /**
   * How an error came to the test: from where it was raised outwards. Only where the framework says so and the error came
   * out of the test itself, not out of a hook around it.
   */
  frames: z.array(frameSchema).optional(),
  /** The language itself raises such errors (a TypeError, a null pointer): nobody need have written a `throw`. */
  runtime: z.boolean().optional(),
});
export type Failure = z.infer<typeof failureSchema>;

export const testSchema = z.object({
  /** `file::outer > name`, `#2` for the second of the same name. Stable from run to run. */
  id: z.string(),
  file: z.string(),
  /** Names from the outermost group to the test. */
  path: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  failure: failureSchema.optional(),
  durationMs: z.number().optional(),
  /** The framework counts the test as passed because it was expected to fail (`it.fails`, `xfail`). */
  expectedToFail: z.boolean().optional(),
  /**
   * Where the test is declared, if the framework says so. Rows of a test with parameters have one place; two tests with
   * the same title have two.
   */
  declared: z.object({ line: z.int(), column: z.int().optional(), through: z.string().optional() }).optional(),
});
export type TestCase = z.infer<typeof testSchema>;

/**
 * A file, or a directory that is compiled as one, whose tests could not be collected. `hides` says which other tests it
 * takes along: none but those of the file or below the directory (nothing said), all directly in the same directory
 * (a Go package), or all of the run (a Rust workspace).
 */
export const uncollectedSchema = z.object({
  file: z.string(),
  failure: failureSchema,
  hides: z.enum(['directory', 'all']).optional(),
  /** The directory of the suite it is in, where there are several: it hides no test of another one. */
  within: z.string().optional(),
});
export type Uncollected = z.infer<typeof uncollectedSchema>;

/** What a run of the tests showed, whatever the framework. Files are relative to the project, with forward slashes. */
export const testReportSchema = z.object({
  framework: z.string(),
  /** `strong`: every test was seen by name. `weak`: only an exit code. */
  strength: z.enum(['strong', 'weak']),
  command: z.array(z.string()),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  wallMs: z.number(),
  tests: z.array(testSchema),
  uncollected: z.array(uncollectedSchema),
  /** Errors of the run as a whole: unhandled rejections, a failing global hook, non-zero exit with all tests passing. */
  runErrors: z.array(z.string()),
  /** Whether something restricts what runs (`.only`, `fit`): what was seen is then not the whole. */
  focused: z.boolean(),
  /** Whether the canary was seen as it must be; `absent` where the framework can take none. */
  canary: z.enum(['seen', 'missing', 'absent']),
  /** Nothing if the report is whole; else the reason why it proves nothing. */
  incomplete: z.string().nullable(),
  /** The end of what the run printed. */
  output: z.string(),
  /** What contained the run: a sandbox and its version, or `none`. Nothing in reports of older versions. */
  sandbox: z.string().optional(),
  /** Test files that were not run again, because nothing changed that their tests load: what they showed before. */
  carriedOver: z.array(z.string()).readonly().optional(),
  /** Files of the tree that were written or touched while the tests ran, from the top of the repository. */
  rewritten: z.array(z.string()).readonly().optional(),
});
export type TestReport = z.infer<typeof testReportSchema>;

export type Totals = Readonly<Record<Outcome | 'uncollected' | 'executed' | 'total', number>>;

/** Counts of a report. A test was executed if it ran to pass, fail or error. */
export function totalsOf({ tests, uncollected }: TestReport): Totals {
  const count = (outcome: Outcome) => tests.filter((test) => test.outcome === outcome).length;
  const counts = Object.fromEntries(OUTCOMES.map((one) => [one, count(one)])) as Record<Outcome, number>;
  const executed = counts.passed + counts.failed + counts.errored;
  return { ...counts, uncollected: uncollected.length, executed, total: tests.length };
}

/** The files a report names: those in which tests ran, and those that could not be collected. */
export function filesWithTests({ tests, uncollected }: TestReport): readonly string[] {
  return [...new Set([...tests, ...uncollected].map(({ file }) => file))];
}

/** A run of some test files, completed by what an earlier report showed of all others. */
export function carryOver(before: TestReport, after: TestReport, isRun: (file: string) => boolean): TestReport {
  const tests = before.tests.filter(({ file }) => !isRun(file));
  const uncollected = before.uncollected.filter(({ file }) => !isRun(file));
  return {
    ...after,
    tests: [...tests, ...after.tests],
    uncollected: [...uncollected, ...after.uncollected],
    carriedOver: filesWithTests({ ...before, tests, uncollected }),
  };
}

/** Gives every test its id: the file and the names, numbered from the second of the same name on. */
export function withIds(tests: readonly Omit<TestCase, 'id'>[]): TestCase[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const base = `${test.file}::${test.path.join(' > ')}`;
    const times = (seen.get(base) ?? 0) + 1;
    seen.set(base, times);
    return { id: times === 1 ? base : `${base}#${times}`, ...test };
  });
}

/** The report of a package of a monorepo with its files named from the top of the repository, as diffs name them. */
export function inFolder(report: TestReport, folder: string): TestReport {
  if (folder === '' || folder === '.') return report;
  const at = (file: string) => (file.startsWith('/') ? file : `${folder}/${file}`);
  const placeFile = <T extends { file?: string | undefined }>(one: T): T =>
    one.file === undefined ? one : { ...one, file: at(one.file) };
  const placeName = (one: Diagnostic) => (one.what === 'file' ? { ...one, name: at(one.name) } : one);
  const place = (failure: Failure): Failure => ({
    ...failure,
    ...(failure.location === undefined ? {} : { location: { ...failure.location, file: at(failure.location.file) } }),
    ...(failure.diagnostics === undefined ? {} : { diagnostics: failure.diagnostics.map(placeFile).map(placeName) }),
    ...(failure.frames === undefined ? {} : { frames: failure.frames.map(placeFile) }),
  });
  const tests = report.tests.map(({ id: _, failure, ...test }) => ({
    ...test,
    file: at(test.file),
    ...(failure === undefined ? {} : { failure: place(failure) }),
  }));
  const uncollected = report.uncollected.map((one) => ({ ...one, file: at(one.file), failure: place(one.failure) }));
  return { ...report, tests: withIds(tests), uncollected };
}
