import { type Count, countOf, damaged, type FileCoverage, NO_COUNT } from './file-coverage.ts';

interface Section {
  readonly path: string;
  readonly lines: Map<number, boolean>;
  readonly functions: Map<string, boolean>;
  branches: Count;
}

/**
 * Reads an lcov trace file. Lines and functions are counted from their own records, not from the sums a report gives of
 * them; a file that is told twice counts once.
 */
export function readLcov(text: string): readonly FileCoverage[] {
  const files = new Map<string, Section>();
  let open: Section | undefined;
  for (const line of text.split('\n')) {
    const [, key = '', rest = ''] = /^([A-Z]+):(.*?)\r?$/.exec(line) ?? [];
    if (key === 'SF') {
      open = files.get(rest) ?? newSection(rest);
      files.set(rest, open);
    } else if (line.startsWith('end_of_record')) {
      if (open === undefined) throw damaged('lcov', 'a record ends that did not begin');
      open = undefined;
    } else if (open !== undefined) {
      take(open, key, rest);
    }
  }
  if (open !== undefined) throw damaged('lcov', `the record of ${open.path} does not end`);
  return [...files.values()].map(fileOf);
}

function newSection(path: string): Section {
  return { path, lines: new Map(), functions: new Map(), branches: NO_COUNT };
}

function take(section: Section, key: string, rest: string): void {
  const fields = rest.split(',');
  if (key === 'DA') {
    const [line = '', hits = ''] = fields;
    section.lines.set(
      numberIn(line, section),
      (section.lines.get(Number(line)) ?? false) || numberIn(hits, section) > 0,
    );
  } else if (key === 'FNDA') {
    const name = fields.slice(1).join(',');
    const hits = numberIn(fields[0] ?? '', section);
    section.functions.set(name, (section.functions.get(name) ?? false) || hits > 0);
  } else if (key === 'BRDA') {
    const hits = fields.at(-1) ?? '';
    const covered = hits !== '-' && numberIn(hits, section) > 0 ? 1 : 0;
    section.branches = { total: section.branches.total + 1, covered: section.branches.covered + covered };
  }
}

function numberIn(text: string, { path }: Section): number {
  const number = Number(text);
  if (/^\d{1,15}$/.test(text) && Number.isSafeInteger(number)) return number;
  throw damaged('lcov', `${JSON.stringify(text.slice(0, 40))} of ${path} is no number`);
}

function fileOf({ path, lines, functions, branches }: Section): FileCoverage {
  const count = (those: ReadonlyMap<unknown, boolean>) =>
    countOf(those.size, [...those.values()].filter(Boolean).length) ?? NO_COUNT;
  return { path, lines: count(lines), statements: count(lines), branches, functions: count(functions) };
}
