import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { groupCases } from '../../../src/evidence/case-groups.ts';
import { isFailing } from '../../../src/evidence/compare.ts';
import { showFailure } from '../../../src/evidence/reasons.ts';
import type { TestReport } from '../../../src/evidence/report.ts';
import { sampleSource } from '../../../src/testing/sample-source.ts';
import { IS_FULL, ONLY_FULL } from '../../full.ts';
import type { Driver } from '../programs.ts';
import { projectCopy, requestFor } from '../request.ts';
import { CASE_NAMES, CASES, type CaseName, type Shown } from './cases.ts';
import { collectionDifferences } from './collection.ts';
import { COLUMNS, type Column } from './columns.ts';

/** Runs every case that a framework has and holds what it shows against the table. */
export function tableColumn(driver: Driver): void {
  const column = COLUMNS[driver.name];
  if (column === undefined) throw new Error(`There is no column for ${driver.name} in the table.`);
  const rows = CASE_NAMES.map((name) => [name, column.notApplicable[name]] as const);
  const meta = { columns: [{ grid: 'case' as const, framework: driver.name, rows }] };
  describe(`${driver.name} tells every case as it is`, { meta }, () => {
    for (const [name, notApplicable] of rows) {
      if (notApplicable !== undefined) continue;
      it(name, { meta: { row: name } }, async ({ skip }) => {
        skip(!IS_FULL && SLOW.has(driver.name) && !ENOUGH.has(name), ONLY_FULL);
        await showsCase(driver, column, name);
      });
    }
  });
}

/** The project that shows a case, under test/projects; nothing if there is none. */
export function projectOf({ projects }: Pick<Column, 'projects'>, name: CaseName): string | undefined {
  return projects.map((folder) => `${folder}/${name}`).find((path) => existsSync(join(PROJECTS, path)));
}

export const PROJECTS = fileURLToPath(new URL('../../projects', import.meta.url));

async function showsCase(driver: Driver, column: Column, name: CaseName): Promise<void> {
  const project = projectOf(column, name) ?? `${column.projects[0]}/${name}`;
  const directory = projectCopy(project);
  const before = filesIn(directory, column);
  const [report, again] = await runAndAgain(driver, column, name, directory, () => projectCopy(project));

  const { canary = 'seen' } = column;
  expect(told(report, column)).toEqual(expected({ canary, ...CASES[name], ...column.tells[name] }));
  const ids = report.tests.map(({ id }) => id);
  expect([ids.length, ids]).toEqual([new Set(ids).size, column.ids[name] ?? ids]);
  expect(JSON.stringify([report.tests, report.uncollected])).not.toContain(directory);
  if (name === 'failing') showsAssertion(report);
  expect(collectionDifferences(report, directory, name), 'what runs, and what syntax trees show').toEqual([]);
  // Go and Rust have no place for each case, and TAP not even a file.
  if (PLACED.has(driver.name) && (name === 'same-name' || name === 'parametrised')) {
    const groups = groupCases(report.tests, (path) => sampleSource(path, readFileSync(join(directory, path), 'utf8')));
    expect(
      groups.filter((cases) => cases.some(isFailing)).map(({ length }) => length),
      'cases of the test that fails',
    ).toEqual([name === 'same-name' ? 1 : report.tests.length]);
  }
  if (again !== undefined) expect(lasting(again)).toEqual(lasting(report));
  expect(filesIn(directory, column)).toEqual(before);
}

const PLACED: ReadonlySet<string> = new Set(['vitest', 'jest', 'mocha', 'node-test']);

/** An agent that has to fix the code is told what was expected, what came instead, and where. */
function showsAssertion({ tests }: TestReport): void {
  const { id, failure } = tests.find(({ outcome }) => outcome === 'failed') ?? {};
  const { text } = showFailure(id ?? '', failure);
  expect(text).toMatch(/\b1\b(?:.|\n)*\b2\b|\b2\b(?:.|\n)*\b1\b/);
  expect(text).toMatch(/(?:^|\s)\S+\.\w+:\d+/);
}

/** Frameworks that take seconds for each case, and what is played of them. */
const SLOW: ReadonlySet<string> = new Set(['maven', 'jest', 'pytest']);
const ENOUGH: ReadonlySet<CaseName> = new Set([
  'passing',
  'failing',
  'missing-symbol',
  'exit',
  'parametrised',
  'skipped',
  'same-name',
  'syntax-error',
]);

/** Every case is run a second time in full; else the one that has most in its report. */
async function runAndAgain(
  driver: Driver,
  { again, repeated, repeatAsks, asks }: Column,
  name: CaseName,
  directory: string,
  copy: () => string,
): Promise<readonly [TestReport, TestReport?]> {
  const request = requestFor(directory, asks?.(name));
  const isRepeated = IS_FULL || name === 'failing';
  if (again === 'never' || !isRepeated || repeated?.includes(name) === false) return [await driver.run(request)];
  if (again === 'after') return [await driver.run(request), await driver.run({ ...request, ...repeatAsks })];
  return Promise.all([driver.run(request), driver.run(copy(), { ...asks?.(name), ...repeatAsks })]);
}

/** A report in the words of the table. */
function told(report: TestReport, { words = (name) => name }: Column) {
  return {
    tests: report.tests
      .map(({ path, outcome, failure }) =>
        [words(path.at(-1) ?? ''), outcome, failure?.kind].filter(Boolean).join(' / '),
      )
      .sort(),
    uncollected: report.uncollected.map(({ failure }) => failure.kind),
    focused: report.focused,
    runErrors: report.runErrors.length > 0,
    canary: report.canary,
    incomplete: report.incomplete,
    strength: report.strength,
    exitCode: report.exitCode,
  };
}

function expected({ tests = [], uncollected = [], focused, runErrors, canary, incomplete, exitCode }: Shown) {
  return {
    tests: tests.map((test) => test.join(' / ')).sort(),
    uncollected,
    focused: focused ?? false,
    runErrors: runErrors ?? false,
    canary,
    incomplete: incomplete === undefined ? null : expect.stringContaining(incomplete),
    strength: 'strong',
    exitCode: exitCode ?? expect.toSatisfy(isExitCode),
  };
}

function isExitCode(code: unknown): boolean {
  return code === null || typeof code === 'number';
}

/** What must be the same in every run of the same tests, with or without a canary. */
function lasting({ tests, uncollected, runErrors, focused, incomplete, signal }: TestReport) {
  const sorted = tests.map(({ durationMs: _, ...test }) => test).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { tests: sorted, uncollected, runErrors, focused, incomplete, signal };
}

/** The files of a project, but for its dependencies and what building it leaves, unless that is of the canary. */
function filesIn(directory: string, { leaves }: Column): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)))
    .filter((path) => leaves?.test(path) !== true || /baton/i.test(path))
    .sort();
}
