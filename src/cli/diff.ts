import { grouped } from '../workflow/story/amounts.ts';
import type { Paint, Style } from './paint.ts';
import { visibleLine } from './plain-text.ts';

/** A longer line says how much of it is missing: minified files have lines of a megabyte. */
const MAX_LINE = 1_000;

/**
 * A patch as git writes it, line by line, in colours where there are any. The files are an agent's: control characters
 * are written out, and nothing in a changed line can pass for a header.
 */
export function renderDiff(patch: string, paint: Paint): string[] {
  if (patch === '') return [];
  return classify(patch.replace(/\n$/, '').split('\n')).map(({ text, style, isCrlf }) => {
    const line = isCrlf ? text.replace(/\r$/, '') : text;
    const shown = line.length <= MAX_LINE ? line : line.slice(0, MAX_LINE);
    const rest = line.length - shown.length;
    const more = rest === 0 ? '' : ` [... ${grouped(rest)} more characters]`;
    return style === undefined ? `${visibleLine(shown)}${more}` : `${paint(visibleLine(shown), ...style)}${more}`;
  });
}

interface DiffLine {
  readonly text: string;
  readonly style?: readonly Style[] | undefined;
  /** Whether every line of its hunk ends with a carriage return, which then is not worth showing. */
  readonly isCrlf?: boolean | undefined;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Hunks are followed by the counts in their headers: a removed line `-- x` looks like the header of a file otherwise. */
function classify(lines: readonly string[]): DiffLine[] {
  const classified: DiffLine[] = [];
  let at = 0;
  while (at < lines.length) {
    const text = lines[at] ?? '';
    const hunk = HUNK.exec(text);
    at += 1;
    if (hunk === null) {
      classified.push({ text, style: ['bold'] });
      continue;
    }
    classified.push({ text, style: ['cyan'] });
    const end = endOfHunk(lines, at, Number(hunk[1] ?? 1), Number(hunk[2] ?? 1));
    const body = lines.slice(at, end);
    const isCrlf = body.every((line) => line.endsWith('\r') || line.startsWith('\\'));
    classified.push(...body.map((line) => ({ text: line, style: STYLES[line.charAt(0)], isCrlf })));
    at = end;
  }
  return classified;
}

const STYLES: Readonly<Record<string, readonly Style[]>> = { '+': ['green'], '-': ['red'], '\\': ['dim'] };

function endOfHunk(lines: readonly string[], start: number, removed: number, added: number): number {
  let [left, right] = [removed, added];
  let at = start;
  while (at < lines.length && (left > 0 || right > 0 || lines[at]?.startsWith('\\') === true)) {
    const sign = lines[at]?.charAt(0) ?? '';
    if (!' +-\\'.includes(sign)) break;
    if (sign !== '+' && sign !== '\\') left -= 1;
    if (sign !== '-' && sign !== '\\') right -= 1;
    at += 1;
  }
  return at;
}
