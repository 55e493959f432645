import { BatonError } from '../../base/error.ts';

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

export const NO_COUNT: Count = { total: 0, covered: 0 };

/** A count from what a report says; nothing where that cannot be: more covered than there is, or no whole numbers. */
export function countOf(total: unknown, covered: unknown): Count | undefined {
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(total) && isCount(covered) && covered <= total ? { total, covered } : undefined;
}

/** Most characters of a report of coverage that are read. */
export const MOST_COVERAGE = 64 * 1024 * 1024;

/** A report of coverage that cannot be what its program wrote. */
export function damaged(format: string, why: string): BatonError {
  return new BatonError('invalid_input', `The ${format} report of coverage cannot be read: ${why}.`);
}

/** JSON text of a report. */
export function parseJson(text: string, format: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(format, (error as SyntaxError).message.replace(/\s+/g, ' '));
  }
}
