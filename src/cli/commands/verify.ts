import { BatonError } from '../../base/error.ts';
import type { Verification } from '../../engine/verify.ts';
import { openBaton } from '../../open.ts';
import { EXIT } from '../exit-code.ts';
import { listProblems } from '../problems.ts';
import type { Run } from '../program.ts';

/** Checks that the journals and their notes are as they were written. */
export const run: Run = async ({ cwd, json, output }, [runId], options) => {
  if (options.journal !== true) {
    throw new BatonError('usage', 'Say what is to be checked: `baton verify --journal` checks journals and notes.');
  }
  const baton = await openBaton({ cwd });
  const verification = await baton.verify(runId);
  output.out(json ? JSON.stringify(verification, null, 2) : describe(verification));
  return verification.problems.length === 0 ? EXIT.done : EXIT.refused;
};

function describe({ journals, events, notes, problems }: Verification): string {
  const seen = `${count(journals, 'journal')}, ${count(events, 'event')} and ${count(notes, 'note')}`;
  if (problems.length === 0) return `Checked ${seen}: everything is as it was written.`;
  return [
    `${count(problems.length, 'problem')} in ${seen}:`,
    '',
    ...listProblems(problems),
    '',
    'Damaged journals can be restored from another clone. Notes are only copies: `baton repair-notes` makes them again.',
  ].join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
