import type { Verification } from '../engine/verify.ts';

/** Problems as lines of a listing. What is told may come from whoever tampered: it must not write beyond its line. */
export function listProblems(problems: Verification['problems']): string[] {
  return problems.map(({ place, what }) => `  ${`${place}: ${what}`.replaceAll(/[\s\p{Cc}]+/gu, ' ')}`);
}
