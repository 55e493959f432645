import type { TestCase, TestModule, TestSuite } from 'vitest/node';
import { FRAMEWORK_NAMES } from '../../src/frameworks/registry.ts';
import type { GridColumn } from './grid.ts';

/** The grids of a run as lines: a column per framework that took part, and the reasons of what does not apply. */
export function drawGrids(modules: readonly TestModule[]): string[] {
  const columns = modules
    .flatMap((module) => [...module.children.allSuites()].flatMap(columnsOf))
    .sort((a, b) => FRAMEWORK_NAMES.indexOf(a.framework) - FRAMEWORK_NAMES.indexOf(b.framework));
  return ['case', 'rule'].flatMap((grid) => drawGrid(columns.filter((column) => column.grid === grid)));
}

interface Column extends GridColumn {
  /** What came of each row. */
  readonly cells: ReadonlyMap<string, string>;
}

function columnsOf(suite: TestSuite): Column[] {
  return (suite.meta().columns ?? []).map((column) => {
    const cells = new Map<string, string>();
    for (const test of suite.children.allTests()) {
      const { row } = test.meta();
      if (row !== undefined && cells.get(row) !== STATES.failed) cells.set(row, stateOf(test));
    }
    return { ...column, cells };
  });
}

/** A test that a name pattern left out has no reason to be skipped. */
function stateOf(test: TestCase): string {
  const result = test.result();
  return result.state === 'skipped' && result.note === undefined ? STATES.pending : STATES[result.state];
}

const STATES = { passed: 'ok', failed: 'FAILED', skipped: 'skipped', pending: '-' } as const;

function drawGrid(columns: readonly Column[]): string[] {
  const [longest] = [...columns].sort((a, b) => b.rows.length - a.rows.length);
  if (longest === undefined) return [];
  const table = [
    [longest.grid, ...columns.map(({ framework }) => framework)],
    ...longest.rows.map(([row]) => [row, ...columns.map((column) => cellOf(column, row))]),
  ];
  const width = (at: number) => Math.max(...table.map((line) => line[at]?.length ?? 0));
  const widths = table[0]?.map((_, at) => width(at)) ?? [];
  const lines = table.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return ['', ...lines.map((line) => line.trimEnd()), ...columns.flatMap(reasonsOf)];
}

function cellOf({ rows, cells, notApplicable }: Column, row: string): string {
  const why = notApplicable ?? rows.find(([name]) => name === row)?.[1];
  return why === undefined ? (cells.get(row) ?? STATES.pending) : 'n/a';
}

/** One line for each reason, with all it is the reason for. */
function reasonsOf({ framework, rows, notApplicable }: Column): string[] {
  if (notApplicable !== undefined) return [`n/a ${framework}: ${notApplicable}`];
  const rowsFor = new Map<string, string[]>();
  for (const [row, why] of rows) if (why !== undefined) rowsFor.set(why, [...(rowsFor.get(why) ?? []), row]);
  return [...rowsFor].map(([why, names]) => `n/a ${framework} (${names.join(', ')}): ${why}`);
}
