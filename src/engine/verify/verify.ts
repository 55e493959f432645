import type { Problem } from '../../store/store.ts';
import { journalsOf } from '../projection.ts';
import { type JournalCheck, verifyJournals } from './journals.ts';
import { type VerifyParts, verifyRun } from './run.ts';

/** What was looked at, everything that is not as it should be, and what nobody can tell from what is stored. */
export interface Verification extends JournalCheck {
  readonly commits: number;
  readonly verdicts: number;
  readonly unchecked: readonly Problem[];
}

/**
 * Checks all there is to check without running anything: journals and notes as they were written, and for every run that
 * its events follow the rules, its commits are those it records, and its gates come to the same verdicts again.
 */
export async function verifyRecord(parts: VerifyParts, run?: string): Promise<Verification> {
  const journals = await verifyJournals(parts.store, run);
  const names = await journalsOf(parts.store, run, ['runs', 'handoffs']);
  const problems: Problem[] = [...journals.problems];
  const unchecked: Problem[] = [];
  let [commits, verdicts] = [0, 0];
  for (const name of names.filter((name) => name.startsWith('runs/'))) {
    const found = await verifyRun(parts, name);
    problems.push(...found.problems);
    unchecked.push(...found.unchecked);
    commits += found.commits;
    verdicts += found.verdicts;
  }
  return { ...journals, commits, verdicts, problems, unchecked };
}
