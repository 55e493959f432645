import { cut, oneLine, widthOf } from './plain-text.ts';

/** Rows in columns as wide as their longest cell; the last column is cut to what a line can hold. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(oneLine));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  return cells
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const WIDEST_LAST = 60;

function pad(cell: string, widths: readonly number[], column: number): string {
  if (column === widths.length - 1) return cut(cell, WIDEST_LAST);
  return `${cell}${' '.repeat((widths[column] ?? 0) - widthOf(cell))}`;
}
