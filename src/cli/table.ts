/** Rows in columns as wide as their longest cell; the last column is cut to what a line can hold. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(oneLine));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
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
  if (column < widths.length - 1) return cell.padEnd(widths[column] ?? 0);
  return cell.length > WIDEST_LAST ? `${cell.slice(0, WIDEST_LAST - 1)}…` : cell;
}

/** A cell from outside must not break the line it stands in, nor steer the terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
