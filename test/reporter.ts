import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { drawGrids } from './frameworks/draw-grids.ts';

interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line per skipped test, with why. */
  readonly skipped: readonly string[];
  /** What every test framework was seen to do, as tables. */
  readonly grids: readonly string[];
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
  #tally: Tally | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    if (!vitest.config.watch) process.once('exit', (code) => this.#printLast(code));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const filtered = this.#vitest?.config.testNamePattern !== undefined;
    this.#tally = count(modules, unhandledErrors.length, filtered);
    if (this.#vitest?.config.watch) print(this.#tally);
  }

  /** A run that exits with an error has failed, also when no test says so: no test found, a threshold missed. */
  #printLast(code: number): void {
    const tally = this.#tally ?? { passed: 0, failed: 0, skipped: [], grids: [], slowest: [] };
    if (code !== 0) print({ ...tally, failed: Math.max(tally.failed, 1) });
    else if (this.#tally !== undefined) print(tally);
  }
}

/** Files and suites that break, in an import or a hook, and unhandled errors each count as one failure more. */
function count(modules: readonly TestModule[], unhandledErrors: number, filtered: boolean): Tally {
  let passed = 0;
  let failed = unhandledErrors;
  const skipped: string[] = [];
  for (const module of modules) {
    for (const suite of [module, ...module.children.allSuites()]) if (suite.errors().length > 0) failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      if (state === 'failed') failed++;
      if (state === 'skipped' && !(filtered && reasonOf(test) === undefined)) skipped.push(describeSkip(test));
    }
  }
  return { passed, failed, skipped, grids: drawGrids(modules), slowest: slowestOf(modules) };
}

const MANY_FILES = 100;
const MOST_TOLD = 20;

function slowestOf(modules: readonly TestModule[]): readonly string[] {
  if (modules.length < MANY_FILES) return [];
  const taken = modules.map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }));
  const slowest = taken.sort((a, b) => b.ms - a.ms).slice(0, MOST_TOLD);
  return [
    'slowest files:',
    ...slowest.map(({ name, ms }) => `${String(Math.round(ms / 1000)).padStart(5)} s  ${name}`),
  ];
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

function print({ passed, failed, skipped, grids, slowest }: Tally): void {
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
  process.stdout.write(`${[...grids, ...slowest, ...skipped, counts.join(', ')].join('\n')}\n`);
}
