import type { JournalCheck } from '../engine/verify/journals.ts';
import { oneLine } from './plain-text.ts';

/** Problems as lines of a listing. What is told may come from whoever tampered: it must not write beyond its line. */
export function listProblems(problems: JournalCheck['problems']): string[] {
  return problems.map(({ place, what }) => `  ${oneLine(`${place}: ${what}`)}`);
}
