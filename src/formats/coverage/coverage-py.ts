import { isObject } from '../../base/json.ts';
import { countOf, damaged, type FileCoverage, NO_COUNT, parseJson } from './file-coverage.ts';

/** Reads the JSON report of coverage.py. It counts statements, and calls them lines. */
export function readCoveragePy(text: string): readonly FileCoverage[] {
  const report = parseJson(text, 'coverage.py');
  const files = isObject(report) ? report.files : undefined;
  if (!isObject(files)) throw damaged('coverage.py', 'it has no files');
  return Object.entries(files).map(([path, file]) => fileOf(path, isObject(file) ? file : {}));
}

function fileOf(path: string, { summary, functions }: Readonly<Record<string, unknown>>): FileCoverage {
  const counts = isObject(summary) ? summary : {};
  const lines = countOf(counts.num_statements, counts.covered_lines);
  const branches = countOf(counts.num_branches ?? 0, counts.covered_branches ?? 0);
  if (lines === undefined || branches === undefined) throw damaged('coverage.py', `the summary of ${path} is no count`);
  return { path, lines, statements: lines, branches, functions: functionsOf(functions) };
}

/** Since version 7.5 functions are told by name; the entry without one is the code outside of them. */
function functionsOf(functions: unknown) {
  if (!isObject(functions)) return NO_COUNT;
  const named = Object.entries(functions).filter(([name]) => name !== '');
  const isCovered = ([, given]: readonly [string, unknown]) => {
    const summary = isObject(given) ? given.summary : undefined;
    return isObject(summary) && typeof summary.covered_lines === 'number' && summary.covered_lines > 0;
  };
  return { total: named.length, covered: named.filter(isCovered).length };
}
