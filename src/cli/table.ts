import { cut, oneLine, widthOf } from './plain-text.ts';

/**
 * Rows in columns as wide as their longest cell. In a terminal of so many columns no line is wider than it: the last
 * column gives way first, then the widest one, each down to a width at which it still says something.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[], columns?: number): string {
  const cells = [head, ...rows].map((row) => row.map(oneLine));
  const natural = head.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const widths = columns === undefined ? cappedLast(natural) : fitted(natural, columns - 1);
  return cells
    .map((row) =>
      cut(row.map((cell, column) => pad(cell, widths[column] ?? 0)).join(GAP), columns ?? Infinity).trimEnd(),
    )
    .join('\n');
}

const GAP = '  ';
const WIDEST_LAST = 60;
const NARROWEST_LAST = 16;
const NARROWEST = 8;

function cappedLast(widths: readonly number[]): number[] {
  return widths.map((width, column) => (column === widths.length - 1 ? Math.min(width, WIDEST_LAST) : width));
}

/** Widths that fit into the room, as far as that is possible. */
function fitted(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  const last = widths.length - 1;
  const excess = () => widths.reduce((sum, width) => sum + width, GAP.length * last) - room;
  widths[last] = Math.max(Math.min(widths[last] ?? 0, NARROWEST_LAST), (widths[last] ?? 0) - Math.max(0, excess()));
  while (excess() > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= NARROWEST) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function pad(cell: string, width: number): string {
  const shown = cut(cell, width);
  return `${shown}${' '.repeat(Math.max(0, width - widthOf(shown)))}`;
}
