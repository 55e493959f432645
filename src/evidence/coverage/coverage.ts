import { z } from 'zod';

/** How many of something there are, and how many of them tests ran. */
export interface Count {
  readonly total: number;
  readonly covered: number;
}

/** What tests ran of one file. */
export interface FileCoverage {
  readonly path: string;
  readonly lines: Count;
  readonly statements: Count;
  readonly branches: Count;
  readonly functions: Count;
}

const percent = z.number().min(0).max(100);

/** Shares of the code that tests ran, in percent. */
export const coverageSchema = z.object({
  statements: percent,
  branches: percent,
  functions: percent,
  lines: percent,
});
export type Coverage = Readonly<z.infer<typeof coverageSchema>>;

export const NO_COUNT: Count = { total: 0, covered: 0 };

/** A count from what a report says; nothing where that cannot be: more covered than there is, or no whole numbers. */
export function countOf(total: unknown, covered: unknown): Count | undefined {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(total) && isCount(covered) && covered <= total ? { total, covered } : undefined;
}

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
