import { describe, expect, it } from 'vitest';
import { readCoveragePy } from './coverage-py.ts';
import { NO_COUNT } from './file-coverage.ts';
import { readGoProfile } from './go-profile.ts';
import { readIstanbulSummary } from './istanbul.ts';
import { readLcov } from './lcov.ts';

const LCOV = `TN:
SF:src/stack.ts
FN:1,push
FN:5,pop
FNDA:3,push
FNDA:0,pop
FNF:2
FNH:2
DA:1,3
DA:2,3
DA:5,0
DA:6,0
LF:4
LH:4
BRDA:2,0,0,1
BRDA:2,0,1,-
end_of_record
`;

describe('a report of coverage is read from', () => {
  it('lcov, by its records and not by the sums it gives', () => {
    expect(readLcov(LCOV)).toEqual([
      {
        path: 'src/stack.ts',
        lines: { total: 4, covered: 2 },
        statements: { total: 4, covered: 2 },
        branches: { total: 2, covered: 1 },
        functions: { total: 2, covered: 1 },
      },
    ]);
  });

  it('lcov with a file told twice, which counts once', () => {
    const twice = `SF:a.js\nDA:1,0\nDA:2,1\nend_of_record\nSF:a.js\nDA:1,1\nDA:2,0\nend_of_record\n`;
    expect(readLcov(twice).map(({ lines }) => lines)).toEqual([{ total: 2, covered: 2 }]);
  });

  it("Istanbul's summary", () => {
    const count = { total: 10, covered: 9, skipped: 0, pct: 100 };
    const file = { lines: count, statements: count, branches: { ...count, covered: 5 }, functions: count };
    const text = JSON.stringify({ total: file, '/proof/src/a.ts': file });
    expect(readIstanbulSummary(text)).toMatchObject([{ path: '/proof/src/a.ts', branches: { total: 10, covered: 5 } }]);
  });

  it('coverage.py', () => {
    const summary = { covered_lines: 8, num_statements: 10, num_branches: 4, covered_branches: 3 };
    const functions = { '': { summary }, add: { summary }, never: { summary: { ...summary, covered_lines: 0 } } };
    expect(readCoveragePy(JSON.stringify({ files: { 'src/a.py': { summary, functions } } }))).toEqual([
      {
        path: 'src/a.py',
        lines: { total: 10, covered: 8 },
        statements: { total: 10, covered: 8 },
        branches: { total: 4, covered: 3 },
        functions: { total: 2, covered: 1 },
      },
    ]);
  });

  it("Go's profile, without the name of the module", () => {
    const text =
      'mode: set\nexample.com/m/a/a.go:3.20,5.2 2 1\nexample.com/m/a/a.go:7.2,7.9 1 0\nexample.com/m/a/a.go:7.2,7.9 1 0\n';
    expect(readGoProfile(text, 'example.com/m')).toEqual([
      {
        path: 'a/a.go',
        lines: { total: 3, covered: 2 },
        statements: { total: 3, covered: 2 },
        branches: NO_COUNT,
        functions: NO_COUNT,
      },
    ]);
  });
});

describe('a report of coverage is refused when', () => {
  it.each<[string, () => unknown]>([
    ['an lcov record does not end', () => readLcov('SF:a.js\nDA:1,1\n')],
    ['an lcov count is no number', () => readLcov('SF:a.js\nDA:1,1e9\nend_of_record\n')],
    ['an lcov record ends that did not begin', () => readLcov('end_of_record\n')],
    ['a summary is no JSON', () => readIstanbulSummary('<html>')],
    [
      'a summary covers more than there is',
      () => readIstanbulSummary('{"total":{},"a":{"lines":{"total":1,"covered":2}}}'),
    ],
    [
      'a summary has negative counts',
      () => readIstanbulSummary('{"total":{},"a":{"lines":{"total":-1,"covered":-2}}}'),
    ],
    ['a summary has no total', () => readIstanbulSummary('[]')],
    ['coverage.py names no files', () => readCoveragePy('{"totals": {"percent_covered": 100}}')],
    ['coverage.py gives no counts', () => readCoveragePy('{"files": {"a.py": {"summary": {"num_statements": "x"}}}}')],
    ['a profile has no mode', () => readGoProfile('example.com/a.go:1.1,2.2 1 1\n', '')],
    ['a profile holds something else', () => readGoProfile('mode: set\nhello\n', '')],
  ])('%s', (_, read) => {
    expect(read).toThrow(/report of coverage cannot be read/);
  });
});
