import { isObject } from '../../base/json.ts';
import { type Count, countOf, damaged, type FileCoverage, parseJson } from './file-coverage.ts';

/** Reads the `json-summary` report of Istanbul: counts by file, beside a `total` that is not gone by. */
export function readIstanbulSummary(text: string): readonly FileCoverage[] {
  const report = parseJson(text, 'json-summary');
  if (!isObject(report) || !isObject(report.total)) throw damaged('json-summary', 'it has no total');
  return Object.entries(report)
    .filter(([path]) => path !== 'total')
    .map(([path, summary]) => fileOf(path, summary));
}

function fileOf(path: string, summary: unknown): FileCoverage {
  const count = (what: string): Count => {
    const given = isObject(summary) ? summary[what] : undefined;
    const found = isObject(given) ? countOf(given.total, given.covered) : undefined;
    if (found === undefined) throw damaged('json-summary', `${what} of ${path} is no count`);
    return found;
  };
  return {
    path,
    lines: count('lines'),
    statements: count('statements'),
    branches: count('branches'),
    functions: count('functions'),
  };
}
