import { z } from 'zod';
import type { TestCheck } from '../../engine/test-checks.ts';
import { failureSchema, type TestCase, type TestReport, testSchema, type Uncollected } from '../../evidence/report.ts';
import { redactText } from '../../handoff/redact.ts';

/** A report tells what is wrong first, and no more than a caller can read. */
const MOST_TESTS = 100;
const MOST_UNCOLLECTED = 20;
const MOST_ERRORS = 10;
const LONGEST_MESSAGE = 2_000;
const LONGEST_OUTPUT = 4_000;

const failure = failureSchema.omit({ diagnostics: true });
const count = z.int().min(0);

/** What was looked at, and whether it can be believed. */
export const checkShape = {
  tree: z.string().describe('The tree of git whose tests ran'),
  looked_at: z.string().describe('What that tree is'),
  framework: z.string(),
  all_pass: z.boolean().describe('Whether every test passes and the report stands'),
  totals: z.object({
    passed: count,
    failed: count,
    skipped: count,
    todo: count,
    errored: count,
    uncollected: count.describe('Files whose tests could not be collected'),
    executed: count,
    total: count,
  }),
  evidence: z.enum(['strong', 'weak']).describe('`strong`: every test was seen by name; `weak`: only an exit code'),
  doubts: z.array(z.string()).describe('Why the report shows nothing, or not everything; empty if it stands'),
  cached: z.boolean().describe('Whether this tree had been proved before'),
};

/** The report of a whole run of the tests, what is wrong first. */
export const suiteShape = {
  ...checkShape,
  sandbox: z.string().describe('How the tests were kept in'),
  dependencies: z.string().describe('What the tests were given'),
  tests: z
    .array(testSchema.pick({ id: true, outcome: true, durationMs: true }).extend({ failure: failure.optional() }))
    .describe('Failing ones first'),
  uncollected: z.array(z.object({ file: z.string(), failure })),
  run_errors: z.array(z.string()),
  output: z.string().optional().describe('The end of what the run printed, where something is wrong'),
  left_out: z.array(z.string()).describe('What was cut, in words'),
};

export type Check = z.infer<z.ZodObject<typeof checkShape>>;
export type Suite = z.infer<z.ZodObject<typeof suiteShape>>;

export function checkOf({ tree, told, framework, totals, evidence, doubts, allPass, cached }: TestCheck): Check {
  return {
    tree,
    looked_at: told,
    framework,
    all_pass: allPass,
    totals: { ...totals },
    evidence,
    doubts: doubts.slice(0, MOST_ERRORS).map(shortMessage),
    cached,
  };
}

export function suiteOf(check: TestCheck): Suite {
  const { report, allPass, sandbox, dependencies } = check;
  const tests = worstFirst(report.tests);
  return {
    ...checkOf(check),
    sandbox,
    dependencies,
    tests: tests.slice(0, MOST_TESTS).map(shortTest),
    uncollected: report.uncollected.slice(0, MOST_UNCOLLECTED).map(shortUncollected),
    run_errors: report.runErrors.slice(0, MOST_ERRORS).map(shortMessage),
    ...(allPass || report.output === '' ? {} : { output: redactText(report.output).text.slice(-LONGEST_OUTPUT) }),
    left_out: leftOut(report),
  };
}

/** The ids of tests that do not pass, up to a number. */
export function failingOf({ tests }: TestReport, most: number): readonly string[] {
  return tests
    .filter(isWrong)
    .slice(0, most)
    .map(({ id }) => id);
}

/** Counts in words, with what is doubtful. */
export function tellCheck({ looked_at: at, totals, doubts, evidence, all_pass: allPass }: Check): string {
  const wrong = [
    [totals.failed, 'failed'],
    [totals.errored, 'broke'],
    [totals.skipped, 'skipped'],
    [totals.todo, 'to do'],
    [totals.uncollected, totals.uncollected === 1 ? 'file not collected' : 'files not collected'],
  ] as const;
  const counts = [`${totals.passed} passed`, ...wrong.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`)];
  const doubt = doubts.length === 0 ? '' : ` Doubts: ${doubts.join('; ')}.`;
  const weak = evidence === 'weak' ? ' Only an exit code was seen: weak evidence.' : '';
  return `${allPass ? 'All tests pass' : 'Not all tests pass'} (${at}): ${counts.join(', ')}.${weak}${doubt}`;
}

/** Secrets are taken out before anything is cut: half a secret would not be known as one. */
export function shortMessage(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message;
  return `${redactText(message).text.slice(0, LONGEST_MESSAGE)} ... (cut)`;
}

function isWrong({ outcome }: TestCase): boolean {
  return outcome === 'failed' || outcome === 'errored';
}

function worstFirst(tests: readonly TestCase[]): readonly TestCase[] {
  const passed = tests.filter(({ outcome }) => outcome === 'passed');
  const between = tests.filter((test) => !isWrong(test) && test.outcome !== 'passed');
  return [...tests.filter(isWrong), ...between, ...passed];
}

function shortTest({ id, outcome, durationMs, failure: why }: TestCase): Suite['tests'][number] {
  return {
    id,
    outcome,
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(why === undefined ? {} : { failure: shortFailure(why) }),
  };
}

function shortUncollected({ file, failure: why }: Uncollected): Suite['uncollected'][number] {
  return { file, failure: shortFailure(why) };
}

function shortFailure({ kind, message, location }: NonNullable<TestCase['failure']>): z.infer<typeof failure> {
  return { kind, message: shortMessage(message), ...(location === undefined ? {} : { location }) };
}

function leftOut({ tests, uncollected, runErrors }: TestReport): string[] {
  const cut = [
    [tests.length - MOST_TESTS, 'tests'],
    [uncollected.length - MOST_UNCOLLECTED, 'files that could not be collected'],
    [runErrors.length - MOST_ERRORS, 'errors of the run'],
  ] as const;
  return cut.filter(([n]) => n > 0).map(([n, what]) => `${n} more ${what}`);
}
