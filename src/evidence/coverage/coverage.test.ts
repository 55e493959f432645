import { describe, expect, it } from 'vitest';
import { type FileCoverage, NO_COUNT } from '../../formats/coverage/file-coverage.ts';
import { SAMPLE_ROLES, sampleChange } from '../../testing/evidence-samples.ts';
import { coverageThatCounts, leastCovered, summarise } from './coverage.ts';

function file(path: string, total: number, covered: number): FileCoverage {
  const lines = { total, covered };
  return { path, lines, statements: lines, branches: NO_COUNT, functions: NO_COUNT };
}

describe('coverage', () => {
  it('is the share over all files, cut and not rounded, and what there is none of is covered', () => {
    expect(summarise([file('a', 100, 100), file('b', 100, 99)])).toMatchObject({ lines: 99.5, branches: 100 });
    expect(summarise([file('a', 30_000, 29_999)])?.lines).toBe(99.99);
    expect(summarise([])).toBeUndefined();
  });

  it('names the files that miss most', () => {
    const files = [file('a', 10, 10), file('b', 10, 9), file('c', 100, 50)];
    expect(leastCovered(files, 5).map(({ path }) => path)).toEqual(['c', 'b']);
  });

  it('counts neither tests nor configuration, and counts code that no test loads as not run', () => {
    const reported = [file('src/a.ts', 2, 2), file('test/a.test.ts', 9, 9), file('vitest.config.ts', 9, 9)];
    const changes = [
      sampleChange('src/b.ts', undefined, '// says\nexport function b() {\n  return 1;\n}\n'),
      sampleChange('src/types.ts', undefined, 'export interface A {\n  readonly b: string;\n}\n'),
      sampleChange('src/index.ts', undefined, "export * from './a.ts';\n"),
      sampleChange('test/b.test.ts', undefined, 'const a = 1;\n'),
      sampleChange('docs/a.md', undefined, 'const a = 1;\n'),
      sampleChange('src/gone.ts', 'const a = 1;\n', undefined),
    ];
    const counted = coverageThatCounts(reported, changes, SAMPLE_ROLES);
    expect(counted.map(({ path, lines }) => [path, lines.total, lines.covered])).toEqual([
      ['src/a.ts', 2, 2],
      ['src/b.ts', 2, 0],
    ]);
  });
});
