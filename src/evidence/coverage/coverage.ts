import { z } from 'zod';
import type { Count, FileCoverage } from '../../formats/coverage/file-coverage.ts';

const percent = z.number().min(0).max(100);

/** Shares of the code that tests ran, in percent. */
export const coverageSchema = z.object({
  statements: percent,
  branches: percent,
  functions: percent,
  lines: percent,
});
export type Coverage = Readonly<z.infer<typeof coverageSchema>>;

/** The shares over all files, cut to two decimals; nothing where no file has a line. What there is none of is covered. */
export function summarise(files: readonly FileCoverage[]): Coverage | undefined {
  const sum = (what: keyof Omit<FileCoverage, 'path'>) => percentOf(addUp(files.map((file) => file[what])));
  if (addUp(files.map(({ lines }) => lines)).total === 0) return undefined;
  return { statements: sum('statements'), branches: sum('branches'), functions: sum('functions'), lines: sum('lines') };
}

/** The files of which tests ran least, the worst first. */
export function leastCovered(files: readonly FileCoverage[], most: number): readonly FileCoverage[] {
  const missing = ({ lines: { total, covered } }: FileCoverage) => total - covered;
  return files
    .filter((file) => missing(file) > 0)
    .sort((a, b) => missing(b) - missing(a) || (a.path < b.path ? -1 : 1))
    .slice(0, most);
}

/** A share in percent. Cut, not rounded: what is not reached must not look as if it were. */
export function percentOf({ total, covered }: Count): number {
  return total === 0 ? 100 : Math.floor((covered / total) * 10_000) / 100;
}

function addUp(counts: readonly Count[]): Count {
  return {
    total: counts.reduce((sum, { total }) => sum + total, 0),
    covered: counts.reduce((sum, { covered }) => sum + covered, 0),
  };
}
