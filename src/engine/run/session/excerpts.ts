import { readItem } from '../../../evidence/plan/test-list.ts';

const LINES = 16;
const CHARACTERS = 800;

/** The beginning of a file: enough to see how it is written, and no more of it when it grows. */
export function beginningOf(text: string): string {
  const beginning = text.slice(0, CHARACTERS).split('\n').slice(0, LINES).join('\n');
  return beginning.length === text.length ? text : `${beginning.trimEnd()}\n[... and so on ...]\n`;
}

const RECENT = 10;

/** A test list without the items that were completed long ago: they would be more at every cycle. */
export function recentList(text: string): string {
  const lines = text.split('\n');
  const completed = lines.flatMap((line, at) => (isCompleted(line) ? [at] : []));
  const old = new Set(completed.slice(0, -RECENT));
  const told = `(${old.size} completed items are not shown here; they stay in the file)`;
  return lines
    .flatMap((line, at) => (at === completed[0] && old.has(at) ? [told] : old.has(at) ? [] : [line]))
    .join('\n');
}

function isCompleted(line: string): boolean {
  const item = readItem(line);
  return typeof item === 'object' && item.done;
}
