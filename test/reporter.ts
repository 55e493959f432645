import type { Reporter, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';
import { drawGrids } from './frameworks/draw-grids.ts';
import { REQUIREMENTS } from './requirements.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line per failure, told once more at the end: whoever sees only the last lines sees what failed. */
  readonly failures: readonly string[];
  /** One line per skipped test, with why. */
  readonly skipped: readonly string[];
  /** What every test framework was seen to do, as tables. */
  readonly grids: readonly string[];
  /** Requirements that no test shows, of a run of all tests: each counts as a failure. */
  readonly unshown: readonly string[];
  /** Where the time went, for whoever wants the run to be shorter; nothing for a few files. */
  readonly slowest: readonly string[];
}

/**
 * Ends every run with one line a person and a script can trust: `N passed, N failed`, and `, N skipped` after one line
 * for each; before them come the tables of test frameworks, if their tests ran, and the slowest files of a long run. It is
 * written when the process exits, after the coverage table and whatever else is printed late.
 */
export default class TallyReporter implements Reporter {
  #vitest: Vitest | undefined;
  /** When each file began, in ms. */
  readonly #begun = new Map<string, number>();
  #tally: Tally | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    if (!vitest.config.watch) process.once('exit', (code) => this.#printLast(code));
  }

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#begun.set(moduleId, performance.now());
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const filtered = this.#vitest?.config.testNamePattern !== undefined;
    this.#tally = { ...count(modules, unhandledErrors, filtered), slowest: this.#slowestOf(modules) };
    if (this.#tally.unshown.length > 0) process.exitCode = 1;
    if (this.#vitest?.config.watch) print(this.#tally);
  }

  /** The files that took longest, and when they began: one that begins late keeps all but one core waiting. */
  #slowestOf(modules: readonly TestModule[]): readonly string[] {
    if (modules.length < MANY_FILES) return [];
    const taken = modules.map((module) => ({ module, ms: module.diagnostic().duration }));
    const first = Math.min(...this.#begun.values());
    const seconds = (ms: number) => String(Math.round(ms / 1000)).padStart(5);
    return [
      'slowest files:',
      ...taken
        .sort((a, b) => b.ms - a.ms)
        .slice(0, MOST_TOLD)
        .map(({ module, ms }) => {
          const begun = (this.#begun.get(module.moduleId) ?? first) - first;
          return `${seconds(ms)} s, from ${seconds(begun)} s  ${module.relativeModuleId}`;
        }),
    ];
  }

  /** A run that exits with an error has failed, also when no test says so: no test found, a threshold missed. */
  #printLast(code: number): void {
    const tally = this.#tally ?? NOTHING_RUN;
    if (code !== 0 && tally.failed === 0)
      print({
        ...tally,
        failed: 1,
        failures: [
          `failed: the run ended with exit code ${code}, and no test failed: look for "ERROR" above, a threshold of coverage for one`,
        ],
      });
    else if (code !== 0) print(tally);
    else if (this.#tally !== undefined) print(tally);
  }
}

const NOTHING_RUN: Tally = { passed: 0, failed: 0, failures: [], skipped: [], grids: [], unshown: [], slowest: [] };

/** Files and suites that break, in an import or a hook, and unhandled errors each count as one failure more. */
function count(modules: readonly TestModule[], unhandledErrors: readonly unknown[], filtered: boolean): Tally {
  let passed = 0;
  const failures = unhandledErrors.map((error) => describeFailure('outside every test', error));
  const skipped: string[] = [];
  for (const module of modules) {
    for (const suite of [module, ...module.children.allSuites()]) {
      const [error] = suite.errors();
      if (error !== undefined) failures.push(describeFailure(nameOf(suite, module), error));
    }
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed++;
      if (state === 'failed') failures.push(describeFailure(nameOf(test, module), errors?.[0]));
      if (state === 'skipped' && !(filtered && reasonOf(test) === undefined)) skipped.push(describeSkip(test));
    }
  }
  const unshown = filtered ? [] : unshownBy(modules);
  const failed = failures.length + unshown.length;
  return { passed, failed, failures, skipped, grids: drawGrids(modules), unshown, slowest: [] };
}

/** Requirements that no test shows, of a run of all tests. */
function unshownBy(modules: readonly TestModule[]): readonly string[] {
  if (modules.length < MANY_FILES) return [];
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  return notShown(tests.map((test) => ({ name: test.name, state: test.result().state })));
}

interface EndedTest {
  /** Its own title, without those of the suites around it. */
  readonly name: string;
  readonly state: ReturnType<TestCase['result']>['state'];
}

/**
 * Requirements that are cited in the title of no test that passed. A suite's title would cite for each test in it, and a
 * skipped test shows nothing: what needs a program that may be missing here has another test beside it.
 */
export function notShown(tests: readonly EndedTest[]): readonly string[] {
  const passed = tests.filter(({ state }) => state === 'passed');
  const cited = new Set(passed.flatMap(({ name }) => name.match(CITATION) ?? []));
  return REQUIREMENTS.filter(({ id }) => !cited.has(id)).map(({ id, sentence }) => `no test shows ${id}: ${sentence}`);
}

const CITATION = /\bR00\d-\d+\b/g;

const MANY_FILES = 100;
const MOST_TOLD = 20;

function nameOf(failed: TestModule | TestSuite | TestCase, module: TestModule): string {
  return failed.type === 'module' ? module.relativeModuleId : `${module.relativeModuleId} > ${failed.fullName}`;
}

function describeFailure(name: string, error: unknown): string {
  const message =
    error instanceof Object && 'message' in error ? String(error.message) : String(error ?? 'no error told');
  return `failed: ${name} (${message.slice(0, 300)})`.replace(/\s+/g, ' ');
}

function describeSkip(test: TestCase): string {
  return `skipped: ${test.fullName} (${reasonOf(test) ?? 'no reason given'})`.replace(/\s+/g, ' ');
}

/** Undefined also for tests that a name pattern left out: vitest does not tell them from `test.skip`. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  return test.options.mode === 'todo' ? 'todo' : undefined;
}

function print({ passed, failed, failures, skipped, grids, unshown, slowest }: Tally): void {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
  process.stdout.write(
    `${[...grids, ...slowest, ...skipped, ...failures, ...unshown, counts.join(', ')].join('\n')}\n`,
  );
}
