import type { Verification } from '../engine/verify.ts';
import { oneLine } from './plain-text.ts';

/** Problems as lines of a listing. What is told may come from whoever tampered: it must not write beyond its line. */
export function listProblems(problems: Verification['problems']): string[] {
  return problems.map(({ place, what }) => `  ${oneLine(`${place}: ${what}`)}`);
}
